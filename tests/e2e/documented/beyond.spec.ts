import { sequence } from '../support/keyboard.ts'
import { visit } from '../support/visit.ts'
import { expect, test } from './support.ts'

test('features this API lacks appear in no menu or palette and have no shortcut [R56 documented replies]', async ({
  page,
  customers,
  palette,
  on,
}) => {
  await customers.open()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: /audit/i })).toHaveCount(0)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Payments')
  await expect(sheet).not.toContainText(/undo|export|audit|end all sessions|change role/i)
  await page.keyboard.press('Escape')
  for (const words of ['undo', 'export', 'audit trail', 'what i can undo']) {
    await palette.open()
    await palette.input.fill(words)
    await expect(palette.row(new RegExp(words, 'i'))).toHaveCount(0)
    await page.keyboard.press('Escape')
    await palette.expectClosed()
  }
  for (const keys of ['Control+z', 'Shift+Z', 'l e', 'g h']) await sequence(page, keys)
  await expect(page).toHaveURL(/\/customers$/)
  await expect(on.dialog).toHaveCount(0)
  await page.goto('/audit')
  await expect(page).toHaveURL(/\/customers$/)

  await visit(page, '/qrs')
  await expect(customers.rows).toHaveCount(5)
  await on.openRowMenu(customers.rows.first())
  await expect(on.menu).toContainText('Change status')
  await expect(on.menu).not.toContainText(/undo|history|export/i)
  await page.keyboard.press('Escape')
})

test('keeps settings, columns, views and keys in the browser', async ({ page, customers, palette, on }) => {
  await customers.open('?country=es')
  await sequence(page, 'l s')
  await expect(page.getByLabel(/save these filters/i)).toBeFocused()
  await page.keyboard.type('Spaniards')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'View: Spaniards' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(on.dialog).toHaveCount(0)
  await sequence(page, 'l c')
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByRole('checkbox', { name: 'Country' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(columns).toHaveCount(0)
  const headers = page.getByRole('main').getByRole('columnheader')
  await expect(headers.filter({ hasText: 'Country' })).toHaveCount(0)
  await page.getByLabel(/a page/).selectOption('20')
  await palette.open()
  await palette.input.fill('single-letter keys')
  await expect(palette.chosen).toContainText(/single-letter keys/i)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Single-letter shortcuts are off.')).toBeVisible()

  await page.reload()
  await expect(customers.rows).toHaveCount(1)
  await expect(headers.filter({ hasText: 'Country' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('dialog', { name: 'My views of Customers' }).getByRole('link', { name: 'Spaniards' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => localStorage.getItem('customerEntries'))).toBe('20')
  await sequence(page, 'g p')
  await expect(page).toHaveURL(/\/customers\?/)
})

test('a change with an invalid response shows an error, can’t be retried, and still shows its result', async ({ page, on, api }) => {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/refund')) sent += 1
  })
  await api.answer('PATCH', '/payments/902/refund', { success: 'x' })
  await page.goto('/customers/101?tab=payments')
  await expect(on.paymentRow(902)).toBeVisible()
  await on.start('key', on.paymentRow(902), { title: 'Refund', keys: 'p r' })
  await on.answerField({ choose: 'Full refund' })
  await on.confirm('Refund 24,00 €')
  const said = page.getByText(/PATCH \/payments\/\{?\w+\}?\/refund/).first()
  await expect(said).toBeVisible()
  await expect(said).toContainText('success')
  await expect(page.getByRole('button', { name: /try again|^refund 24/i })).toHaveCount(0)
  await expect(page.getByText(/could not be reached|no answer came/i)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(on.paymentRow(902)).toContainText(/refunded/i)
  expect(sent).toBe(1)
})
