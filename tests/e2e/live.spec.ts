import { type Browser, type Page, request } from '@playwright/test'
import { demoAccounts } from '../../demo/data/accounts.ts'
import type { Customer, CustomerRow } from '../../src/contract/customers.ts'
import type { CustomerNote } from '../../src/contract/notes.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { StaffApi } from './support/staff-api.ts'
import { test as base, expect } from './support/test.ts'
import { visit } from './support/visit.ts'

const { name: colleague } = demoAccounts.manager

/** Sam watches while Marta changes things through the calls that her console makes. */
const test = base.extend<{ marta: StaffApi }>({
  marta: async ({ baseURL }, provide) => {
    const calls = await request.newContext({ baseURL: baseURL ?? '', storageState: signedInAs('full') })
    await provide(new StaffApi(calls, baseURL ?? ''))
    await calls.dispose()
  },
})
test.use({ storageState: signedInAs('support') })

/** Opens an address and waits until the page receives live updates. A page that is there already does. */
async function openLive(page: Page, address: string): Promise<void> {
  if (page.url().startsWith('http')) return visit(page, address)
  const isHeard = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/admin/live')
  await page.goto(address)
  await isHeard
}

const isPlain = (row: CustomerRow) => !row.deleted && !row.banned && row.stripeCustomerId !== null && row.fullName !== ''
const noteOf = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Note' })
const marked = '[data-changed]'

async function note(staff: StaffApi, id: number, text: string): Promise<void> {
  const { version } = (await staff.do({ method: 'GET', path: `/customers/${id}/note` })) as CustomerNote
  await staff.do({ method: 'PATCH', path: `/customers/${id}/note`, body: { text, version } })
}

async function edit(staff: StaffApi, id: number, fields: object): Promise<void> {
  const { version } = (await staff.do({ method: 'GET', path: `/customers/${id}` })) as Customer
  await staff.do({ method: 'PATCH', path: `/customers/${id}`, body: { ...fields, version } })
}

