// Looking inside: trees with cuts, steps, comparisons, simulations, reasons, and trees of 100,000 nodes.
import { expect, type Page, searching, tabTo, test } from './fixtures'

const tree = (page: Page) => page.getByRole('tree', { name: 'Search tree' })
const rows = (page: Page) => tree(page).getByRole('treeitem')

test('shows cut moves in grey and explains the cut', async ({ page }) => {
  await page.goto('/look?game=pawn:4x4&player=alphabeta@depth=3')
  await expect(rows(page).first()).toContainText('root')
  await expect(rows(page).nth(1)).toContainText('PV')
  await page.getByRole('button', { name: 'Expand one level' }).click()
  await expect(rows(page).and(page.locator('[aria-level="3"]')).first()).toBeVisible()
  await page.getByRole('button', { name: 'Expand one level' }).click()
  await expect(rows(page).and(page.locator('[aria-level="4"]')).first()).toBeVisible()
  const untried = rows(page).filter({ hasText: 'not tried' }).first()
  await expect(untried).toContainText(/not tried: cut by [a-d][1-4][x-][a-d][1-4]/)
  await expect(untried.locator('.move')).toHaveCSS('text-decoration-line', 'line-through')
  await rows(page).filter({ hasText: '✂' }).first().click()
  const cut = page.getByRole('heading', { name: 'What was cut, and why' }).locator('..')
  await expect(cut).toContainText(/^What was cut, and why [a-d][1-4][x-][a-d][1-4] is worth .* to the side to move\./)
  await expect(cut).toContainText(/ \d+ moves? (was|were) not tried\./)
  await expect(cut).toContainText(/That saved about \d+ positions?, .*\(β was /)
  const text = ((await cut.textContent()) ?? '').replaceAll('−', '-')
  const number = (pattern: RegExp) => Number(text.match(pattern)?.[1])
  expect(number(/is worth at least ([+-]?[\d.]+)/)).toBeGreaterThanOrEqual(number(/β was ([+-]?[\d.]+)/))
})

test('browses the tree by keyboard alone', async ({ page }) => {
  await page.goto('/look?game=tictactoe')
  const player = page.getByLabel('Search, heuristic and limits')
  await tabTo(page, player)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('minimax@depth=2')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(10)
  await tabTo(page, tree(page))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(2)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: /^Node \d+: [abc][123]$/ })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(rows(page).nth(2)).toHaveAttribute('aria-expanded', 'true')
  await expect(rows(page)).toHaveCount(18)
  await page.keyboard.press('ArrowLeft')
  await expect(rows(page)).toHaveCount(10)
})

