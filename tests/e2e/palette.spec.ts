import { knownCustomers } from '../../server/demo/known.ts'
import { signedInAs } from './support/accounts.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

const { ana } = knownCustomers

test('opens and closes by its key everywhere, and gives the focus back', async ({ page, customers, palette }) => {
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

test('by mouse it gives the focus back to its button', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.button.click()
  await expect(palette.input).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette.button).toBeFocused()
})

test('what is typed right after the key is not lost', async ({ page, palette }) => {
  await visit(page, '/customers')
  await expect(palette.button).toBeVisible()
  await sequence(page, 'Control+k a n a')
  await expect(palette.input).toHaveValue('ana')
})

test('remembers the records one opened, for the next time it opens empty', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.openAndPaste(ana.email)
  await page.keyboard.press('Enter')
  await customers.expectAt(ana.id)
  await visit(page, '/invoices')
  await expect(customers.heading).toBeVisible()
  await palette.open()
  await expect(palette.row(/Ana Ruiz/)).toBeVisible()
})