test.describe('in one page', () => {
  test.use({ samePage: true })

  test('a colleague’s changes to a customer appear in place, marked and announced [1.7 live in place]', async ({ page, marta }) => {
    const { id } = await marta.customerWhere(isPlain)
    await openLive(page, `/customers/${id}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Note' })).toBeVisible()

    await note(marta, id, 'Called about the invoice.')
    await expect(noteOf(page).getByText('Called about the invoice.')).toBeVisible()

    // The console made this request without user action, so it does not keep the session alive.
    const isReadAnew = page.waitForRequest((one) => one.url().endsWith(`/customers/${id}`) && one.headers()['x-by-itself'] === '1')
    await edit(marta, id, { qrLimit: 77 })
    await isReadAnew
    const limit = main.locator('[data-fact="QR codes"]', { hasText: '77' })
    await expect(limit).toHaveAttribute('title', `QR codes changed by ${colleague}`)
    await expect(page.getByRole('status').filter({ hasText: `changed by ${colleague}` })).toBeAttached()

    await marta.do({ method: 'PATCH', path: `/customers/${id}/ban`, body: { banned: true } })
    await expect(main.getByRole('heading', { level: 1 })).toContainText('banned')
    // The mark disappears without any action.
    await expect(page.locator(marked)).toHaveCount(0)
  })

  test('unsaved input stays, and the field shows somebody else’s change [1.7 live in place]', async ({ page, marta }) => {
    const { id } = await marta.customerWhere(isPlain)
    await openLive(page, `/customers/${id}?edit=true`)
    const form = page.getByRole('form', { name: 'Edit customer' })
    const limit = form.getByLabel('QR code limit')
    await limit.fill('50')

    await edit(marta, id, { qrLimit: 60, bulkLimit: 9 })
    const conflict = form.getByRole('alert')
    await expect(conflict).toContainText(`${colleague} changed “QR code limit” while you were editing.`)
    await expect(limit).toHaveValue('50')
    await expect(limit).toBeFocused()
    await expect(form.getByLabel('Bulk upload limit')).toHaveValue('9')
    await conflict.getByRole('button', { name: 'Take theirs' }).click()
    await expect(limit).toHaveValue('60')
  })

  test('an open dialog warns that its action is no longer possible before it is confirmed [1.7 live question]', async ({ page, marta }) => {
    const { id } = await marta.customerWhere(isPlain)
    await openLive(page, `/customers/${id}`)
    await page.keyboard.press('a')
    await page.keyboard.press('b')
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: 'Ban', exact: true })
    await expect(confirm).toBeEnabled()

    await marta.do({ method: 'PATCH', path: `/customers/${id}/ban`, body: { banned: true } })
    await expect(dialog.getByRole('alert')).toContainText(`${colleague} changed this in the meantime. It would now be “Unban”.`)
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    await confirm.click({ force: true })
    await expect(dialog).toBeVisible()
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  })

  // [1.7 live in place]
  test('a list keeps scroll, selection, focus and row order, and offers a refresh for the changes', async ({ page, marta, customers }) => {
    const { rows } = (await marta.do({ method: 'GET', path: '/qrs?perPage=50&status=active' })) as { rows: { id: number; uri: string }[] }
    const [first, second, third] = rows
    await openLive(page, '/qrs?perPage=50&status=active')
    await expect(customers.rows).toHaveCount(50)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.evaluate(() => window.scrollTo(0, 300))
    const [scroll, focus] = await page.evaluate(() => [window.scrollY, document.activeElement?.textContent])
    expect(scroll).toBe(300)
    const expectAsBefore = async () => {
      expect(await page.evaluate(() => [window.scrollY, document.activeElement?.textContent])).toEqual([scroll, focus])
      await expect(customers.rows.nth(1).getByRole('checkbox')).toBeChecked()
    }

    await marta.do({ method: 'PATCH', path: `/qrs/${second!.id}/uri`, body: { uri: `live${second!.id}` } })
    await expect(customers.rows.nth(1)).toContainText(`live${second!.id}`)
    await expect(page.locator(`tr:has(${marked})`)).toHaveCount(1)
    await expectAsBefore()
    await marta.do({ method: 'PATCH', path: `/qrs/${third!.id}/status`, body: { status: 0 } })
    const line = page.getByRole('button', { name: '1 change · Refresh' })
    await expect(line).toBeVisible()
    await expectAccessible(page, 'a list with changes that wait')
    await expect(customers.rows.nth(2)).toHaveAttribute('data-left', 'true')
    await expect(customers.rows).toHaveCount(50)
    await expect(customers.rows.nth(0)).toContainText(first!.uri)
    await expectAsBefore()

    await page.keyboard.press('Shift+R')
    await expect(line).toHaveCount(0)
    await expect(page.locator('tr[data-left]')).toHaveCount(0)
    await expect(customers.row(`live${second!.id}`)).toBeVisible()
  })

  test('a payment in the side panel shows a refund by somebody else', async ({ page, marta }) => {
    const payment = await marta.paymentToRefund()
    await openLive(page, `/customers/${payment.userId}?panel=payment-${payment.id}`)
    const panel = page.locator('[data-side-panel]')
    await expect(panel.locator('[data-fact="Refunded"]')).toHaveText('No refunds')
    await marta.do({ method: 'PATCH', path: `/payments/${payment.id}/refund`, body: { idempotencyKey: `live-${payment.id}-0123456789` } })
    await expect(panel.locator('[data-fact="Refunded"]')).not.toHaveText('No refunds')
    await expect(panel.locator('[data-fact="Refunded"]')).toHaveAttribute('title', /changed by/)
  })
})

// [1.7 live own]
test('a user’s own change is never marked and is fetched once, and their other tab picks it up', async ({ page, context, marta }) => {
  const { id } = await marta.customerWhere(isPlain)
  await openLive(page, `/customers/${id}`)
  const second = await context.newPage()
  await second.goto(`/customers/${id}`)
  await expect(second.getByRole('heading', { name: 'Note' })).toBeVisible()
  await page.bringToFront()
  const reads: string[] = []
  page.on('request', (one) => one.method() === 'GET' && one.url().endsWith(`/api/admin/customers/${id}`) && reads.push(one.url()))
  const isTold = second.waitForRequest((one) => one.url().endsWith(`/api/admin/customers/${id}`))
  await page.keyboard.press('a')
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Ban', exact: true }).press('Enter')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText('banned')
  await second.bringToFront()
  await isTold
  await expect(second.getByRole('heading', { level: 1 })).toContainText('banned')
  await expect(second.locator(marked)).toHaveCount(0)
  await expect(page.locator(marked)).toHaveCount(0)
  expect(reads).toHaveLength(1)
})

/** A second person's browser. */
async function martasPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, storageState: signedInAs('full') })
  return context.newPage()
}

test('shows who else has the customer open and what they are doing, until they leave [1.7 live people]', async ({
  page,
  browser,
  baseURL,
  marta,
}) => {
  const { id } = await marta.customerWhere(isPlain)
  await openLive(page, `/customers/${id}`)
  const other = await martasPage(browser, baseURL ?? '')
  await openLive(other, `/customers/${id}`)
  const here = page.getByRole('main').getByRole('list', { name: 'Also here' })
  await expect(here.getByRole('listitem')).toHaveText(/MV/)
  await expect(here).toContainText(`${colleague} is here since`)
  await expect(other.getByRole('list', { name: 'Also here' })).toContainText(demoAccounts.support.name)

  await other.keyboard.press('n')
  await expect(here).toContainText(`${colleague} is writing a note`)
  await expectAccessible(page, 'a customer that somebody else has open')
  await other.keyboard.press('Escape')
  await expect(here).toContainText(`${colleague} is here since`)

  await page.keyboard.press('Control+k')
  await page.keyboard.type(String(id))
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(`${colleague} is here`)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await other.goto('/qrs')
  await expect(here).toHaveCount(0)
  await other.context().close()
})

test('announces going offline and coming back once each, and shows changes made meanwhile [1.7 live tabs]', async ({
  page,
  context,
  marta,
}) => {
  const { id } = await marta.customerWhere(isPlain)
  await openLive(page, `/customers/${id}`)
  await expect(noteOf(page)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You are offline. What is on screen may be out of date.')).toBeVisible()
  await note(marta, id, 'Written while nobody could hear it.')
  await context.setOffline(false)
  await expect(page.getByText('Back online.')).toBeVisible()
  await expect(noteOf(page).getByText('Written while nobody could hear it.')).toBeVisible()
})

test('a user’s tabs share a stream; when its tab closes, another takes over [1.7 live tabs]', async ({ page, context, marta }) => {
  const { id } = await marta.customerWhere(isPlain)
  const streams: string[] = []
  context.on('request', (one) => new URL(one.url()).pathname === '/api/admin/live' && streams.push(one.url()))
  await openLive(page, `/customers/${id}`)
  const second = await context.newPage()
  const isAsked = second.waitForResponse((response) => response.url().includes('/live/changes'))
  await second.goto(`/customers/${id}`)
  await isAsked
  expect(streams).toHaveLength(1)
  await second.bringToFront()
  await note(marta, id, 'Told by the other tab.')
  await expect(noteOf(second).getByText('Told by the other tab.')).toBeVisible()

  await page.close()
  await expect.poll(() => streams.length).toBe(2)
  await note(marta, id, 'Told by its own stream.')
  await expect(noteOf(second).getByText('Told by its own stream.')).toBeVisible()
})

test.describe('with role 1', () => {
  test.use({ storageState: signedInAs('full') })

  test('an open dashboard updates its figures without a reload', async ({ page, marta }) => {
    const { id } = await marta.paymentToRefund()
    await openLive(page, '/general')
    const refunds = page
      .getByRole('region', { name: 'Figures' })
      .locator('div', { has: page.getByText('Refunds', { exact: true }) })
      .last()
    const before = (await refunds.textContent()) ?? ''
    expect(before).toMatch(/\d/)
    await marta.do({ method: 'PATCH', path: `/payments/${id}/refund`, body: { amount: 250 } })
    await expect(refunds).not.toHaveText(before)
  })
})
