import type { Page } from '@playwright/test'
import { knownCustomers, knownQr } from '../../demo/data/known.ts'
import type { PaymentRow } from '../../src/contract/payments.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { invoicesOfLastMonth } from './support/last-month.ts'
import { readQr } from './support/read-qr.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const { ana } = knownCustomers

test.use({ storageState: signedInAs('full'), samePage: true })

const panel = (page: Page) => page.locator('[data-side-panel]')
const heading = (page: Page) => panel(page).getByRole('heading', { level: 2 })

test('Space opens the row, j and k continue across pages, and Escape returns to the row', async ({ page, customers }) => {
  await visit(page, '/qrs')
  await expect(customers.rows).toHaveCount(10)
  await page.keyboard.press('j')
  const place = await customers.table.boundingBox()
  await page.keyboard.press('Space')
  await expect(heading(page)).toBeFocused()
  await expect(heading(page)).toHaveText(await customers.rows.first().getByRole('link').first().innerText())
  // Nothing moves, and only columns that are whole stand beside the panel.
  const edge = (await panel(page).boundingBox())?.x ?? 0
  const beside = await customers.table.boundingBox()
  expect(beside).toEqual({ ...place, width: beside?.width })
  const shown = await customers.rows.first().getByRole('cell').all()
  for (const cell of shown) {
    const box = await cell.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(edge)
  }
  for (let row = 1; row < 10; row++) {
    await page.keyboard.press('j')
    await expect(customers.rows.nth(row)).toHaveAttribute('data-focused', 'true')
  }
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/page=2/)
  await expect(customers.rows.first()).toHaveAttribute('data-focused', 'true')
  await expect(heading(page)).toHaveText(await customers.rows.first().getByRole('link').first().innerText())
  await page.keyboard.press('k')
  await expect(page).not.toHaveURL(/page=2/)
  await expect(customers.rows.last()).toHaveAttribute('data-focused', 'true')
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(customers.rows.last().getByRole('link').first()).toBeFocused()
  expect(await customers.table.boundingBox()).toEqual(place)
})

test('a click on a row opens it; back, forward, reload and links in the row work', async ({ page, customers }) => {
  await visit(page, '/payments')
  await customers.rows.nth(2).getByRole('cell').nth(4).click()
  await expect(heading(page)).toBeVisible()
  const address = page.url()
  await page.goBack()
  await expect(panel(page)).toHaveCount(0)
  await page.goForward()
  await expect(heading(page)).toBeVisible()
  await page.reload()
  await expect(heading(page)).toBeVisible()
  expect(page.url()).toBe(address)
  // Closed after a reload, it also leaves no history entry that would open it again.
  await panel(page).getByRole('button', { name: 'Close the side panel' }).click()
  await expect(panel(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/payments$/)
  // The customer's email in the row links to the customer.
  await customers.rows.nth(2).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/customers\/\d+$/)
})

test('Enter on an exact QR match in the palette opens the filtered list with the side panel', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.openAndPaste(knownQr.uri)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(knownQr.name)
  await expect(heading(page)).toBeFocused()
  await expect(customers.rows).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`/qrs\\?.*searchTerm=${knownQr.uri}.*&panel=qr-\\d+$`))
})

