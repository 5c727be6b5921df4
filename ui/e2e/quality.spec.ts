// Every page in light and dark, on a phone and on a desktop: accessible, no wider than the screen, and quick to load.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, playedRun, test } from './fixtures'

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

const PAGES: [string, string, (page: Page) => Promise<void>][] = [
  [
    'play',
    '/play?game=reversi:6x6&moves=c2',
    (page) => expect(page.getByRole('status').first()).toContainText('to move'),
  ],
  [
    'play on hexagons',
    '/play?game=andantino:4',
    (page) => expect(page.getByRole('status').first()).toContainText('to move'),
  ],
  [
    'look inside',
    '/look?game=pawn:4x4&player=alphabeta@depth=3',
    async (page) => {
      await page.getByRole('button', { name: 'Expand one level' }).click()
      await page.getByRole('button', { name: 'Next cut' }).click()
      await expect(page.getByRole('treeitem').filter({ hasText: 'CUT' }).first()).toBeVisible()
      await expect(page.getByRole('heading', { name: 'What was cut, and why' })).toBeVisible()
    },
  ],
  [
    'look inside simulations',
    '/look?game=tictactoe&player=mcts@rollouts=200',
    (page) => expect(page.getByRole('treeitem').nth(1)).toBeVisible(),
  ],
  [
    'side by side',
    '/look?game=pawn:4x4&view=compare',
    async (page) => {
      await page.getByRole('button', { name: 'Compare' }).click()
      await expect(page.getByText('as they must')).toBeVisible()
    },
  ],
  [
    'why',
    '/look?game=pawn:4x4&view=why&player=alphabeta@depth=2',
    async (page) => {
      await page.getByRole('button', { name: 'Explain the move' }).click()
      await expect(page.getByRole('heading', { name: /^Best: / })).toBeVisible()
    },
  ],
  ['experiments', '/experiments', (page) => expect(page.getByRole('heading', { name: 'Runs' })).toBeVisible()],
  [
    'a run',
    '/experiments/RUN',
    async (page) => {
      await page
        .getByRole('button', { name: /against/ })
        .first()
        .click()
      await expect(page.getByRole('link', { name: /^Game \d/ }).first()).toBeVisible()
    },
  ],
  ['a replay', '/experiments/RUN/games/0/0?at=2', (page) => expect(page.getByRole('status')).toContainText('Move 2')],
  [
    'compared runs',
    '/experiments/compare?a=RUN&b=RUN',
    (page) => expect(page.getByRole('heading', { name: 'Players in both' })).toBeVisible(),
  ],
  ['studies', '/studies', (page) => expect(page.getByRole('link', { name: /Andantino/ }).first()).toBeVisible()],
  [
    'a study',
    '/studies/andantino',
    (page) => expect(page.getByRole('button', { name: 'Repeat the study' })).toBeVisible(),
  ],
]

let run = 0

test.beforeAll(async ({ playwright, server }) => {
  const request = await playwright.request.newContext({ baseURL: server })
  run = await playedRun(request, 'checked', 1)
  await request.dispose()
})

const violations = async (axe: AxeBuilder) =>
  (await axe.analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  )

for (const [size, viewport] of Object.entries(SIZES))
  test.describe(size, () => {
    test.use({ viewport, colorScheme: 'light' })
    for (const [name, path, prepare] of PAGES)
      test(`${name} is accessible`, async ({ page }) => {
        // Colours would be measured in the middle of a transition otherwise.
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await page.goto(path.replaceAll('RUN', String(run)))
        await prepare(page)
        expect(await violations(new AxeBuilder({ page }))).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
        // Only contrast depends on the colours.
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await violations(new AxeBuilder({ page }).withRules('color-contrast'))).toEqual([])
      })
  })

test('switches and keeps the colours', async ({ page }) => {
  await page.goto('/studies')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.getByRole('button', { name: /System colours/ }).click()
  const light = await background()
  await page.getByRole('button', { name: /Light colours/ }).click()
  expect(await background()).not.toBe(light)
  await page.reload()
  await expect(page.getByRole('button', { name: /Dark colours/ })).toBeVisible()
  expect(await background()).not.toBe(light)
})

test('says that a page does not exist', async ({ page }) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('needs less than 200 kB for the first paint', async ({ page }) => {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) =>
    sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize)),
  )
  await page.goto('/play')
  await expect(page.getByRole('status').first()).toContainText('to move')
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  console.log(`  first paint: ${(bytes / 1000).toFixed(1)} kB in ${sizes.length} answers`)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(200_000)
})
