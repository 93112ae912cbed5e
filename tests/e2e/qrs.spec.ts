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
test('a status is changed by key, refused with its reason, and taken back', async ({ page }) => {
  const qr = await activeQr(page, 0)
  await openRow(page, qr)
  await sequence(page, 'q s')
  const dialog = page.getByRole('dialog', { name: 'Change status' })
  await expect(dialog.getByText('unavailable: Already active.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Blocked' }).check()
  await expect(dialog.getByText(/scans? in the last 30 days/)).toBeVisible()
  await expectAccessible(page, 'the question for a status')
  await dialog.getByRole('button', { name: 'Change to blocked' }).click()
  await expect(page.getByText(/^Status changed: .* is blocked\.$/)).toBeVisible()
  expect((await qrNow(page, qr.id)).status).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await qrNow(page, qr.id)).status).toBe(1)
})

test('a QR is whitelisted from its row menu; then menu and key say that it is already [2.2 row whitelist]', async ({ page }) => {
  const qr = await activeQr(page, 1)
  await openRow(page, qr)
  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: /^Whitelist/ }).click()
  await page.getByRole('button', { name: 'Whitelist', exact: true }).click()
  await expect(page.getByText(/^Whitelisted: /)).toBeVisible()
  expect((await qrNow(page, qr.id)).whitelisted).toBe(true)
  await page.keyboard.press('.')
  await expect(page.getByRole('menuitem', { name: /^Whitelist/ })).toContainText('unavailable: Already whitelisted.')
  await page.keyboard.press('Escape')
  await sequence(page, 'q w')
  await expect(page.getByText(/unavailable: Already whitelisted\./)).toBeVisible()
})

test('a uri is changed; one that was ever used keeps the dialog [2.2 row uri] [2.8 uri in use]', async ({ page }) => {
  const qr = await activeQr(page, 2)
  const other = await activeQr(page, 3)
  await openRow(page, qr)
  await sequence(page, 'q u')
  const dialog = page.getByRole('dialog', { name: 'Change uri' })
  await expect(dialog.getByRole('button', { name: 'Change uri' })).toBeDisabled()
  await dialog.getByLabel('Uri').fill(other.uri)
  await dialog.getByRole('button', { name: 'Change uri' }).click()
  await expect(dialog.getByText('URI already in use.')).toBeVisible()
  await dialog.getByLabel('Uri').fill('e2e-summer-26')
  await dialog.getByRole('button', { name: /Try again|Change uri/ }).click()
  await expect(page.getByText(/is reached by e2e-summer-26\. It no longer matches the filter\.$/)).toBeVisible()
  expect((await qrNow(page, qr.id)).uri).toBe('e2e-summer-26')
})

// [2.2 row transfer]
test('a transfer goes step by step in the palette, to a destination picked by typing', async ({ page, palette, records }) => {
  const qr = await activeQr(page, 4)
  const rows = await records.customers()
  const destiny = rows.find(({ id, banned, deleted }) => id !== qr.user && !banned && !deleted)
  if (!destiny) throw new Error('nobody to transfer to')
  await openRow(page, qr)
  await palette.open()
  await palette.input.fill('transfer')
  await palette
    .row(/^Transfer/)
    .first()
    .click()
  const box = page.getByRole('combobox', { name: 'Destination' })
  await expect(box).toBeFocused()
  await box.fill(destiny.email)
  await expect(palette.chosen).toContainText('exact match')
  await expectAccessible(page, 'the step that picks a customer')
  await page.keyboard.press('Enter')
  await expect(page.getByText(new RegExp(`#${destiny.id}\\)`)).first()).toContainText(destiny.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Transferred: |^Qr transfer error/).first()).toBeVisible()
  await expect(page.getByText(/^Transferred: /)).toBeVisible()
  expect((await qrNow(page, qr.id)).user).toBe(destiny.id)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await qrNow(page, qr.id)).user).toBe(qr.user)
})

// [2.2 activate all dialog]
test('all stopped QR codes of a customer are activated from the page menu, and from there alone', async ({ page, customers }) => {
  const qr = await activeQr(page, 5)
  await page.request.patch(`/api/admin/qrs/${qr.id}/status`, {
    data: { status: 'stopped' },
    headers: { origin: new URL(page.url() === 'about:blank' ? 'http://localhost' : page.url()).origin },
  })
  await customers.open(`?searchTerm=${qr.user}&exactSearch=true`)
  await page.keyboard.press('j')
  await page.keyboard.press('.')
  await expect(page.getByRole('menuitem', { name: /^Activate all/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await visit(page, `/customers/${qr.user}?tab=qrs`)
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Activate all/ }).click()
  await page.getByRole('button', { name: 'Activate all', exact: true }).click()
  await expect(page.getByText(/^Activated: /)).toBeVisible()
  expect((await qrNow(page, qr.id)).stopped).toBe(0)
})

test('many are selected, previewed, changed and taken back as one', async ({ page }) => {
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
  await expect(dialog.getByText(/QR codes? done, /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo all that was done' }).click()
  await expect(dialog.getByText(/^Undone for \d/)).toBeVisible()
  await expectAccessible(page, 'the summary of a bulk change')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toHaveCount(0)
})

test('all that match are changed in parts: one part fails, is retried, and the whole is taken back', async ({ page }) => {
  await visit(page, '/qrs')
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: /^Select all [\d\s]+ that match/ }).click()
  // The ids of all matching rows are loaded first.
  await expect.poll(async () => Number((await bar.getByText(/selected$/).textContent())?.replace(/\D/g, ''))).toBeGreaterThan(1000)
  await bar.getByRole('button', { name: /^Whitelist/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Possible for/)).toBeVisible()
  let parts = 0
  await page.route('**/api/admin/qrs/bulk', (route) => (++parts === 3 ? route.abort() : route.continue()))
  await dialog.getByRole('button', { name: /^Do it for/ }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await expect(dialog.getByText(/100 failed/)).toBeVisible({ timeout: 30_000 })
  await dialog.getByRole('button', { name: 'Retry 100 that failed' }).click()
  await expect(dialog.getByText(/, 0 failed/)).toBeVisible()
  const done = Number((await dialog.getByText(/QR codes? done, /).textContent())?.split('QR')[0]?.replace(/\D/g, ''))
  expect(done).toBeGreaterThan(1000)
  await dialog.getByRole('button', { name: 'Undo all that was done' }).click()
  await expect(dialog.getByText(/^Undone for/)).toContainText(String(done).replace(/(\d)(?=\d{3}$)/, '$1 '), { timeout: 30_000 })
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

test('a preview opens over the list by its key and closes by Escape [2.2 row preview]', async ({ page }) => {
  const qr = await activeQr(page, 6)
  await openRow(page, qr)
  await sequence(page, 'q v')
  await expect(page).toHaveURL(new RegExp(`preview=${qr.id}`))
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).not.toHaveURL(/preview=/)
})
