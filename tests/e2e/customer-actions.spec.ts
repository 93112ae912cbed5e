import type { Page } from '@playwright/test'
import type { CustomerRow } from '../../src/contract/customers.ts'
import { signedInAs } from './support/accounts.ts'
import { type CustomerCase, customerCases, type Refused, refusedCustomer } from './support/customer-cases.ts'
import { tabOpenedBy } from './support/keyboard.ts'
import { StaffApi } from './support/staff-api.ts'
import { type Surface, Surfaces, surfaces } from './support/surfaces.ts'
import { expect, test as base } from './support/test.ts'

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

/**
 * The surfaces of an action, by turns. That they agree on every command in every state, and ask the same, is proven without a browser
 * (`surfaces-agree.test.ts`, `surfaces.test.tsx`).
 */
const pairs = [
  ['palette', 'row menu'],
  ['key', 'menu'],
] as const satisfies Surface[][]
const surfacesOf = (turn: number) => pairs[turn % 2] ?? pairs[0]
/** Every action runs to its end from the palette or by its key, and half of them from a menu as well. */
const startsOf = (turn: number) => surfacesOf(turn).slice(0, turn % 4 < 2 ? 2 : 1)

function fromTwoSurfaces(action: CustomerCase) {
  const starts = startsOf(customerCases.indexOf(action))
  test(`${action.name}: from the ${starts.join(' and the ')}`, async ({ page, staff, on, records }) => {
    const chosen = await staff.customersFor(starts, action.fits)
    // Before the console loads any of them; it might otherwise still show their former state.
    if (action.before) for (const { id } of chosen.values()) await staff.do(action.before(id))
    for (const [surface, customer] of chosen) {
      await test.step(surface, async () => {
        const { id } = customer
        const former = await staff.audit(action.audit, id)
        await on.runOnCustomer(surface, id, { ...action, title: action.title(customer) })
        await expect(on.toast(action.toast(customer))).toBeVisible()
        await expect(on.dialog).toHaveCount(0)
        if (surface !== 'row menu') await expectShown(page, action.shows)
        expect(action.holds(await records.customer(id))).toBe(true)
        expect(await staff.audit(action.audit, id)).toHaveLength(former.length + 1)
      })
    }
  })
}

for (const action of customerCases.filter(({ before }) => !before)) fromTwoSurfaces(action)

test.describe('prepared by calls', () => {
  test.use({ samePage: false })
  for (const action of customerCases.filter(({ before }) => before)) fromTwoSurfaces(action)
})

const isPlain = (row: CustomerRow) => !row.deleted && row.stripeCustomerId !== null && row.fullName !== ''

