// What all tests share: a server with an empty database for each worker, and a page that must log no errors.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type APIRequestContext, expect, type Locator, type Page, test as base } from '@playwright/test'

export { expect, type Page }

interface WorkerFixtures {
  /** The address of a server with an empty database. */
  server: string
}

interface TestFixtures {
  /** Errors in the browser log that a test expects, such as that of a refused request. */
  expected: RegExp
  quiet: void
}

export const program = process.env.PLYSCOPE_BIN ?? ''
const folder = process.env.PLYSCOPE_PAGE

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Starts a server with an empty database. */
export async function startServer(...options: string[]): Promise<{ address: string; end: () => Promise<void> }> {
  if (!existsSync(program)) throw new Error('PLYSCOPE_BIN must name the program, such as ../target/release/plyscope')
  const home = mkdtempSync(join(tmpdir(), 'plyscope-e2e-'))
  const child = spawn(program, ['serve', '--port', '0', '--json', '--db', join(home, 'runs.db'), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const text = await new Promise<string>((resolve, reject) => {
    let all = ''
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      all += line
      if (/\}\s*$/.test(all)) resolve(all)
    })
  })
  const { address } = JSON.parse(text) as { address: string }
  const end = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await ended
    rmSync(home, { recursive: true, force: true })
  }
  return { address, end }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const { address, end } = await startServer()
      if (!folder && (await (await fetch(address)).text()).includes('its page was not built'))
        throw new Error(`${program} was built without its page; build it again with Node.js and npm there`)
      await use(address.replace(/\/$/, ''))
      await end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server),
  page: async ({ page, server }, use) => {
    await serveOwnPage(page, server)
    await use(page)
  },
  expected: [/(?!)/, { option: true }],
  quiet: [
    async ({ page, expected }, use) => {
      const errors: string[] = []
      page.on(
        'console',
        (message) =>
          ['error', 'warning'].includes(message.type()) && errors.push(`${message.text()} (${message.location().url})`),
      )
      page.on('pageerror', (error) => errors.push(error.message))
      await use()
      expect(errors.filter((text) => !expected.test(text))).toEqual([])
    },
    { auto: true },
  ],
})

/** With PLYSCOPE_PAGE, the page of that folder is tested on this server too. */
export async function serveOwnPage(page: Page, server: string) {
  if (folder) await serveFolder(page, server, folder)
}

/** Serves the page from a folder instead of the one in the program, with the same content security policy. */
async function serveFolder(page: Page, server: string, folder: string) {
  const policy = (await (await fetch(`${server}/`)).headers.get('content-security-policy')) ?? ''
  await page.context().route(
    (url) => url.origin === server && !url.pathname.startsWith('/api/'),
    (route) => {
      const path = new URL(route.request().url()).pathname
      const file = join(folder, extname(path) === '' ? 'index.html' : path)
      const headers = { 'content-type': TYPES[extname(file)] ?? 'text/plain', 'content-security-policy': policy }
      return existsSync(file) ? route.fulfill({ headers, body: readFileSync(file) }) : route.fulfill({ status: 404 })
    },
  )
}

export const cell = (page: Page, name: string) => page.locator(`.play [data-cell="${name}"]`)
export const board = (page: Page) => page.locator('.play svg').first()

/** Waits until it is this side's turn. */
export const turnOf = (page: Page, side: 'x' | 'o') =>
  expect(page.getByRole('status').first()).toContainText(
    side === 'x' ? 'x (first player) to move' : 'o (second player) to move',
  )

/** Waits until the server runs `n` searches. */
export const searching = (request: APIRequestContext, n: number) =>
  expect(async () =>
    expect(((await (await request.get('/api/health')).json()) as { searches: number }).searches).toBe(n),
  ).toPass({ timeout: 60_000 })

/** Presses Tab until an element has the focus; fails if the keyboard cannot reach it. */
export async function tabTo(page: Page, target: Locator) {
  for (let n = 0; n < 60; n++) {
    if (await target.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Plays a small experiment to its end and returns its number. */
export async function playedRun(request: APIRequestContext, name: string, seed: number): Promise<number> {
  const form = {
    name,
    games: ['pawn:4x4'],
    n_games: 20,
    seed,
    players: [
      { name: 'random', player: 'random' },
      { name: 'thinker', player: 'alphabeta:ties=random@depth=2' },
    ],
  }
  const started = (await (await request.post('/api/runs', { data: { form } })).json()) as { run: number }
  await expect(async () => {
    const found = (await (await request.get(`/api/runs/${started.run}`)).json()) as { info: { status: string } }
    expect(found.info.status).toBe('finished')
  }).toPass({ timeout: 60_000 })
  return started.run
}
