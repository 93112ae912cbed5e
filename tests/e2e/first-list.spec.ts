import { signedInAs } from './support/accounts.ts'
import { HeldAnswers } from './support/held-answers.ts'
import { expect, test } from './support/test.ts'

const rowsOfList = /\/api\/admin\/customers\?/
const codeOfConsole = /\/assets\/console-.*\.js/

test.describe('the first list of a visit', () => {
  test.use({ storageState: signedInAs('full'), ownContext: true })

  // As this browser remembers.
  test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('config.wasSignedIn', '1')))

  test('is asked for once, while the code loads, and its rows need no places of their own then', async ({ page, customers }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (rowsOfList.test(request.url())) asked.push(request.url())
    })
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('main tr[aria-hidden]')) document.documentElement.dataset['hadPlaces'] = ''
      }).observe(document, { childList: true, subtree: true })
    })
    const code = await HeldAnswers.of(page, codeOfConsole)
    const answer = page.waitForResponse(rowsOfList)
    await page.goto('/customers', { waitUntil: 'commit' })
    await (await answer).finished()
    expect(asked).toHaveLength(1)
    await code.releaseAll()
    await expect(customers.rows.first()).toBeVisible()
    expect(asked.filter((url) => url.includes('&page=1&'))).toHaveLength(1)
    await expect(page.locator('html')).not.toHaveAttribute('data-had-places')
  })

  test('does not hold up the rest of the page if its reply is slow', async ({ page, customers }) => {
    const rows = await HeldAnswers.of(page, rowsOfList)
    await page.goto('/customers', { waitUntil: 'commit' })
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page.locator('main tr[aria-hidden]').first()).toBeVisible()
    expect(rows.requests).toHaveLength(1)
    await rows.releaseAll()
    await expect(customers.rows.first()).toBeVisible()
    await expect(page.locator('main tr[aria-hidden]')).toHaveCount(0)
  })
})
