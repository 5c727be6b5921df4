// The league of a server: a class of our own, played by another process while the page is looked at.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, program, serveOwnPage, startServer, test } from './fixtures'

/** An agent that waits a little and chooses with this expression. */
const agent = (choice: string) => `import random, sys, time
for line in sys.stdin:
    word, _, rest = line.strip().partition(' ')
    if word == 'lines': print('lines 1 x', flush=True)
    if word == 'legal': legal = rest.split()
    if word == 'go': time.sleep(0.05); print('move', ${choice}, flush=True)
`
const OPTIONS = ['--game', 'tictactoe', '--games', '4', '--time', '2s', '--json']

let folder = ''
let server: Awaited<ReturnType<typeof startServer>>

function enter(name: string, source: string) {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, 'agent.py'), source)
}

// One league for all of these tests.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plyscope-league-'))
  enter('anna', agent('random.choice(legal)'))
  enter('bob', agent('legal[0]'))
  enter('carl', 'no python at all')
  server = await startServer('--league', folder)
})

test.afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true, force: true })
})

const open = async (page: Page, path: string) => {
  await serveOwnPage(page, server.address.replace(/\/$/, ''))
  await page.goto(new URL(path, server.address).href)
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

test.describe('before its games', () => {
  test.use({ expected: /status of 404/ })

  test('a table grows while another process plays', async ({ page }) => {
    await open(page, '/league')
    await expect(page.getByText('no league was held in this folder yet')).toBeVisible()
    const child = spawn(program, ['league', folder, ...OPTIONS], { stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await expect(page.getByRole('status')).toHaveText('being played')
    const games = page.getByText(/^tictactoe, \d+ games?$/)
    const early = await games.textContent()
    await expect(games).not.toHaveText(early ?? '')
    expect(await ended).toBe(0)
    // Two entrants and four yardsticks: 15 pairs.
    await expect(games).toHaveText('tictactoe, 60 games')
    await expect(page.getByRole('status')).toHaveText('not being played now')
  })
})

test('shows ratings, games and replays', async ({ page }) => {
  execFileSync(program, ['league', folder, ...OPTIONS], { stdio: 'ignore' })
  await open(page, '/play?game=tictactoe')
  await page.getByRole('navigation').getByRole('link', { name: 'League' }).click()
  await expect(row(page, 'anna').getByRole('img', { name: /^-?\d+ to -?\d+$/ })).toBeVisible()
  await expect(row(page, 'yardstick-engine').getByRole('cell').first()).toHaveText('1')
  await expect(row(page, 'carl')).toContainText('does not play')
  await page.getByRole('link', { name: 'bob', exact: true }).click()
  const games = page.getByRole('region', { name: 'Games of bob' }).getByRole('listitem')
  await expect(games).toHaveCount(20)
  await games.filter({ hasText: 'Second against anna' }).first().getByRole('link').click()
  await expect(page.getByText('anna (x) against bob (o)')).toBeVisible()
  await page.getByRole('button', { name: 'Last position' }).click()
  await expect(page.getByRole('status')).toContainText(/^Move (\d+) of \1/)
  await page.getByRole('link', { name: 'league', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'League' })).toBeVisible()
})

test('shows why an entrant does not play', async ({ page, context }) => {
  await open(page, '/league')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'report of carl' }).click()
  await expect((await opened).getByText('It does not play, because:')).toBeVisible()
})

test('prints the table on one page of paper', async ({ page }) => {
  await open(page, '/league?entrant=anna')
  await expect(page.getByRole('heading', { name: 'Games of anna' })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(row(page, 'carl')).toBeVisible()
  for (const hidden of [
    page.getByRole('navigation'),
    page.getByText('Games of anna'),
    page.getByText('Print the table'),
  ])
    await expect(hidden).toBeHidden()
  // The width of the paper between its margins.
  await page.setViewportSize({ width: 680, height: 1000 })
  const isCut = (region: Element) => region.scrollWidth > region.clientWidth
  expect(await page.getByRole('region', { name: 'Table of the league' }).evaluate(isCut)).toBe(false)
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1)
  // 210 by 297 millimetres in points.
  expect(paper).toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/)
})

for (const [size, width] of Object.entries({ phone: 360, desktop: 1280 }))
  test(`the league is accessible on a ${size}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await open(page, '/league?entrant=anna')
    await expect(page.getByRole('link', { name: /against bob/ }).first()).toBeVisible()
    const violations = async (axe: AxeBuilder) =>
      (await axe.analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    expect(await violations(new AxeBuilder({ page }))).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(new AxeBuilder({ page }).withRules('color-contrast'))).toEqual([])
  })

test.describe('without a league', () => {
  test.use({ expected: /status of 404/ })

  test('the navigation has none, and the page says how to show one', async ({ page }) => {
    await page.goto('/league')
    await expect(page.getByText('plyscope serve --league FOLDER')).toBeVisible()
    await expect(page.getByRole('navigation').getByRole('link', { name: 'League' })).toHaveCount(0)
  })
})
