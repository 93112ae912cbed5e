import { knownCustomers } from '../../demo/data/known.ts'
import { signedInAs } from './support/accounts.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

const { ana } = knownCustomers

test('opens and closes by shortcut, even in a text field, and restores focus', async ({ page, customers, palette }) => {
  await customers.open()
  await page.keyboard.press('/')
  await expect(customers.search).toBeFocused()
  await page.keyboard.type('half a wor')
  await page.keyboard.press('Control+k')
  await expect(palette.input).toBeFocused()
  await page.keyboard.press('Control+k')
  await palette.expectClosed()
  await expect(customers.search).toBeFocused()
  await expect(customers.search).toHaveValue('half a wor')

  await page.keyboard.press('Control+k')
  await expect(palette.input).toBeFocused()
  await page.keyboard.press('Escape')
  await palette.expectClosed()
  await expect(customers.search).toBeFocused()
})

test('returns focus to its button when opened by mouse', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.button.click()
  await expect(palette.input).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette.button).toBeFocused()
})

test('keeps text typed right after the shortcut', async ({ page, palette }) => {
  await visit(page, '/customers')
  await expect(palette.button).toBeVisible()
  await sequence(page, 'Control+k a n a')
  await expect(palette.input).toHaveValue('ana')
})

test('shows recently opened records the next time it opens empty', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.openAndPaste(ana.email)
  await page.keyboard.press('Enter')
  await customers.expectAt(ana.id)
  await visit(page, '/invoices')
  await expect(customers.heading).toBeVisible()
  await palette.open()
  await expect(palette.row(/Ana Ruiz/)).toBeVisible()
})

test('a customer’s tabs come before the lists of everybody, and the preview says what a command will do', async ({
  page,
  customers,
  palette,
}) => {
  await visit(page, `/customers/${ana.id}`)
  await customers.expectAt(ana.id)
  for (const [text, first] of [
    ['payments', /Show payments/],
    ['qrs', /Show QR codes/],
    ['history', /Timeline/],
    ['refund 5', /Refund the last payment/],
  ] as const) {
    await palette.openAndPaste(text)
    await expect(page.getByRole('option', { selected: true })).toHaveText(first)
    if (text === 'refund 5') await expect(page.getByLabel('Preview')).toContainText(/What happens: 5,00\s€ of .* goes back to /)
    await page.keyboard.press('Escape')
    await palette.expectClosed()
  }
  // About him, or about the customer on screen: both are offered, and Enter takes neither.
  await palette.openAndPaste('note marco leite is her husband')
  await expect(page.getByRole('option', { name: /^Marco Leite · Add a note — is her husband/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /^Ana Ruiz · Add a note — marco leite is her husband/ })).toBeVisible()
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
})