test('shortcuts, menu and palette act on the record in the panel', async ({ page, palette }) => {
  const { rows } = (await (await page.request.get('/api/admin/payments?stripeInvoiceStatus=paid&perPage=50')).json()) as {
    rows: PaymentRow[]
  }
  const payment = rows.find(
    ({ amountRefunded, amount, stripeDisputeStatus }) => amountRefunded === 0 && amount > 200 && !stripeDisputeStatus,
  )
  if (!payment) throw new Error('the demo has no payment to refund')
  await visit(page, `/customers/${payment.userId}?tab=payments&panel=payment-${payment.id}`)
  await expect(heading(page)).toHaveText(`Payment ${payment.id}`)
  // Waits for the record's facts; until then, keys act on the page beneath.
  await expect(panel(page).getByRole('button', { name: /^Actions/ })).toBeVisible()
  await page.keyboard.press('.')
  await expect(page.getByRole('menu', { name: `Actions: Payment ${payment.id}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeVisible()
  await palette.open()
  await palette.input.fill('refund 1')
  await expect(palette.row(/Refund/).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await palette.expectClosed()
  await sequence(page, 'p r')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Partial refund' }).check()
  await dialog.getByLabel('Partial amount').fill('1')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Refunded 1(,00)?\s.* to \S+: payment \d+\.$/)).toBeVisible()
  await expect(panel(page).getByRole('region', { name: 'Refunds' }).getByRole('listitem')).toHaveCount(1)
  await expect(heading(page)).toHaveText(`Payment ${payment.id}`)
})

test('a QR copied as PNG decodes to its address, and the SVG has the same modules', async ({ page, context, records }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const qr = await records.firstQr('type=url&perPage=1')
  await visit(page, `/qrs?panel=qr-${qr.id}`)
  await panel(page).getByRole('button', { name: 'Copy PNG' }).click()
  await expect(page.getByText('Copied the picture.')).toBeVisible()
  const modules = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const bitmap = await createImageBitmap((await item?.getType('image/png')) ?? new Blob())
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const paper = canvas.getContext('2d')
    paper?.drawImage(bitmap, 0, 0)
    const { data } = paper?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] as number[] }
    const isDark = (x: number, y: number) => (data[4 * (Math.floor(y) * bitmap.width + Math.floor(x))] ?? 255) < 128
    // The quiet zone is four modules wide. The first dark pixels on the diagonal are the finder's corner.
    let corner = 0
    while (!isDark(corner, corner)) corner++
    const width = corner / 4
    const size = Math.round(bitmap.width / width) - 8
    return Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (__, column) => isDark((column + 4.5) * width, (row + 4.5) * width)),
    )
  })
  expect(readQr(modules)).toBe(qr.qrUri)
  await panel(page).getByRole('button', { name: 'Copy SVG' }).click()
  await expect(page.getByText('Copied the SVG.')).toBeVisible()
  const copied = await page.evaluate(async () => {
    const svg = new DOMParser().parseFromString(await navigator.clipboard.readText(), 'image/svg+xml')
    const shape = new Path2D(svg.querySelectorAll('path')[1]?.getAttribute('d') ?? '')
    const size = Number(svg.documentElement.getAttribute('viewBox')?.split(' ')[2])
    const paper = new OffscreenCanvas(size, size).getContext('2d')
    const isDark = (column: number, row: number) => paper?.isPointInPath(shape, column + 4.5, row + 4.5) === true
    return Array.from({ length: size - 8 }, (_, row) => Array.from({ length: size - 8 }, (__, column) => isDark(column, row)))
  })
  expect(copied).toEqual(modules)
})

test('each kind is accessible in light and dark mode, and its links work', async ({ page, records }) => {
  const invoice = await records.firstInvoice(`user=${ana.id}`)
  await visit(page, `/customers/${ana.id}?tab=invoices&panel=invoice-${invoice.id}`)
  await expect(heading(page)).toHaveText(/^Invoice \d{4}-\d+$/)
  await expect(panel(page).getByRole('region', { name: 'Amounts' }).getByText('Total')).toBeVisible()
  await expectAccessible(page, 'the panel of an invoice')
  await panel(page).getByRole('region', { name: 'Details' }).getByRole('link').nth(1).click()
  await expect(heading(page)).toHaveText(/^Payment \d+$/)
  await expect(panel(page).getByRole('heading', { name: 'Other payments within 30 days' })).toBeVisible()
  await expectAccessible(page, 'the panel of a payment')
  await page.goBack()
  await expect(heading(page)).toHaveText(/^Invoice/)
  await visit(page, `/qrs?searchTerm=${knownQr.uri}&panel=qr-${(await records.firstQr(`searchTerm=${knownQr.uri}`)).id}`)
  await expect(panel(page).getByRole('heading', { name: 'URI history' })).toBeVisible()
  await expectAccessible(page, 'the panel of a QR')
  await panel(page).getByRole('region', { name: 'Details' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/customers\/\d+$/)
  await expect(panel(page)).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('covers the whole page, keeps focus inside, and has a Back button', async ({ page, customers }) => {
    await visit(page, invoicesOfLastMonth)
    await customers.rows.first().click()
    await expect(heading(page)).toBeFocused()
    expect(await panel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    // The focus never reaches the page beneath.
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('main, header')?.tagName ?? 'BODY')).not.toBe('HEADER')
      expect(await page.evaluate(() => document.activeElement?.closest('table'))).toBeNull()
    }
    await expectAccessible(page, 'the panel on a phone')
    await panel(page).getByRole('button', { name: 'Back' }).click()
    await expect(panel(page)).toHaveCount(0)
    await expect(customers.rows.first()).toBeVisible()
  })
})

test('a risky QR code also opens in it, by shortcut and by click, with the actions of the full record', async ({ page, customers }) => {
  await visit(page, '/qrs/risk')
  await expect(customers.rows.first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await expect(heading(page)).toBeFocused()
  await expect(heading(page)).toHaveText(await customers.rows.first().getByRole('cell').nth(1).innerText())
  await expect(panel(page).getByText('Created', { exact: true })).toBeVisible()
  await expect(panel(page).getByRole('button', { name: /^Actions/ })).toBeVisible()
  await page.keyboard.press('j')
  await expect(customers.rows.nth(1)).toHaveAttribute('data-focused', 'true')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(customers.rows.nth(1).locator('[data-row-link]')).toBeFocused()
  await customers.rows.nth(2).getByRole('cell').nth(4).click()
  await expect(heading(page)).toBeVisible()
})
