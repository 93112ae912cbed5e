import { knownCustomers } from '../../demo/data/known.ts'
import { signedInAs } from './support/accounts.ts'
import { expect, test } from './support/test.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

const ana = knownCustomers.ana

test('values typed with a form’s command stand in its field, and nothing is saved by it', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.openAndPaste(`change email of ${ana.email} to ana@new-cafe.example`)
  await expect(palette.chosen).toContainText('Change e-mail — ana@new-cafe.example')
  await page.keyboard.press('Enter')
  const email = page.getByRole('textbox', { name: 'E-mail' })
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('ana@new-cafe.example')
  // With the form open, the next one is put into it.
  await palette.openAndPaste('qr limit 77')
  await expect(palette.chosen).toContainText('Change QR code limit — 77')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'QR code limit' })).toHaveValue('77')
  await expect(email).toHaveValue('ana@new-cafe.example')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.locator('[data-fact="E-mail"]')).toContainText(ana.email)
})

test('a note typed behind a colon is saved below the one that is there, and undone', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.openAndPaste(`note ${ana.email}: called, wants a yearly plan`)
  await expect(palette.chosen).toContainText('Add a note — called, wants a yearly plan')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Step 2 of 2')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Note added: Ana Ruiz.')).toBeVisible()
  await palette.openAndPaste(ana.email)
  await page.keyboard.press('Enter')
  const note = page.getByRole('region', { name: 'Note' })
  await expect(note).toContainText(/\S\s+called, wants a yearly plan/)
  await palette.openAndPaste('note: called again')
  await expect(palette.chosen).toContainText('Add a note — called again')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Step 2 of 2')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Note added: Ana Ruiz.')).toHaveCount(2)
  await expect(note).toContainText(/called, wants a yearly plan\s+called again/)
  await page.keyboard.press('Control+Z')
  await expect(note).not.toContainText('called again')
  await page.keyboard.press('Control+Z')
  await expect(note).not.toContainText('called, wants a yearly plan')
  await expect(note).toContainText(/\S/)
})

test('the field that a command opens is in view, even on a page that was loaded before', async ({ page, palette }) => {
  await page.goto(`/customers/${ana.id}?billing=taxId`)
  await expect(page.getByRole('textbox', { name: 'Tax ID' })).toBeFocused()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'General' }).click()
  await expect(page).toHaveURL(/general/)
  await palette.openAndPaste(`vat ${ana.email} ESB12345674`)
  await expect(palette.chosen).toContainText('ESB12345674')
  await page.keyboard.press('Enter')
  const field = page.locator('#main form :focus')
  await expect(field).toHaveValue('ESB12345674')
  await expect(field).toBeInViewport()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('all QR codes are transferred from the customer’s page, where their command leads from anywhere', async ({
  page,
  customers,
  palette,
}) => {
  await customers.open()
  await palette.openAndPaste(`transfer all qrs from ${ana.email} to 12`)
  await expect(palette.chosen).toContainText('Transfer all QR codes')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/customers/${ana.id}`))
  await expect(page.getByText('Transfer all QR codes').first()).toBeVisible()
})

test('a domain is blocked from wherever one is', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.openAndPaste('block evil-menu.example')
  await expect(palette.chosen).toContainText('Block a domain — evil-menu.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('evil-menu.example is blocked from now on')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Blocked: evil-menu.example.')).toBeVisible()
  await palette.openAndPaste('unblock evil-menu.example')
  await expect(palette.chosen).toContainText('Remove from the blocked domains')
})

test('a question that was open is left when the palette runs something else', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.openAndPaste(ana.email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/customers/${ana.id}`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana')
  await palette.openAndPaste('ban')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: /Ban/ })
  await expect(question).toBeVisible()
  await palette.openAndPaste('edit note')
  await expect(palette.chosen).toContainText('Edit the note')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await expect(question).toHaveCount(0)
  await page.keyboard.press('Escape')
})
