// The current address. Everything worth sharing is in it, so that a link shows others the same thing.

type Query = Record<string, string | undefined>

/** An address whose query people can read: only what must be escaped is. */
export function link(path: string, query: Query = {}): string {
  const parts = Object.entries(query)
    .filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')
    .map(([name, value]) => `${name}=${readable(value)}`)
  return parts.length > 0 ? `${path}?${parts.join('&')}` : path
}

const readable = (text: string) =>
  encodeURIComponent(text).replace(/%(3A|2F|40|2C|3D|20)/g, (code) => (code === '%20' ? '+' : decodeURIComponent(code)))

/** The token of the server belongs into its cookie, not into shared links. */
function hideToken() {
  const url = new URL(location.href)
  if (!url.searchParams.has('token')) return
  url.searchParams.delete('token')
  history.replaceState(null, '', link(url.pathname, Object.fromEntries(url.searchParams)))
}
hideToken()

class Router {
  path = $state(location.pathname)
  search = $state(location.search)
  query = $derived(new URLSearchParams(this.search))

  constructor() {
    addEventListener('popstate', () => this.#update())
    // Links within the page change the address without reloading the page.
    document.addEventListener('click', (click) => {
      const anchor = (click.target as Element | null)?.closest?.('a[href^="/"]')
      if (!(anchor instanceof HTMLAnchorElement) || anchor.target || anchor.pathname.startsWith('/api/')) return
      if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return
      click.preventDefault()
      this.go(anchor.pathname + anchor.search)
    })
  }

  /**
   * The variable parts of the address, or null if it belongs to another route: a route may outlive its address for a
   * moment.
   */
  match(pattern: RegExp): string[] | null {
    return this.path.match(pattern)?.slice(1) ?? null
  }

  go(url: string, { replace = false } = {}) {
    if (url === this.path + this.search) return
    if (replace) history.replaceState(null, '', url)
    else history.pushState(null, '', url)
    this.#update()
  }

  #update() {
    this.path = location.pathname
    this.search = location.search
  }
}

export const router = new Router()
