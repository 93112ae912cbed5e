import type { Page } from '@playwright/test'
import type { CustomerRow } from '../../src/contract/customers.ts'
import { signedInAs } from './support/accounts.ts'
import { type CustomerCase, customerCases } from './support/customer-cases.ts'
import { tabOpenedBy } from './support/keyboard.ts'
import { StaffApi } from './support/staff-api.ts'
import { Surfaces } from './support/surfaces.ts'
import { test as base, expect } from './support/test.ts'

const test = base.extend<{ staff: StaffApi; on: Surfaces }>({
  staff: async ({ page, baseURL }, provide) => provide(new StaffApi(page.request, baseURL ?? '')),
  on: async ({ page }, provide) => provide(new Surfaces(page)),
})

test.use({ storageState: signedInAs('full'), samePage: true })

/** Waits until the customer's page shows the result of an action. */
async function expectShown(page: Page, shows: CustomerCase['shows']) {
  const main = page.getByRole('main')
  if ('region' in shows) return expect(main.getByRole('region', { name: shows.region, exact: true })).toContainText(shows.text)
  const label = page.locator('dt').filter({ hasText: new RegExp(`^${shows.field}$`) })
  await expect(main.locator('dl > div').filter({ has: label }).locator('dd')).toHaveText(shows.value)
}

/** Customers that this page has loaded. It might still show the state they had before a call prepared them. */
const loaded = new Set<number>()

/**
 * Every action runs to its end in a browser: here from the palette or a row's menu, in the tickets by key and from the page's menu.
 * That the surfaces agree on every command in every state, and ask the same, is proven without a browser (`surfaces-agree.test.ts`,
 * `surfaces.test.tsx`), as is what each action asks of the server (`calls.test.ts`).
 */
for (const [turn, action] of customerCases.entries()) {
  const surface = (['palette', 'row menu'] as const)[turn % 2] ?? 'palette'
  test(`${action.name} from the ${surface}`, async ({ page, staff, on, records }) => {
    const customer = await staff.customerWhere((row) => !loaded.has(row.id) && action.fits(row))
    const { id } = customer
    loaded.add(id)
    if (action.before) await staff.do(action.before(id))
    const former = await staff.audit(action.audit, id)
    await on.runOnCustomer(surface, id, { ...action, title: action.title(customer) })
    await expect(on.toast(action.toast(customer))).toBeVisible()
    await expect(on.dialog).toHaveCount(0)
    if (surface !== 'row menu') await expectShown(page, action.shows)
    expect(action.holds(await records.customer(id))).toBe(true)
    expect(await staff.audit(action.audit, id)).toHaveLength(former.length + 1)
  })
}

const isPlain = (row: CustomerRow) => !row.deleted && row.stripeCustomerId !== null && row.fullName !== ''

test('copies from the palette, page menu and row menu; the row menu also opens the customer', async ({
  page,
  staff,
  on,
  customers,
  baseURL,
}) => {
  const { id, email, fullName, stripeCustomerId } = await staff.customerWhere(isPlain)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await on.openCustomer(id)
  await on.run('palette', null, { title: 'Copy email', keys: 'y e' })
  await expect.poll(copied).toBe(email)
  await on.run('menu', null, { title: 'Copy provider id', keys: 'y p' })
  await expect.poll(copied).toBe(stripeCustomerId)
  const row = await on.openCustomerRow(id)
  await on.run('row menu', row, { title: 'Copy link to this customer', keys: 'y l' })
  await expect.poll(copied).toBe(`${baseURL}/customers/${id}`)
  await on.run('row menu', row, { title: `Open ${fullName}`, keys: '' })
  await customers.expectAt(id)
})

// [1.2 app login] [1.2 provider sync] [R37 refused and audited]
test('opens new tabs from each surface: provider page (also after a sync), app as the customer, customer page', async ({
  page,
  staff,
  on,
  baseURL,
}) => {
  const { id, fullName, stripeCustomerId } = await staff.customerWhere(isPlain)
  // The tests cannot reach anything outside the console.
  await page.context().route(
    (url) => url.origin !== baseURL,
    (route) => route.fulfill({ body: 'elsewhere' }),
  )
  await on.openCustomer(id)
  const synced = (await staff.audit('customer.sync', id)).length
  const sync = () => on.run('palette', null, { title: 'Sync with the payment provider', keys: 's s' })
  expect(await tabOpenedBy(page, sync)).toContain(`/customers/${stripeCustomerId}`)
  await expect(on.toast(`Synced with the payment provider: ${fullName}.`)).toBeVisible()
  expect(await staff.audit('customer.sync', id)).toHaveLength(synced + 1)

  const openAtProvider = () => on.run('key', null, { title: 'View in Stripe', keys: 'o p' })
  expect(await tabOpenedBy(page, openAtProvider)).toContain(`/customers/${stripeCustomerId}`)

  const entered = (await staff.audit('customer.app-login', id)).length
  const logIn = () =>
    on.run('menu', null, { title: 'Log in as customer', keys: 'a l', answers: [{ field: 'Reason', type: 'Ticket 41' }], confirm: 'Log in' })
  expect(await tabOpenedBy(page, logIn)).toContain('/app/my-qr-codes?token=')
  expect(await staff.audit('customer.app-login', id)).toHaveLength(entered + 1)

  const row = await on.openCustomerRow(id)
  const openInNewTab = () => on.run('row menu', row, { title: 'Open in a new tab', keys: 'o t' })
  expect(await tabOpenedBy(page, openInNewTab)).toBe(`/customers/${id}`)
})
