import { sequence } from '../support/keyboard.ts'
import { visit } from '../support/visit.ts'
import { expect, expectNoError, expectToast, test } from './support.ts'

// No test looks at what another changes, so what is still cached is right.
test.use({ samePage: true })

test('refunds a payment in part, then the rest, once each; a reload still shows it', async ({ page, on, customers }) => {
  const sent: unknown[] = []
  page.on('request', (request) => request.url().endsWith('/refund') && sent.push(request.postDataJSON()))
  await visit(page, '/customers/101?tab=payments')
  await expect(customers.rows).toHaveCount(3)
  await on.start('key', on.paymentRow(901), { title: 'Refund', keys: 'p r' })
  await expect(on.dialog.getByLabel('Reason', { exact: true })).toHaveCount(0)
  await on.answerField({ choose: 'Partial refund' })
  await on.answerField({ field: 'Partial amount', type: '2,50' })
  await on.confirm('Refund 2,50 €')
  await expectToast(page, 'Refunded 2,50 € to ')
  await expect(on.dialog).toHaveCount(0)
  await expect(on.paymentRow(901)).toContainText(/partly refunded/i)

  await on.start('row menu', on.paymentRow(901), { title: 'Refund', keys: 'p r' })
  await on.answerField({ choose: 'Everything left' })
  await on.confirm('Refund 21,50 €')
  await expectToast(page, 'Refunded 21,50 € to ')
  await expect(on.paymentRow(901)).toContainText(/refunded/i)
  await expect(on.paymentRow(901)).not.toContainText(/partly/i)
  await expect(page.getByText(/may have been done/)).toHaveCount(0)
  expect(sent).toEqual([{ amount: 250 }, {}])

  await page.reload()
  await expect(on.paymentRow(901)).toContainText(/refunded/i)
  await on.start('key', on.paymentRow(901), { title: 'Refund', keys: 'p r' })
  await expect(on.announced('Refund – unavailable: Already refunded in full.')).toBeVisible()
})

test('refunds yen without decimals; approves a payment; sends each filter as documented', async ({ page, on, customers }) => {
  await visit(page, '/payments')
  await expect(customers.rows).toHaveCount(6)
  await on.start('key', on.paymentRow(906), { title: 'Refund', keys: 'p r' })
  await on.answerField({ choose: 'Partial refund' })
  await on.answerField({ field: 'Partial amount', type: '15' })
  await on.confirm('Refund 15 JPY')
  await expectToast(page, 'Refunded 15 JPY to ')
  await on.start('key', on.paymentRow(903), { title: 'Force-approve', keys: 'p f' })
  await on.confirm('Force-approve')
  await expectToast(page, 'Payment approved: payment 903.')
  await expect(on.paymentRow(903)).toContainText('succeeded')
  for (const [filters, found] of [
    ['refunded=FULLY', 1],
    ['refunded=PARTIALLY&user=112', 1],
    ['disputed=needs_response&country=cz', 1],
    ['stripePaymentIntentStatus=succeeded&stripeInvoiceStatus=paid&perPage=20&sort=id&sortDirection=asc', 6],
  ] as const) {
    await visit(page, `/payments?${filters}`)
    await expect(customers.rows).toHaveCount(found)
  }
  await expectNoError(page)
})

test('invoices: filtered by month and id, viewed, reuploaded and downloaded; monthly reports', async ({ page, customers }) => {
  await visit(page, '/invoices')
  await expect(customers.rows).toHaveCount(1)
  const link = customers.rows.first().getByRole('link', { name: /View the PDF/ })
  await expect(link).toHaveAttribute('href', '/api/admin/invoices/files/file-803')
  expect((await page.request.get('/api/admin/invoices/files/file-803')).headers()['content-type']).toBe('application/pdf')
  await customers.heading.focus()
  await sequence(page, 'j i r')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reupload' }).click()
  await expectToast(page, 'Invoice reuploaded: invoice 803.')
  await expect(link).toHaveAttribute('href', '/api/admin/invoices/files/file-803-again')
  const [zip] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download all' }).click()])
  expect(zip.suggestedFilename()).toMatch(/^invoices-\d{4}-\d{2}\.zip$/)
  await customers.search.fill('802')
  await expect(page).toHaveURL(/invoiceId=802/)
  await expectNoError(page)

  await visit(page, '/sales?month=3&year=2025')
  await expect(page.getByRole('button', { name: /sales/i })).toBeVisible()
  const [sales] = await Promise.all([page.waitForEvent('download'), sequence(page, 'm s')])
  expect(sales.suggestedFilename()).toMatch(/-sales-report-March-2025\.csv$/)
  const [invoices] = await Promise.all([page.waitForEvent('download'), sequence(page, 'm i')])
  expect(invoices.suggestedFilename()).toMatch(/-invoices-report-March-2025\.csv$/)
})
