// Playing by click, drag, keyboard and touch; hints, taking back, shared links.
import { board, cell, expect, searching, tabTo, test, turnOf } from './fixtures'

const PAWNS = '/play?game=pawn:4x4'

test('plays by clicks, and the program answers', async ({ page }) => {
  await page.goto(`${PAWNS}&o=alphabeta@depth=3`)
  await turnOf(page, 'x')
  await cell(page, 'a1').click()
  await expect(cell(page, 'a2')).toHaveAttribute('aria-label', /legal target/)
  await cell(page, 'a2').click()
  await expect(cell(page, 'a2')).toHaveAttribute('data-piece', 'x')
  await expect(page.getByRole('list', { name: 'Moves' }).getByRole('link')).toHaveCount(2)
  await turnOf(page, 'x')
  await expect(page.getByRole('heading', { name: 'What the program thinks' }).locator('..')).toContainText('Positions')
})

test('drags a piece', async ({ page }) => {
  await page.goto(PAWNS)
  await turnOf(page, 'x')
  const [from, to] = [await cell(page, 'b1').boundingBox(), await cell(page, 'b2').boundingBox()]
  if (!from || !to) throw new Error('the board is not drawn')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect(cell(page, 'b2')).toHaveAttribute('data-piece', 'x')
  await expect(cell(page, 'b1')).not.toHaveAttribute('data-piece', 'x')
  await turnOf(page, 'o')
})

test('plays by keyboard alone', async ({ page }) => {
  await page.goto('/play?game=tictactoe')
  await turnOf(page, 'x')
  await tabTo(page, cell(page, 'a1'))
  const moves = page.getByRole('list', { name: 'Moves' }).getByRole('link')
  for (const [plies, arrows] of ['', 'Down', 'Up Right', 'Down', 'Up Right'].entries()) {
    for (const arrow of arrows.split(' ').filter(Boolean)) await page.keyboard.press(`Arrow${arrow}`)
    await page.keyboard.press('Enter')
    await expect(moves).toHaveCount(plies + 1)
  }
  await expect(page.getByRole('status').first()).toContainText('x (first player) wins')
  await expect(page.locator('[data-piece="x"] [data-end="won"]')).not.toHaveCount(0)
})

test('gives a hint, takes back and flips by single keys', async ({ page }) => {
  await page.goto(`${PAWNS}&moves=a1-a2`)
  await turnOf(page, 'o')
  await cell(page, 'd4').focus()
  await page.keyboard.press('h')
  await expect(page.getByRole('heading', { name: /^Hint: / })).toBeVisible()
  await page.keyboard.press('f')
  await expect(page).toHaveURL(/flip=1/)
  const [a1, a4] = [await cell(page, 'a1').boundingBox(), await cell(page, 'a4').boundingBox()]
  expect(a1!.y).toBeLessThan(a4!.y)
  await cell(page, 'd4').focus()
  await page.keyboard.press('u')
  await turnOf(page, 'x')
})

test('gives a hint that is a legal move and says why', async ({ page }) => {
  await page.goto('/play?game=reversi:6x6')
  await turnOf(page, 'x')
  await page.getByRole('button', { name: 'Hint' }).click()
  const hint = page.getByRole('heading', { name: /^Hint: / })
  await expect(hint).toBeVisible()
  const move = (await hint.textContent())?.match(/Hint: ([a-f][1-6])/)?.[1] ?? ''
  await expect(cell(page, move)).toHaveAttribute('aria-label', /legal target, suggested/)
  await cell(page, move).click()
  await turnOf(page, 'o')
})

test('takes back to the position before the own move', async ({ page }) => {
  await page.goto(`${PAWNS}&o=alphabeta@depth=2`)
  await turnOf(page, 'x')
  await cell(page, 'c1').click()
  await cell(page, 'c2').click()
  await expect(page.getByRole('list', { name: 'Moves' }).getByRole('link')).toHaveCount(2)
  await turnOf(page, 'x')
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(cell(page, 'c1')).toHaveAttribute('data-piece', 'x')
  await expect(page).not.toHaveURL(/moves=/)
  await page.goBack()
  await expect(cell(page, 'c2')).toHaveAttribute('data-piece', 'x')
})

