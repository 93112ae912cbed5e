import type { Page } from '@playwright/test'
import type { CustomerRow } from '../../src/contract/customers.ts'
import { signedInAs } from './support/accounts.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

interface Folder {
  id: number
  name: string
  /** The owner. */
  user: number
}

const rowsOf = async <Row>(page: Page, path: string) =>
  ((await (await page.request.get(`/api/admin${path}`)).json()) as { rows: Row[] }).rows
const qrsOf = async (page: Page, customer: number) => (await rowsOf<unknown>(page, `/qrs?customer=${customer}&perPage=150`)).length

/** A customer other than `owner` that can receive a transfer. */
async function destinyFor(page: Page, owner: number): Promise<CustomerRow> {
  const rows = await rowsOf<CustomerRow>(page, '/customers?sort=id&sortDirection=desc&perPage=150')
  const found = rows.find(({ id, banned, deleted }) => id !== owner && !banned && !deleted)
  if (!found) throw new Error('nobody to transfer to')
  return found
}

async function chooseDestiny(page: Page, { id, email }: CustomerRow) {
  const box = page.getByRole('dialog').getByRole('combobox', { name: 'Destination' })
  await box.fill(email)
  await page
    .getByRole('option')
    .filter({ hasText: `#${id}` })
    .first()
    .click()
}

test('transfers a folder with its QR codes to another customer in two steps, and undoes it [2.2 folder transfer]', async ({ page }) => {
  const [folder] = await rowsOf<Folder>(page, '/qrs/folders?perPage=1')
  if (!folder) throw new Error('the demo has no folders')
  const destiny = await destinyFor(page, folder.user)
  const before = await qrsOf(page, folder.user)

  await visit(page, `/customers/${folder.user}?show=folders`)
  const panel = page.getByRole('region', { name: 'Folders' })
  await panel.scrollIntoViewIfNeeded()
  await panel
    .getByRole('checkbox', { name: `Select ${folder.name}`, exact: true })
    .first()
    .check()
  await panel.getByRole('button', { name: /^Transfer the folder/ }).click()
  await chooseDestiny(page, destiny)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`(${destiny.email}, #${destiny.id})`)
  await expect(dialog.getByText(/QR codes? (is|are) live: .* scans? in 30 days\./)).toBeVisible()
  await dialog.getByRole('button', { name: `Transfer to #${destiny.id}` }).click()
  await expect(page.getByText(/^Folders transferred to /)).toBeVisible()
  const has = async (owner: number) => (await rowsOf<Folder>(page, `/qrs/folders?owner=${owner}`)).some(({ id }) => id === folder.id)
  expect([await has(folder.user), await has(destiny.id)]).toEqual([false, true])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => has(folder.user)).toBe(true)
  expect(await qrsOf(page, folder.user)).toBe(before)
})

test('transfers all QR codes to another customer by shortcut, and undoes it [2.2 customer qrs]', async ({ page, records }) => {
  const { user } = await records.firstQr('sort=id&sortDirection=desc&perPage=1')
  const destiny = await destinyFor(page, user)
  const [before, there] = [await qrsOf(page, user), await qrsOf(page, destiny.id)]
  await visit(page, `/customers/${user}?tab=qrs`)
  await expect(page.getByRole('main').locator('tbody').getByRole('row').first()).toBeVisible()
  await sequence(page, 'c t')
  await chooseDestiny(page, destiny)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/QR codes? (is|are) live: .* scans? in 30 days\./)).toBeVisible()
  await dialog.getByRole('button', { name: `Transfer all to #${destiny.id}` }).click()
  await expect(page.getByText(/^Transferred: /)).toBeVisible()
  expect([await qrsOf(page, user), await qrsOf(page, destiny.id)]).toEqual([0, there + before])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => qrsOf(page, user)).toBe(before)
})