for (const [turn, { title, keys, expected }] of [
  { title: 'Copy e-mail', keys: 'y e', expected: (row: CustomerRow) => row.email },
  { title: 'Copy id', keys: 'y i', expected: (row: CustomerRow) => String(row.id) },
  { title: 'Copy name', keys: 'y n', expected: (row: CustomerRow) => row.fullName },
  { title: 'Copy provider id', keys: 'y p', expected: (row: CustomerRow) => row.stripeCustomerId },
  { title: 'Copy link to this customer', keys: 'y l', expected: (row: CustomerRow, url: string) => `${url}/customers/${row.id}` },
].entries()) {
  const surface = surfaces[turn % surfaces.length] ?? surfaces[0]
  test(`${title}: from the ${surface}`, async ({ page, staff, on, baseURL }) => {
    const customer = await staff.customerWhere(isPlain)
    await on.runOnCustomer(surface, customer.id, { title, keys })
    await expect(on.toast('Copied the ')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(expected(customer, baseURL ?? ''))
    await page.evaluate(() => navigator.clipboard.writeText(''))
  })
}

for (const [turn, { title, keys, search, field }] of [
  { title: 'Edit', keys: 'e', search: 'edit=true', field: 'QR code limit' },
  { title: 'Write a note', keys: 'n', search: 'note=true', field: 'Note' },
].entries()) {
  test(`${title}: from the ${surfacesOf(turn).join(' and the ')}`, async ({ page, staff, on }) => {
    const { id } = await staff.customerWhere((row) => isPlain(row) && !row.hasNote)
    for (const surface of surfacesOf(turn)) {
      await test.step(surface, async () => {
        await on.runOnCustomer(surface, id, { title, keys })
        await expect(page).toHaveURL(new RegExp(`/customers/${id}\\?${search}$`))
        await expect(page.getByRole('main').getByRole('textbox', { name: field, exact: true })).toBeVisible()
      })
    }
  })
}

for (const [turn, { title, keys, path, toast, audit }] of [
  { title: 'Open in a new tab', keys: 'o t', path: (row: CustomerRow) => `/customers/${row.id}`, toast: null, audit: null },
  { title: 'Open at the payment provider', keys: 'o p', path: providerPath, toast: null, audit: null },
  {
    title: 'Sync with the payment provider',
    keys: 's s',
    path: providerPath,
    toast: ({ fullName }: CustomerRow) => `Synced with the payment provider: ${fullName}.`,
    audit: 'customer.sync',
  },
  {
    title: 'Log in as customer',
    keys: 'a l',
    path: () => '/app/my-qr-codes?token=',
    toast: null,
    audit: 'customer.app-login',
  },
].entries()) {
  // [1.2 app login] [1.2 provider sync] [R37 refused and audited]
  test(`${title}: from the ${surfacesOf(turn).join(' and the ')}`, async ({ page, staff, on, baseURL }) => {
    const customer = await staff.customerWhere(isPlain)
    // The tests cannot reach anything outside the console.
    await page.context().route(
      (url) => url.origin !== baseURL,
      (route) => route.fulfill({ body: 'elsewhere' }),
    )
    for (const surface of surfacesOf(turn)) {
      await test.step(surface, async () => {
        const former = audit === null ? 0 : (await staff.audit(audit, customer.id)).length
        const opened = await tabOpenedBy(page, () => on.runOnCustomer(surface, customer.id, { title, keys }))
        expect(opened).toContain(path(customer))
        if (toast) await expect(on.toast(toast(customer))).toBeVisible()
        if (audit !== null) expect(await staff.audit(audit, customer.id)).toHaveLength(former + 1)
      })
    }
  })
}

function providerPath({ stripeCustomerId }: CustomerRow) {
  return `/customers/${stripeCustomerId}`
}

test('open: from the palette and the menu of a row, and by Enter on it', async ({ staff, on, customers }) => {
  const customer = await staff.customerWhere(isPlain)
  const title = `Open ${customer.fullName}`
  for (const surface of ['palette', 'row menu'] as const) {
    await on.run(surface, await on.openCustomerRow(customer.id), { title, keys: '' })
    await customers.expectAt(customer.id)
  }
  const row = await on.openCustomerRow(customer.id)
  await row.getByRole('link').first().press('Enter')
  await customers.expectAt(customer.id)
})

test('refused: each surface says why, and so does the server', async ({ page, staff, on }) => {
  const { fits, refused } = refusedCustomer
  const customer = await staff.customerWhere(fits)
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && !request.url().includes('/live/') && sent.push(request.url()))
  await on.openCustomer(customer.id)
  for (const action of refused) await test.step(`palette: ${action.title}`, () => refusedInPalette(page, on, action))
  for (const { title, keys, reason } of refused) {
    await test.step(`key: ${title}`, async () => {
      for (const key of keys.split(' ')) await page.keyboard.press(key)
      await expect(on.announced(`${title} – unavailable: ${reason}`)).toBeVisible()
      await expect(on.dialog).toHaveCount(0)
    })
  }
  await test.step('menu', async () => {
    await on.openPageMenu()
    for (const action of refused) await refusedInMenu(on, action)
  })
  await test.step('row menu', async () => {
    await on.openRowMenu(await on.openCustomerRow(customer.id))
    for (const action of refused) await refusedInMenu(on, action)
  })
  expect(sent).toEqual([])
  for (const { title, reason, call, isSo } of refused) {
    await test.step(`server: ${title}`, async () => {
      const refusal = { status: 409, body: { error: 'unavailable_action', message: reason } }
      expect(await staff.send(call(customer.id))).toMatchObject(isSo ? { status: 200, body: { success: true } } : refusal)
    })
  }
})

