// Experiments: start, watch, stop, resume, report, replay and compare.
import { expect, playedRun, test } from './fixtures'

test('starts an experiment from the form, shows its progress, stops and resumes it', async ({ page }) => {
  await page.goto('/experiments')
  await page.getByLabel('Name', { exact: true }).fill('stop and go')
  await page.getByLabel('Games per pairing').fill('100000')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page).toHaveURL(/\/experiments\/\d+$/)
  await expect(page.getByRole('status').first()).toHaveText('running')
  await expect(page.getByText('Speed').locator('..')).toContainText(/[\d,.]+ games\/s/)
  await expect(page.getByText('Remaining').locator('..')).toContainText(/\d/)
  await expect(
    page.getByRole('region', { name: 'Cross table' }).getByRole('button', { name: /thinker against random: \d+ %/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('status').first()).toHaveText('stopped')
  const progress = page.getByText(/^[\d,]+ of [\d,]+ \(\d+ %\)$/)
  const played = async () => Number((await progress.textContent())?.replace(/ of.*/, '').replaceAll(',', ''))
  const before = await played()
  expect(before).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('status').first()).toHaveText('running')
  await expect(async () => expect(await played()).toBeGreaterThan(before)).toPass()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('status').first()).toHaveText('stopped')
  // Its games can be replayed, although it is not finished.
  await page.getByRole('button', { name: /thinker against random: \d+ %/ }).click()
  await page.getByRole('link', { name: 'Game 0', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('Start of the game')
})

test('checks and starts an experiment from a file', async ({ page }) => {
  await page.goto('/experiments')
  await page.getByRole('button', { name: 'File', exact: true }).click()
  await expect(page.getByLabel('Experiment as TOML')).toHaveValue(/quickstart/)
  const file = [
    'name = "from a file"',
    'game = "tictactoe"',
    'games = 10',
    'schedule = "match"',
    '[players]',
    'a = "random"',
    'b = "alphabeta@depth=2"',
  ].join('\n')
  await page
    .getByLabel('Load a file')
    .setInputFiles({ name: 'mine.toml', mimeType: 'text/plain', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Check first' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'games' })).toContainText(/\d+ games/)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: /from a file/ })).toBeVisible()
  await expect(page.getByRole('status').first()).toHaveText('finished')
})

test('opens the report', async ({ page, request }) => {
  const run = await playedRun(request, 'reported', 3)
  await page.goto(`/experiments/${run}`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the report' }).click()
  const report = await opened
  await expect(report.getByRole('heading', { name: /reported/ }).first()).toBeVisible()
})

test('replays a game and continues it', async ({ page, request }) => {
  const run = await playedRun(request, 'replayed', 4)
  await page.goto(`/experiments/${run}`)
  await page.getByRole('button', { name: /thinker against random/ }).click()
  await page.getByRole('link', { name: 'Game 0', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('Start of the game')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('status')).toContainText('Move 1 of')
  await page.keyboard.press('End')
  const last = (await page.getByRole('status').textContent())?.match(/Move (\d+) of (\d+)/)
  expect(last?.[1]).toBe(last?.[2])
  await expect(page.locator('a[aria-current="step"]')).toHaveCount(1)
  // The winner's pieces are green at the end, and only there.
  await expect(page.locator('[data-end="won"]')).not.toHaveCount(0)
  await expect(page.getByText('Pieces left')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(page.locator('[data-end]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('link', { name: 'Play from here' }).click()
  await expect(page).toHaveURL(/\/play\?game=pawn:4x4&moves=/)
})

test('compares two runs', async ({ page, request }) => {
  const [a, b] = [await playedRun(request, 'one', 5), await playedRun(request, 'other', 6)]
  await page.goto('/experiments')
  await page.getByLabel(`Select run ${a} for comparison`).check()
  await page.getByLabel(`Select run ${b} for comparison`).check()
  await page.getByRole('button', { name: 'Compare the two selected' }).click()
  await expect(page.getByRole('heading', { name: 'Players in both' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Pairings in both' }).getByRole('row')).toHaveCount(3)
  await page.getByLabel('Second run').selectOption(String(a))
  await expect(page.getByRole('region', { name: 'Pairings in both' })).toContainText('within noise')
})

test.describe('wrong input', () => {
  test.use({ expected: /status of 40[04]/ })
  test('shows the message of the server', async ({ page }) => {
    await page.goto('/experiments')
    await page.getByLabel('Player 1', { exact: true }).fill('alfabeta@depth=1')
    await page.getByRole('button', { name: 'Check first' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'alfabeta' })).toBeVisible()
    // The mark stays under its place.
    await page.getByLabel('Player 1', { exact: true }).fill('alphabeta+{2*pices}@depth=1')
    await page.getByRole('button', { name: 'Check first' }).click()
    await expect(page.getByRole('alert').locator('pre')).toHaveText('  2*pices\n    ^', { useInnerText: true })
    // Empty names are refused before the server is asked.
    await page.getByLabel('Name 1', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Check first' }).click()
    await expect(page.getByLabel('Name 1', { exact: true })).toBeFocused()
    await page.goto('/experiments/99999')
    await expect(page.getByRole('alert')).toContainText('Run 99999 does not exist.')
  })
})
