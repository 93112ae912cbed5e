import { knownCustomers } from '../../server/demo/known.ts'
import { signedInAs } from './support/accounts.ts'
import { failing, HeldAnswers } from './support/held-answers.ts'
import { paste } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

// The console reuses a look-up for a while, so each test that holds one back asks for another customer.
const { ana, trialing, pastDue, willCancel, sepa } = knownCustomers
const find = /\/api\/admin\/customers\/find\//
const lookUps = /\/api\/admin\/(customers\/find\/|customers\?|qrs\?|invoices\?)/

test('Enter before the answer opens the exact match once it is there, and runs nothing meanwhile', async ({ page, customers, palette }) => {
  // Start on a customer's page, where 'Ban' and the other record commands are available.
  await visit(page, `/customers/${sepa.id}`)
  await customers.expectAt(sepa.id)
  const changes: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && !request.url().includes('/live/') && changes.push(request.url()))
  const held = await HeldAnswers.of(page, find)

  await palette.openAndPaste(ana.email)
  await page.keyboard.press('Enter')
  await held.arrived(1)
  await expect(palette.input).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`/customers/${sepa.id}$`))
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await held.release(0)
  await customers.expectAt(ana.id)
  expect(changes).toEqual([])
})

test('what is typed after Enter takes the promise back', async ({ page, customers, palette }) => {
  await customers.open()
  const held = await HeldAnswers.of(page, find)
  await palette.openAndPaste(pastDue.email)
  await page.keyboard.press('Enter')
  await held.arrived(1)
  await page.keyboard.press('Backspace')
  await held.releaseAll()
  await expect(palette.input).toHaveValue(pastDue.email.slice(0, -1))
  await expect(palette.dialog.getByText(/searching/i)).toHaveCount(0)
  await expect(page).toHaveURL(/\/customers$/)
  await expect(palette.input).toBeFocused()
})

test('a late answer never replaces a newer one', async ({ page, customers, palette }) => {
  await customers.open()
  const held = await HeldAnswers.of(page, find)
  await palette.openAndPaste(willCancel.email)
  await held.arrived(1)
  await page.keyboard.press('Control+a')
  await paste(page, trialing.email)
  await expect(palette.input).toHaveValue(trialing.email)
  await held.arrived(2)

  await held.release(1)
  await expect(palette.row(trialing.email)).toBeVisible()
  await held.release(0)
  // A third look-up goes out after the late one. Once it is answered, the late one would have had its effect.
  await page.evaluate(() => fetch('/api/admin/customers/countries').then((response) => response.json()))
  await expect(palette.row(willCancel.email)).toHaveCount(0)
  await expect(palette.chosen).toContainText(trialing.email)
  await page.keyboard.press('Enter')
  await customers.expectAt(trialing.id)
})

test('an answer that arrives does not move the choice a person has made', async ({ page, customers, palette }) => {
  await customers.open()
  const held = await HeldAnswers.of(page, lookUps)
  await palette.openAndPaste('c')
  await expect(palette.row(/./).nth(2)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const chosen = await palette.chosen.innerText()
  const rowsBefore = await palette.row(/./).count()
  await held.arrived(1)
  await held.releaseAll()
  await expect.poll(() => palette.row(/./).count()).toBeGreaterThan(rowsBefore)
  expect(await palette.chosen.innerText()).toBe(chosen)
})

test('one look-up that fails says so and can be tried again, while the others answer', async ({ page, customers, palette, records }) => {
  await customers.open()
  const customer = await records.customer(sepa.id)
  const repair = await failing(page, /\/api\/admin\/invoices\?/, 500)
  await palette.openAndPaste(String(sepa.id))
  await expect(palette.row(customer.email)).toBeVisible()
  await expect(palette.dialog.getByText(/failed/i).first()).toBeVisible()
  const retry = palette.dialog
    .getByRole('button', { name: /retry|try again/i })
    .or(palette.row(/retry|try again/i))
    .first()
  await expect(retry).toBeVisible()
  await repair()
  await retry.click()
  await expect(palette.dialog.getByText(/failed/i)).toHaveCount(0)
  await expect(palette.row(customer.email)).toBeVisible()
  await expect(palette.row(/invoice/i).first()).toBeVisible()
})

test('without any answer the commands still work', async ({ page, customers, palette }) => {
  await customers.open()
  await HeldAnswers.of(page, lookUps)
  await palette.openAndPaste('Invoices')
  await expect(palette.chosen).toContainText(/invoices/i)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/invoices/)
})

test('verb and record together: one Enter leads to the confirmation, Escape takes it back', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.openAndPaste(`ban ${ana.email}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText('Ban ')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toHaveCount(0)
})

test('a verb asks for its record, and Escape leads back to what was typed', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.openAndPaste('extend trial 7')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose the customer', { exact: true })).toBeVisible()
  await page.keyboard.insertText(ana.email)
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('exact e-mail')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Find or run a command' })).toHaveValue('extend trial 7')
})
