// Studies: those of the server, and a made-up one with a cell of every kind.
import { expect, type Page, searching, test } from './fixtures'

const STUDY = {
  study: 'sample',
  title: 'A sample study',
  claim: 'The first player wins more often.',
  takes: 'a minute',
  full_takes: 'an hour',
}
const cell = (column: string, published: number | null, ours: number, verdict: string, why: string | null = null) => ({
  row: 'depth 1',
  column,
  published,
  ours,
  verdict,
  why,
  interval: { low: ours - 0.1, high: ours + 0.1 },
  agrees: verdict !== 'differs',
})
const RESULT = {
  study: 'sample',
  verdict: 'Two of three figures agree.',
  tables: [
    {
      id: '1',
      title: 'Table 1: share of games won',
      notes: ['10,000 games per cell.'],
      cells: [
        cell('pawn', 0.5, 0.5, 'equal'),
        cell('reversi', 0.61, 0.6, 'within noise'),
        cell('breakthrough', 0.9, 0.4, 'differs', 'The rules of the study are not clear here.'),
        cell('pawned', null, 0.3, 'not published'),
      ],
    },
  ],
}

/** What the server knows before the first repetition. */
const COMMITTED = { ...RESULT, verdict: 'One of three figures agrees.' }

async function answer(page: Page) {
  await page.route('**/api/studies', (route) => route.fulfill({ json: { studies: [STUDY] } }))
  await page.route('**/api/studies/sample', (route) =>
    route.fulfill({ json: { about: STUDY, result: COMMITTED, repeated: false } }),
  )
  const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
  const events = event('progress', { part: 'Table 1', done: 1, total: 2 }) + event('done', RESULT)
  await page.route('**/api/studies/sample/run', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: events }),
  )
}

test('repeats a study and shows its tables side by side', async ({ page }) => {
  await answer(page)
  await page.goto('/studies')
  await page.getByRole('link', { name: 'A sample study' }).click()
  await expect(page.getByText('These results come with the program.')).toBeVisible()
  await expect(page.getByText('One of three figures agrees.')).toBeVisible()
  await page.getByRole('button', { name: 'Repeat the study' }).click()
  const table = page.getByRole('region', { name: 'Table 1: share of games won' })
  await expect(table.getByRole('cell', { name: /published 0.900.*more than chance, found 0.400/ })).toBeVisible()
  await expect(page.getByText('The rules of the study are not clear here.')).toBeVisible()
  await expect(page.getByText('Two of three figures agree.')).toBeVisible()
})

test('lists the five studies, and repeats, stops and repeats one', async ({ page, request }) => {
  await page.goto('/studies')
  await expect(page.getByRole('listitem').getByRole('link')).toHaveCount(5)
  await page.getByRole('link', { name: /Pawned/ }).click()
  const table = page.getByRole('region', { name: /printed tree of pure minimax/ })
  await expect(table.getByRole('cell', { name: /published .*, found / }).first()).toBeVisible()
  await expect(page.getByText('These results come with the program.')).toBeVisible()
  await page.getByLabel('in full').check()
  await expect(page.getByText('takes about a minute on two cores')).toBeVisible()
  await page.getByLabel('in full').uncheck()
  await page.getByRole('button', { name: 'Repeat the study' }).click()
  await searching(request, 1)
  await expect(page.getByRole('progressbar', { name: 'Progress of the study' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await searching(request, 0)
  await page.getByRole('button', { name: 'Repeat the study' }).click()
  const here = page.getByText('These are the results of the last run on this server.')
  await expect(here).toBeVisible({ timeout: 80_000 })
  // The result is still there for the next visitor.
  await page.reload()
  await expect(here).toBeVisible()
  await expect(table.getByRole('cell', { name: /published .*, found / }).first()).toBeVisible()
})
