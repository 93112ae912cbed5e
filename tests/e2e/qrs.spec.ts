import type { Page } from '@playwright/test'
import type { QrRow } from '../../src/contract/qrs.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

/** Active QR codes with a web address, oldest first. Each test changes a different one. */
async function activeQr(page: Page, nth: number): Promise<QrRow> {
  const response = await page.request.get('/api/admin/qrs?sort=id&sortDirection=asc&perPage=150&type=url')
  const { rows } = (await response.json()) as { rows: QrRow[] }
  const row = rows.filter(({ status, stopped, whitelisted }) => status === 1 && stopped === 0 && !whitelisted)[nth]
  if (!row) throw new Error(`there is no active QR code number ${nth}`)
  return row
}

const qrNow = async (page: Page, id: number) => (await (await page.request.get(`/api/admin/qrs/${id}`)).json()) as QrRow

async function openRow(page: Page, qr: QrRow) {
  await visit(page, `/qrs?searchTerm=${encodeURIComponent(qr.uri)}&exactSearch=true`)
  await expect(page.getByRole('main').locator('tbody').getByRole('row')).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(page.locator('[data-row-link]:focus')).toBeVisible()
}

// [1.2 qrs] [2.2 row status] [2.2 status dialog]
test('changes a status by shortcut, gives a reason for the unavailable one, and undoes it', async ({ page }) => {
  const qr = await activeQr(page, 0)
  await openRow(page, qr)
  await sequence(page, 'q s')
  const dialog = page.getByRole('dialog', { name: 'Change status' })
  await expect(dialog.getByText('unavailable: Already active.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Blocked' }).check()
  await expect(dialog.getByText(/scans? in 30 days/)).toBeVisible()
  await expectAccessible(page, 'the question for a status')
  await dialog.getByRole('button', { name: 'Change to blocked' }).click()
  await expect(page.getByText(/^Status changed: .* is blocked\.$/)).toBeVisible()
  expect((await qrNow(page, qr.id)).status).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await qrNow(page, qr.id)).status).toBe(1)
})

test('the choices of a question stay where they are while it grows', async ({ page }) => {
  await openRow(page, await activeQr(page, 5))
  await sequence(page, 'q s')
  const dialog = page.getByRole('dialog', { name: 'Change status' })
  const choice = dialog.getByRole('radio', { name: 'Blocked' })
  const before = await dialog.boundingBox()
  const place = await choice.boundingBox()
  await choice.check()
  await expect(dialog.getByText(/scans? in 30 days/)).toBeVisible()
  expect((await dialog.boundingBox())?.height).toBeGreaterThan(before?.height ?? 0)
  expect(await choice.boundingBox()).toEqual(place)
})

// [2.2 row transfer]
test('transfers a QR step by step in the palette, to a destination found by typing', async ({ page, palette, records }) => {
  const qr = await activeQr(page, 4)
  const rows = await records.customers()
  const destiny = rows.find(({ id, banned, deleted }) => id !== qr.user && !banned && !deleted)
  if (!destiny) throw new Error('nobody to transfer to')
  await openRow(page, qr)
  await palette.open()
  await palette.input.fill('transfer')
  await expect(palette.chosen).toContainText(/ · Transfer/)
  await palette.chosen.click()
  const box = page.getByRole('combobox', { name: 'Destination' })
  await expect(box).toBeFocused()
  await box.fill(destiny.email)
  await expect(palette.chosen).toContainText('exact match')
  await expectAccessible(page, 'the step that picks a customer')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Palette' })).toContainText(`(${destiny.email}, #${destiny.id})`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Transferred: |^Qr transfer error/).first()).toBeVisible()
  await expect(page.getByText(/^Transferred: /)).toBeVisible()
  expect((await qrNow(page, qr.id)).user).toBe(destiny.id)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await qrNow(page, qr.id)).user).toBe(qr.user)
})

test('selects, previews, changes and undoes several rows at once', async ({ page }) => {
  await visit(page, '/qrs?type=menu')
  await expect(page.getByRole('main').locator('tbody').getByRole('row').nth(2)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('3 selected')
  await expectAccessible(page, 'the list with selected rows')
  await bar.getByRole('button', { name: /^Change status/ }).click()
  const question = page.getByRole('dialog', { name: 'Change status' })
  await question.getByRole('radio', { name: 'Stopped' }).check()
  await question.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: /^Change the status to stopped: 3 QR codes/ })
  await expect(dialog.getByText(/^Possible for/)).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page, 'the preview of a bulk change')
  await dialog.getByRole('button', { name: /^Do it for/ }).click()
  await expect(dialog.getByText(/QR codes? set to stopped/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo all' }).click()
  await expect(dialog.getByText(/^Undone for \d/)).toBeVisible()
  await expectAccessible(page, 'the summary of a bulk change')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toHaveCount(0)
})

test('on a phone rows are selected by touch', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { qrUri } = await activeQr(page, 5)
  // With many rows, one would be half under the bar, and a finger would have to scroll it first.
  await visit(page, `/qrs?searchTerm=${qrUri.split('/').at(-1)}&exactSearch=true`)
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toBeInViewport()
  await expectAccessible(page, 'selected rows on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('the preview opens over the list by shortcut and closes on Escape [2.2 row preview]', async ({ page }) => {
  const qr = await activeQr(page, 6)
  await openRow(page, qr)
  await sequence(page, 'q v')
  await expect(page).toHaveURL(new RegExp(`preview=${qr.id}`))
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).not.toHaveURL(/preview=/)
})
