import { knownCustomers } from '../../demo/data/known.ts'
import { signedInAs } from './support/accounts.ts'
import { pickFilter } from './support/filters.ts'
import { failing } from './support/held-answers.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full') })

test('a non-JSON 500 on the list shows a toast and an error panel, and retry works [1.8 list failures]', async ({ page, customers }) => {
  const repair = await failing(page, /\/api\/admin\/customers\?/, 500, { 'content-type': 'application/json' }, '<html>nginx</html>')
  await page.goto('/customers')
  const panel = page.getByRole('main').getByRole('alert').filter({ hasText: /retry/i })
  await expect(panel).toContainText('500')
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

test('retry works once the page is back online', async ({ page, customers, context }) => {
  await customers.open()
  const before = await customers.ids()
  await context.setOffline(true)
  await pickFilter(page, 'Status', 'active')
  const panel = page.getByRole('main').getByRole('alert').filter({ hasText: /retry/i })
  await expect(panel).toContainText(/connection/i)
  await context.setOffline(false)
  await panel.getByRole('button', { name: /retry/i }).click()
  await expect(customers.rows.first()).toContainText('active')
  expect(await customers.ids()).not.toEqual(before)
  await expect(panel).toHaveCount(0)
})

test.describe('once the console has loaded', () => {
  test.use({ samePage: true })

  test('a ban that the server rejects shows the reason and changes nothing on screen', async ({ page, customers }) => {
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

  test('renders text supplied by customers only as plain text', async ({ page, customers, records }) => {
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

// Each panel asks again when it mounts. Taken away for that, it would mount again, and ask again, for ever.
test('the integrations say in each panel that they could not be loaded, and do not ask again and again', async ({ page }) => {
  const asked: string[] = []
  const addresses = /\/api\/admin\/(tokens|webhook-|ingest)/
  page.on('request', (request) => {
    if (addresses.test(request.url())) asked.push(request.url())
  })
  const repair = await failing(page, addresses, 500)
  await page.goto('/integrations')
  const panels = page.getByRole('main').getByRole('region')
  const retries = panels.getByRole('button', { name: 'Retry' })
  await expect(retries).toHaveCount(5)
  for (const address of new Set(asked)) expect(asked.filter((one) => one === address).length).toBeLessThanOrEqual(4)
  await repair()
  await retries.first().click()
  await expect(retries).toHaveCount(4)
})
