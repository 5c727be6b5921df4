// Studies, with answers of the form that the server gives.
import { expect, type Page, test } from './fixtures'

const STUDY = { study: 'sample', title: 'A sample study', claim: 'The first player wins more often.', takes: 'a minute', full_takes: 'an hour' }
const cell = (column: string, published: number | null, ours: number, verdict: string, why: string | null = null) => ({
  row: 'depth 1', column, published, ours, verdict, why, interval: { low: ours - 0.1, high: ours + 0.1 }, agrees: verdict === 'differs' ? false : true,
})
const RESULT = {
  study: 'sample',
  verdict: 'Two of three figures agree.',
  tables: [{
    id: '1', title: 'Table 1: share of games won', notes: ['Ten thousand games a cell.'],
    cells: [cell('pawn', 0.5, 0.5, 'equal'), cell('reversi', 0.61, 0.6, 'within noise'), cell('breakthrough', 0.9, 0.4, 'differs', 'The rules of the study are not clear here.'), cell('pawned', null, 0.3, 'not published')],
  }],
}

async function answer(page: Page) {
  await page.route('**/api/studies', (route) => route.fulfill({ json: { studies: [STUDY] } }))
  await page.route('**/api/studies/sample', (route) => route.fulfill({ json: { study: 'sample', tables: [], verdict: '' } }))
  const events = `data: {"part":"Table 1","done":1,"total":2}\n\ndata: ${JSON.stringify(RESULT)}\n\n`
  await page.route('**/api/studies/sample/run', (route) => route.fulfill({ contentType: 'text/event-stream', body: events }))
}

test('a study is repeated and its tables are shown side by side', async ({ page }) => {
  await answer(page)
  await page.goto('/studies')
  await page.getByRole('link', { name: 'A sample study' }).click()
  await page.getByRole('button', { name: 'Repeat it here' }).click()
  const table = page.getByRole('region', { name: 'Table 1: share of games won' })
  await expect(table.getByRole('cell', { name: /published 0.900.*not by chance.*found 0.400/ })).toBeVisible()
  await expect(page.getByText('The rules of the study are not clear here.')).toBeVisible()
  await expect(page.getByText('Two of three figures agree.')).toBeVisible()
})

test.describe('a server without studies', () => {
  test.use({ expected: /status of 404/ })
  test('is met with a friendly note', async ({ page }) => {
    await page.route('**/api/studies', (route) => route.fulfill({ status: 404, json: { error: 'there is no /api/studies', code: 'not-found' } }))
    await page.goto('/studies')
    await expect(page.getByRole('heading', { name: 'This server has no studies yet' })).toBeVisible()
  })
})
