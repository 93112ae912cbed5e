import { knownCustomers } from '../../server/demo/known.ts'
import { signedInAs } from './support/accounts.ts'
import { failing } from './support/held-answers.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full') })

const list = /\/api\/admin\/customers\?/
const one = /\/api\/admin\/customers\/\d+$/

for (const { fault, status, body, says } of [
  { fault: 'a 500', status: 500, body: '{"statusCode":500,"error":"server_error","message":"Internal Server Error."}', says: '500' },
  { fault: 'a 500 without JSON', status: 500, body: '<html>nginx</html>', says: '500' },
  { fault: 'a 403', status: 403, body: '{"statusCode":403,"error":"forbidden","message":"Your account may not do this."}', says: '403' },
  { fault: 'a truncated body', status: 200, body: '{"rows":[{"id":1', says: '500' },
]) {
  test(`${fault} on the list shows a toast and a panel, and the retry works [1.8 list failures]`, async ({ page, customers }) => {
    const repair = await failing(page, list, status, { 'content-type': 'application/json' }, body)
    await page.goto('/customers')
    const panel = page.getByRole('main').getByRole('alert').filter({ hasText: /retry/i })
    await expect(panel).toContainText(says)
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: /error|failed|could not|unknwon|forbidden/i })
        .first(),
    ).toBeVisible()
    await repair()
    await panel.getByRole('button', { name: /retry/i }).click()
    await expect(customers.rows).toHaveCount(10)
    await expect(panel).toHaveCount(0)
  })
}

test('a 503 with Retry-After is tried again by itself', async ({ page, customers }) => {
  let asked = 0
  await page.route(list, async (route) => {
    // The prefetched next page does not count.
    if (!route.request().url().includes('page=2')) asked++
    if (asked > 1) return route.continue()
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '' })
  })
  await customers.open()
  await expect(customers.rows).toHaveCount(10)
  expect(asked).toBe(2)
})

test('a 429 that asks for long patience says how long', async ({ page }) => {
  await failing(page, list, 429, { 'retry-after': '40' })
  await page.goto('/customers')
  const panel = page.getByRole('main').getByRole('alert').filter({ hasText: /retry/i })
  await expect(panel).toContainText('429')
  await expect(panel).toContainText('40 seconds')
})

test('a connection that breaks shows the panel, and the retry works', async ({ page, customers }) => {
  await page.route(list, (route) => route.abort('connectionreset'))
  await page.goto('/customers')
  const panel = page.getByRole('main').getByRole('alert').filter({ hasText: /retry/i })
  await expect(panel).toContainText(/could not be reached/i)
  await page.unroute(list)
  await panel.getByRole('button', { name: /retry/i }).click()
  await expect(customers.rows).toHaveCount(10)
})

test('offline and back', async ({ page, customers, context }) => {
  await customers.open()
  const before = await customers.ids()
  await context.setOffline(true)
  await customers.status.selectOption('active')
  const panel = page.getByRole('main').getByRole('alert').filter({ hasText: /retry/i })
  await expect(panel).toContainText(/connection/i)
  await context.setOffline(false)
  await panel.getByRole('button', { name: /retry/i }).click()
  await expect(customers.rows.first()).toContainText('active')
  expect(await customers.ids()).not.toEqual(before)
  await expect(panel).toHaveCount(0)
})

test.describe('once the console is there', () => {
  test.use({ samePage: true })

  test('a customer that does not exist says so and leads back [1.2 way back]', async ({ page, customers }) => {
    await visit(page, '/customers/987654')
    await expect(page.getByRole('main')).toContainText(/404|not found|no customer/i)
    await page
      .getByRole('main')
      .getByRole('link', { name: /customers/i })
      .first()
      .click()
    await expect(page).toHaveURL(/\/customers$/)
    await expect(customers.rows).toHaveCount(10)
  })

  for (const path of ['/customers/abc', '/customers/-1', '/customers/99999999999999']) {
    test(`${path} is no customer either`, async ({ page }) => {
      await visit(page, path)
      await expect(page.getByRole('main')).toContainText(/404|not found|no customer/i)
    })
  }

  test('a customer that cannot be loaded offers a retry', async ({ page, customers }) => {
    const repair = await failing(page, one, 500)
    await visit(page, `/customers/${knownCustomers.ana.id}`)
    const panel = page.getByRole('main').getByRole('alert').filter({ hasText: /retry/i })
    await expect(panel).toContainText('500')
    await repair()
    await panel.getByRole('button', { name: /retry/i }).click()
    await customers.expectAt(knownCustomers.ana.id)
    await expect(customers.heading).toContainText('Ana Ruiz')
  })

  test('a ban that the server refuses says why and changes nothing on screen', async ({ page, customers }) => {
    await failing(
      page,
      /\/ban$/,
      409,
      { 'content-type': 'application/json' },
      '{"statusCode":409,"error":"unavailable_action","message":"Already banned."}',
    )
    await visit(page, `/customers/${knownCustomers.sepa.id}`)
    await customers.expectAt(knownCustomers.sepa.id)
    await page.keyboard.press('a')
    await page.keyboard.press('b')
    await page.getByRole('button', { name: 'Ban', exact: true }).click()
    await expect(page.getByText(/Already banned/)).toBeVisible()
    await expect(page.getByRole('main').getByText(/^banned$/i)).toHaveCount(0)
  })

  test('text that customers supplied is only ever text', async ({ page, customers, records }) => {
    const { id } = knownCustomers.hostile
    const hostile = await records.customer(id)
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await visit(page, `/customers/${id}`)
    await customers.expectAt(id)
    await expect(customers.heading).toContainText(hostile.fullName)
    await visit(page, `/customers?searchTerm=${id}`)
    await expect(customers.rows).toHaveCount(1)
    expect(dialogs).toEqual([])
    expect(await page.locator('main img[src="x"], main script').count()).toBe(0)
  })
})