test('steps through the search in its order', async ({ page }) => {
  await page.goto('/look?game=pawn:4x4&player=alphabeta@depth=3')
  const text = page
    .getByRole('heading', { name: 'Step by step' })
    .locator('xpath=ancestor::section')
    .getByRole('status')
  await page.getByRole('button', { name: 'Next ▶' }).click()
  await expect(text).toContainText('Enters the root')
  for (let n = 0; n < 3; n++) await page.getByRole('button', { name: 'Next ▶' }).click()
  await expect(text).toContainText(/Enters .* \(ply 3\)/)
  await expect(page.getByText('its value is not known yet')).toBeVisible()
  await page.getByRole('button', { name: 'Next ▶' }).click()
  await expect(text).toContainText(/Returns from .* \(leaf\)/)
  await page.getByRole('button', { name: 'Next cut' }).click()
  await expect(text).toContainText('cut off')
  await expect(rows(page).filter({ hasText: 'CUT' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Show the whole tree' }).click()
  await expect(text).toContainText('Press Next')
})

test('counts quick presses of Next, and the board keeps up', async ({ page }) => {
  await page.goto('/look?game=tictactoe&player=minimax@depth=2')
  const next = page.getByRole('button', { name: 'Next ▶' })
  await next.evaluate((button: HTMLElement) => Array.from({ length: 12 }, () => button.click()))
  await expect(page.getByText('step 12 of')).toBeVisible()
  // Steps 1 to 12 enter the root and the first move, then enter and leave five of its replies.
  await expect(page.getByRole('heading', { name: /^Node 6: / })).toBeVisible()
  const panel = page.getByRole('region', { name: /^Node 6: / })
  await expect(panel.locator('[data-piece]')).toHaveCount(2)
  // Title, line and board change together, however long the server takes.
  await page.route('**/api/trees/*/nodes/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.getByLabel('Step', { exact: true }).fill('100')
  const title = await page.locator('#node-title').textContent()
  const line = await page.locator('.node .line').textContent()
  expect(line?.trim().split(' ').at(-1)).toBe(title?.split(' ').at(-1))
  await expect(page.getByText('step 101 of')).toBeVisible()
  await expect(page.locator('#node-title')).not.toHaveText(title!)
  expect((await page.locator('.node .line').textContent())?.trim().split(' ').at(-1)).toBe(
    (await page.locator('#node-title').textContent())?.split(' ').at(-1),
  )
})

test('shows a node with hundreds of children a page at a time', async ({ page }) => {
  await page.goto('/look?game=andantino:10,first-stone=free&player=minimax@depth=1')
  await expect(rows(page).nth(1)).toContainText('LEAF')
  await tree(page).focus()
  for (const left of [171, 71]) {
    await page.keyboard.press('End')
    const more = rows(page).filter({ hasText: new RegExp(`\\b${left} more moves: show`) })
    await more.click()
    // The reader stays in place: the first of the new rows is where the offer was.
    await expect(more).toBeHidden()
    await expect(rows(page).and(page.locator(`#row-${272 - left}`))).toBeInViewport()
  }
  await page.keyboard.press('End')
  await expect(rows(page).last()).toContainText('LEAF')
  await expect(rows(page).last()).toHaveAttribute('id', 'row-271')
  expect(await rows(page).count()).toBeLessThan(80)
})

test('stops the search of a closed tab', async ({ context, request }) => {
  const tab = await context.newPage()
  await tab.goto('/look?game=reversi&player=alphabeta@depth=30')
  await searching(request, 1)
  await tab.close()
  await searching(request, 0)
})

test('stops searches when the visitor goes to another section', async ({ page, request }) => {
  await page.goto('/look?game=reversi&player=alphabeta@depth=30')
  await searching(request, 1)
  await page.getByRole('link', { name: 'Studies' }).click()
  await searching(request, 0)
  await page.goto('/look?game=reversi&view=why&player=alphabeta@depth=30')
  await page.getByRole('button', { name: 'Explain the move' }).click()
  await searching(request, 1)
  await page.getByRole('link', { name: 'Studies' }).click()
  await searching(request, 0)
})

test('Stop keeps what was found, and a stopped search says one thing', async ({ page }) => {
  await page.goto('/look?game=breakthrough&player=minimax@depth=9')
  await page.getByRole('button', { name: 'Stop' }).click()
  const facts = page.getByText('Best move').locator('xpath=ancestor::dl')
  await expect(facts).toContainText('not known')
  await expect(facts).toContainText('none completed (stopped)')
  await expect(page.getByRole('heading', { name: 'The root' }).locator('..')).toContainText('not known')
  await page.goto('/look?game=breakthrough&player=iterative')
  await expect(page.getByRole('button', { name: 'Searching …' })).toBeVisible()
  await page.waitForTimeout(300)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(facts).toContainText('the last completed (stopped)')
  await expect(rows(page).first()).toContainText('root')
})

test('compares minimax, alpha-beta and PVS side by side', async ({ page }) => {
  await page.goto('/look?game=pawn:4x4&view=compare')
  await page.getByLabel('Depth of minimax').fill('4')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('the same value, as they must')).toBeVisible()
  const visited = page.getByRole('row', { name: /Positions visited/ }).getByRole('cell')
  const [minimax, alphabeta, pvs] = (await visited.allTextContents()).map((text) => Number(text.replace(/\D/g, '')))
  expect(alphabeta).toBeLessThan(minimax!)
  expect(pvs).toBeLessThan(minimax!)
  expect(alphabeta).toBeGreaterThan(0)
})

test('shows visits and means of simulations', async ({ page }) => {
  await page.goto('/look?game=tictactoe&player=mcts@rollouts=500')
  await expect(rows(page).nth(1)).toContainText('visits')
  await expect(rows(page).nth(1)).toContainText('%')
  await rows(page).nth(1).click()
  await expect(page.getByText('Mean for the side that moved here')).toBeVisible()
})

test('explains a move by the terms of the heuristic', async ({ page }) => {
  await page.goto('/look?game=breakthrough:6x6&view=why&player=alphabeta@depth=2')
  await page.getByRole('button', { name: 'Explain the move' }).click()
  await expect(page.getByRole('heading', { name: /^Second best: / })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Terms of the heuristic' }).getByRole('row').nth(1)).toBeVisible()
})

test('marks table hits', async ({ page }) => {
  await page.goto('/look?game=tictactoe&player=alphabeta:table=16MB@depth=6')
  await expect(page.getByText('Table hits')).toBeVisible()
  await page.getByRole('button', { name: /^Show all/ }).click()
  await tree(page).focus()
  await expect(async () => {
    await page.keyboard.press('PageDown')
    expect(await rows(page).filter({ hasText: 'TABLE' }).count()).toBeGreaterThan(0)
  }).toPass()
})

test('changes the position by a move on the board', async ({ page }) => {
  await page.goto('/look?game=pawn:4x4')
  await page.locator('.small-board [data-cell="a1"]').click()
  await page.locator('.small-board [data-cell="a2"]').click()
  await expect(page).toHaveURL(/moves=a1-a2/)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(rows(page).first()).toContainText('root')
})

test.describe('wrong input', () => {
  test.use({ expected: /status of 400/ })
  test('shows the message of the server', async ({ page }) => {
    await page.goto('/look?game=pawn:4x4')
    const player = page.getByLabel('Search, heuristic and limits')
    await player.fill('alphabeta@depth=many')
    await player.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'depth' })).toBeVisible()
  })
})

test('scrolls smoothly in a tree of 100,000 nodes', async ({ page }) => {
  await page.goto('/look?game=reversi:6x6&player=minimax@depth=8')
  await expect(page.getByRole('button', { name: /^Show all/ })).toBeVisible({ timeout: 60_000 })
  const nodes = Number((await page.getByRole('button', { name: /^Show all/ }).textContent())?.replace(/\D/g, ''))
  expect(nodes).toBeGreaterThanOrEqual(100_000)
  await page.getByRole('button', { name: /^Show all/ }).click()
  await expect(rows(page).nth(5)).toContainText(/[a-f][1-6]/)
  // Measured against frames without scrolling, because machines differ and may be busy.
  const frames = await tree(page).evaluate(async (view) => {
    let most = 0
    const median = async (act: (frame: number) => void) => {
      const times: number[] = []
      for (let frame = 0; frame < 40; frame++) {
        const begun = performance.now()
        act(frame)
        await new Promise(requestAnimationFrame)
        times.push(performance.now() - begun)
        most = Math.max(most, view.querySelectorAll('[role=treeitem]').length)
      }
      return times.toSorted((a, b) => a - b)[20] ?? Infinity
    }
    const still = await median(() => undefined)
    const scrolling = await median(() => (view.scrollTop += 400))
    const jumping = await median((frame) => (view.scrollTop = (frame / 40) * view.scrollHeight))
    return { still, scrolling, jumping, most, height: view.scrollHeight }
  })
  const { still, scrolling, jumping, most, height } = frames
  const times = [still, scrolling, jumping].map((ms) => ms.toFixed(1)).join(', ')
  console.log(`  ${nodes} nodes: ${times} ms per frame still, scrolling, jumping; at most ${most} rows`)
  expect(height).toBeGreaterThan(100_000 * 30)
  expect(most).toBeLessThan(80)
  expect(scrolling).toBeLessThan(3 * still + 50)
  expect(jumping).toBeLessThan(3 * still + 50)
  await tree(page).focus()
  await page.keyboard.press('End')
  await expect(rows(page).last()).toContainText(/[a-f][1-6]|pass/)
})