async function refusedInPalette(page: Page, on: Surfaces, { title, reason }: Refused) {
  await on.findInPalette(title)
  await expect(on.chosen).toContainText(`unavailable: ${reason}`)
  await page.keyboard.press('Enter')
  await expect(on.chosen).toContainText(title)
  await page.keyboard.press('Escape')
  await expect(on.dialog).toHaveCount(0)
}

async function refusedInMenu(on: Surfaces, { title, reason }: Refused) {
  const item = on.menuItem(title)
  await on.unfold()
  await expect(item).toHaveAttribute('aria-disabled', 'true')
  await expect(item).toContainText(`unavailable: ${reason}`)
  await item.press('Enter')
  await expect(item).toBeVisible()
  await item.dispatchEvent('click')
  await expect(item).toBeVisible()
  await expect(on.dialog).toHaveCount(0)
}

/** What a colleague changes while the question is open, and the refusal; null if the action then changes nothing (ruling 53). */
const overtaken = [
  {
    what: 'a ban',
    surface: 'palette',
    title: ({ fullName }: CustomerRow) => `Ban ${fullName}`,
    keys: 'a b',
    fits: (row: CustomerRow) => isPlain(row) && !row.banned,
    meanwhile: (id: number) => ({ method: 'PATCH', path: `/customers/${id}/ban`, body: { banned: true } }) as const,
    answers: [],
    confirm: 'Ban',
    reason: null,
    audit: 'customer.ban',
  },
  {
    what: 'a discount',
    surface: 'palette',
    title: () => 'Attach a discount',
    keys: 's d',
    fits: (row: CustomerRow) => isPlain(row) && row.subscriptionStatus === 'canceled' && row.discount === null,
    meanwhile: (id: number) => ({ method: 'POST', path: `/customers/${id}/discount`, body: { discount: 50 } }) as const,
    answers: [{ choose: '50 % –' }],
    confirm: 'Attach 50 %',
    reason: 'Already 50 %.',
    audit: 'customer.attach-discount',
  },
  {
    what: 'a login',
    surface: 'key',
    title: () => 'Reset OAuth',
    keys: 'a o',
    fits: (row: CustomerRow) => isPlain(row) && row.googleId !== null,
    meanwhile: (id: number) => ({ method: 'PATCH', path: `/customers/${id}/reset-oauth/google`, body: {} }) as const,
    answers: [{ choose: 'Google' }],
    confirm: 'Reset Google',
    reason: null,
    audit: 'customer.reset-oauth',
  },
] as const

test.describe('meanwhile', () => {
  test.use({ samePage: false })
  for (const { what, surface, title, keys, fits, meanwhile, answers, confirm, reason, audit } of overtaken) {
    const outcome = reason === null ? 'is so already, and is no change' : 'says why and keeps the answers'
    test(`${what} that somebody else did meanwhile: the question from the ${surface} ${outcome}`, async ({ page, staff, on }) => {
      const customer = await staff.customerWhere(fits)
      // A live update would show the change before the confirmation: see live.spec.ts.
      await page.route(/\/api\/admin\/live/, (route) => route.abort())
      const former = (await staff.audit(audit, customer.id)).length
      await on.openCustomer(customer.id)
      await on.start(surface, null, { title: title(customer), keys })
      for (const each of answers) await (surface === 'palette' ? on.answerStep(each) : on.answerField(each))
      await expect(on.button(confirm)).toBeVisible()
      await staff.do(meanwhile(customer.id))
      await on.confirm(confirm)
      if (reason === null) {
        await expect(on.dialog).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0)
      } else {
        await expect(on.dialog.getByRole('alert').filter({ hasText: `Not done: ${reason}` })).toBeVisible()
        for (const { choose } of answers) await expect(on.dialog.locator('dd').filter({ hasText: choose })).toBeVisible()
      }
      expect(await staff.audit(audit, customer.id)).toHaveLength(former + 1)
    })
  }
})