test('stops the program when its tab is closed', async ({ page, context, request }) => {
  await page.goto(PAWNS)
  const tab = await context.newPage()
  await tab.goto('/play?game=reversi&x=alphabeta@depth=30')
  await searching(request, 1)
  await expect(tab.getByRole('status').first()).toContainText(/think/i)
  await tab.close()
  await searching(request, 0)
})

test('shows the same position at a shared address', async ({ page, context }) => {
  await page.goto(PAWNS)
  await turnOf(page, 'x')
  for (const name of ['a1', 'a2', 'b4', 'b3']) await cell(page, name).click()
  await expect(cell(page, 'b3')).toHaveAttribute('data-piece', 'o')
  await expect(page).toHaveURL(/moves=a1-a2\+b4-b3/)
  const picture = () =>
    page.locator('.play [data-cell]').evaluateAll((cells) => cells.map((node) => node.getAttribute('data-piece')))
  const [shared, seen] = [page.url(), await picture()]
  await page.goto('/experiments')
  await page.goto(shared)
  await turnOf(page, 'x')
  expect(await picture()).toEqual(seen)
  await page.getByRole('button', { name: 'New game from here' }).click()
  await expect(page).toHaveURL(/position=o\.oo/)
  await expect(page.getByRole('button', { name: 'Take back' })).toBeDisabled()
  expect(await picture()).toEqual(seen)
  expect(context.pages()).toHaveLength(1)
})

test('shows threats and how many moves prevent them', async ({ page }) => {
  await page.goto('/play?game=tictactoe&moves=a1+b2+b1')
  await turnOf(page, 'o')
  await expect(page.getByText('Threat:').locator('..')).toContainText('with c1; 1 move of yours would prevent this.')
  await expect(cell(page, 'c1')).toHaveAttribute('aria-label', /threatened/)
  await page.getByLabel('Show threats').uncheck()
  await expect(page.getByText('Threat:')).toBeHidden()
})

test('lets two programs play each other on hexagons', async ({ page }) => {
  await page.goto('/play?game=andantino:4&x=alphabeta@depth=1&o=random')
  await expect(board(page).locator('[data-cell]')).toHaveCount(37)
  await expect(page.getByRole('status').first()).toContainText(/wins|Draw/, { timeout: 60_000 })
})

test('chooses a new game and other players', async ({ page }) => {
  await page.goto('/')
  await turnOf(page, 'x')
  await page.getByLabel('Game', { exact: true }).selectOption('breakthrough')
  await expect(page).toHaveURL(/game=breakthrough/)
  await page.getByLabel('Size and rules').selectOption('6x6')
  await expect(board(page).locator('[data-cell]')).toHaveCount(36)
  await page.getByLabel('Second player (o)').selectOption('strong')
  await expect(page).toHaveURL(/o=engine@time=2s/)
  await expect(page.getByText('Looks as far ahead as it can in two seconds')).toBeVisible()
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('plays on a phone', async ({ page }) => {
    await page.goto(PAWNS)
    await turnOf(page, 'x')
    await cell(page, 'd1').tap()
    await cell(page, 'd2').tap()
    await expect(cell(page, 'd2')).toHaveAttribute('data-piece', 'x')
    await turnOf(page, 'o')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

test.describe('wrong input', () => {
  test.use({ expected: /status of 400/ })
  test('shows the message of the server', async ({ page }) => {
    await page.goto('/play?game=chess')
    await expect(page.getByRole('alert')).toContainText(/unknown game/i)
    await page.goto(`${PAWNS}&moves=a1-a4`)
    await expect(page.getByRole('alert')).toContainText(/a1-a4/)
    await page.goto(`${PAWNS}&x=alfabeta`)
    await expect(page.getByRole('alert')).toContainText(/alfabeta/)
  })
})
