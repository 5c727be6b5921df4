// Takes the pictures of the documentation: PLYSCOPE_PICTURES names the folder. `npm run pictures` writes them to
// docs/pictures.
import { join } from 'node:path'
import { expect, type Page, playedRun, test } from './fixtures'

const folder = process.env.PLYSCOPE_PICTURES ?? ''
const shot = (page: Page, name: string) => page.screenshot({ path: join(folder, `${name}.png`) })
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

for (const [size, viewport] of Object.entries(SIZES))
  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`${size} ${colorScheme}`, () => {
      test.use({ viewport, colorScheme })
      const name = (place: string) => `${place}-${size}-${colorScheme}`

      test('play', async ({ page }) => {
        await page.goto('/play?game=breakthrough:6x6&o=engine@depth=7')
        await expect(page.getByRole('status').first()).toContainText('x (first player) to move')
        for (const cell of ['c2', 'd3']) await page.locator(`.play [data-cell="${cell}"]`).click()
        await expect(page.getByRole('list', { name: 'Moves' }).getByRole('link')).toHaveCount(2)
        await page.locator('.play [data-cell="b2"]').click()
        await shot(page, name('play'))
      })

      test('hexagons', async ({ page }) => {
        await page.goto('/play?game=andantino:6&moves=f6+g6+g7+f5+e5+f7')
        await expect(page.getByRole('status').first()).toContainText('to move')
        await page.getByRole('button', { name: 'Hint' }).click()
        await expect(page.getByRole('heading', { name: /^Hint/ })).toBeVisible()
        await shot(page, name('hexagons'))
      })

      test('look', async ({ page }) => {
        await page.goto('/look?game=pawn:4x4&moves=a1-a2&player=alphabeta@depth=4')
        await page.getByRole('button', { name: 'Next cut' }).click()
        await expect(page.getByRole('heading', { name: 'What was cut, and why' })).toBeVisible()
        await page.getByRole('button', { name: 'Next cut' }).click()
        await page.getByRole('button', { name: 'Next cut' }).click()
        if (size === 'phone') await page.getByRole('tree').scrollIntoViewIfNeeded()
        await shot(page, name('look'))
      })

      test('side by side', async ({ page }) => {
        await page.goto('/look?game=reversi:6x6&view=compare')
        await page.getByRole('button', { name: 'Compare' }).click()
        await expect(page.getByText('as they must')).toBeVisible()
        if (size === 'phone') await page.getByRole('region', { name: 'Counters side by side' }).scrollIntoViewIfNeeded()
        await shot(page, name('compare'))
      })

      test('why', async ({ page }) => {
        await page.goto('/look?game=breakthrough:6x6&view=why&player=alphabeta@depth=3')
        await page.getByRole('button', { name: 'Explain the move' }).click()
        await expect(page.getByRole('heading', { name: /^Best: / })).toBeVisible()
        if (size === 'phone') await page.getByRole('heading', { name: /^Best: / }).scrollIntoViewIfNeeded()
        await shot(page, name('why'))
      })

      test('simulations', async ({ page }) => {
        await page.goto('/look?game=tictactoe&player=mcts@rollouts=1000')
        await expect(page.getByRole('treeitem').nth(1)).toBeVisible()
        await page.getByRole('button', { name: 'Expand one level' }).click()
        await shot(page, name('simulations'))
      })

      test('experiments', async ({ page, request }) => {
        const players = {
          random: 'random',
          greedy: 'alphabeta:ties=random+material@depth=1',
          thinker: 'alphabeta:ties=random+material@depth=4',
          simulator: 'mcts@rollouts=100',
        }
        const form = {
          name: 'who thinks best?',
          games: ['pawn:4x4'],
          n_games: 20_000,
          players: Object.entries(players).map(([name, player]) => ({ name, player })),
        }
        const { run } = (await (await request.post('/api/runs', { data: { form } })).json()) as { run: number }
        await page.goto(`/experiments/${run}`)
        // The slowest pairing has results last.
        await expect(page.getByRole('button', { name: /simulator against thinker: \d+ %/ })).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Findings' })).toBeVisible()
        await expect(page.getByText('Remaining').locator('..')).toContainText(/\d/)
        await shot(page, name('run'))
        await page.goto('/experiments')
        await expect(page.getByRole('progressbar').first()).toBeVisible()
        await shot(page, name('experiments'))
        const done = await playedRun(request, 'small', 7)
        await page.goto(`/experiments/${done}/games/0/1?at=4`)
        await expect(page.getByRole('status')).toContainText('Move 4')
        await shot(page, name('replay'))
        await request.post(`/api/runs/${run}/stop`, { data: {} })
      })

      test('studies', async ({ page }) => {
        await page.goto('/studies')
        await page.getByRole('link', { name: /Andantino/ }).click()
        const cells = page.getByRole('cell', { name: /published .* found / })
        await expect(cells.first()).toBeVisible()
        await shot(page, name('study'))
        await page.goto('/studies')
        await expect(page.getByRole('link', { name: /Andantino/ })).toBeVisible()
        await shot(page, name('studies'))
      })
    })
