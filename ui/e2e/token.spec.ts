// A server with a token: the printed address opens the page; without the token, a page says what to do.
import { expect, startServer, test } from './fixtures'

test.use({ expected: /status of 401/ })

test('the token opens the page once and for all', async ({ browser }) => {
  const { address, end } = await startServer('--token', 'abcdefgh-123')
  try {
    const context = await browser.newContext()
    const page = await context.newPage()
    const plain = address.replace(/\?.*/, '')
    await page.goto(plain)
    await expect(page.getByRole('heading', { name: 'Plyscope needs its token' })).toBeVisible()
    await page.getByLabel('Token').fill('wrong-token')
    await page.getByRole('button', { name: 'Open' }).click()
    await expect(page.getByText('This token is wrong')).toBeVisible()

    await page.goto(`${plain}play?game=tictactoe&token=abcdefgh-123`)
    await expect(page.getByRole('status').first()).toContainText('x (first player) to move')
    expect(page.url()).toBe(`${plain}play?game=tictactoe`)
    await page.goto(`${plain}experiments`)
    await page.getByRole('button', { name: 'Check first' }).click()
    await expect(page.getByText('600 games')).toBeVisible()
    await context.close()
  } finally {
    await end()
  }
})
