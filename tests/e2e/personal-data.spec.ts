import { readFile } from 'node:fs/promises'
import type { CustomerRow } from '../../src/contract/customers.ts'
import { readZip } from '../server/invoices/read-zip.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { StaffApi } from './support/staff-api.ts'
import { Surfaces } from './support/surfaces.ts'
import { test as base, expect } from './support/test.ts'
import { visit } from './support/visit.ts'

const test = base.extend<{ staff: StaffApi; on: Surfaces }>({
  staff: async ({ page, baseURL }, provide) => provide(new StaffApi(page.request, baseURL ?? '')),
  on: async ({ page }, provide) => provide(new Surfaces(page)),
})

const isCanceled = (row: CustomerRow) => row.subscriptionStatus === 'canceled' && !row.deleted && !row.banned && row.fullName !== ''

/** A canceled customer with billing data. */
async function billedCustomer(staff: StaffApi): Promise<CustomerRow> {
  for (const row of (await staff.customersFor([1, 2, 3, 4, 5, 6], isCanceled)).values()) {
    const { billing } = (await staff.do({ method: 'GET', path: `/customers/${row.id}/billing` })) as { billing: { email: string } | null }
    if (billing?.email === row.email) return row
  }
  throw new Error('the demo has no such customer (any more)')
}

test.use({ storageState: signedInAs('full'), samePage: true })

test('downloads a customer’s stored data as a zip, by shortcut [1.7 personal data]', async ({ page, staff, on }) => {
  const { id, email } = await staff.customerWhere(isCanceled)
  await on.openCustomer(id)
  const [download] = await Promise.all([page.waitForEvent('download'), sequence(page, 'a d')])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^Quaydesk-customer-${id}-\\d{4}-\\d\\d-\\d\\d\\.zip$`))
  const files = readZip(await readFile(await download.path()))
  expect(JSON.parse(String(files.get('customers.json')))).toMatchObject([{ id, email }])
  await expect(on.toast(`Exported: Quaydesk-customer-${id}-`)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})

test('erases a customer only on Ctrl+Enter, once the email has been typed, after listing what is kept; then nothing finds them [1.7 erase]', async ({
  page,
  staff,
  on,
  palette,
  customers,
}) => {
  const { id, email, fullName } = await billedCustomer(staff)
  await on.openCustomer(id)
  await expect(page.getByRole('region', { name: 'Billing data' })).toContainText(email)
  await sequence(page, 'a e')
  await expect(on.dialog).toContainText(`Erase the personal data of ${fullName}?`)
  await expect(on.dialog).toContainText(/Will be kept without personal data: \d+ payments?/)
  await expectAccessible(page, 'erasing a person')
  await expect(on.dialog.getByRole('button', { name: /Erase permanently/ })).not.toBeFocused()
  for (const stroke of ['Enter', 'Control+Enter']) {
    await page.keyboard.press(stroke)
    await expect(on.dialog).toContainText(`Nothing changed. Type ${email} first.`)
  }
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(on.dialog).toContainText('Nothing changed. Press Ctrl+Enter to erase permanently.')
  expect((await staff.customerWhere((row) => row.id === id)).erased).toBe(false)
  await page.keyboard.press('Control+Enter')
  await expect(on.toast(`Personal data of customer #${id} erased.`)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('The personal data was erased for good.')
  await expect(page.getByRole('main').getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(email)
  await expect(page.getByRole('region', { name: 'Billing data' })).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(fullName)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`erased-${id}@erased.invalid`)

  await palette.open()
  await expect(palette.dialog).not.toContainText(email)
  await expect(palette.dialog).not.toContainText(fullName)
  await palette.input.fill('erase personal data')
  await expect(palette.row('Already erased')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+k')
  await visit(page, `/customers?searchTerm=${encodeURIComponent(email)}`)
  await expect(page.getByText('No exact match')).toBeVisible()
  await expect(customers.rows).toHaveCount(0)
})
