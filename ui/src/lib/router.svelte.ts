// Where the visitor is. Everything worth sharing is in the address, so that it can be sent to others and found again.

type Query = Record<string, string | undefined>

/** Writes a query that people can read: only what must be escaped is. */
export function link(path: string, query: Query = {}): string {
  const parts = Object.entries(query)
    .filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')
    .map(([name, value]) => `${name}=${readable(value)}`)
  return parts.length > 0 ? `${path}?${parts.join('&')}` : path
}

const readable = (text: string) =>
  encodeURIComponent(text).replace(/%(3A|2F|40|2C|3D|20)/g, (code) => (code === '%20' ? '+' : decodeURIComponent(code)))

class Router {
  path = $state(location.pathname)
  search = $state(location.search)
  query = $derived(new URLSearchParams(this.search))

  constructor() {
    addEventListener('popstate', () => this.#look())
    // Links within the page change the address without loading it anew.
    document.addEventListener('click', (click) => {
      const anchor = (click.target as Element | null)?.closest?.('a[href^="/"]')
      if (!(anchor instanceof HTMLAnchorElement) || anchor.target || anchor.pathname.startsWith('/api/')) return
      if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return
      click.preventDefault()
      this.go(anchor.pathname + anchor.search)
    })
  }

  /** The variable parts of the address, or nothing if it is another place already: a place may live a moment longer than its address. */
  match(pattern: RegExp): string[] | null {
    return this.path.match(pattern)?.slice(1) ?? null
  }

  go(url: string, { replace = false } = {}) {
    if (url === this.path + this.search) return
    if (replace) history.replaceState(null, '', url)
    else history.pushState(null, '', url)
    this.#look()
  }

  #look() {
    this.path = location.pathname
    this.search = location.search
  }
}

export const router = new Router()
