import { knownCustomers } from '../../server/demo/known.ts'
import { signedInAs } from './support/accounts.ts'
import { pressOnLayout, sequence } from './support/keyboard.ts'
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

test('gives the focus back to the row one stood on', async ({ page, customers, palette }) => {
  await customers.open()
  await sequence(page, 'j j')
  const second = customers.rows.nth(1).and(customers.current)
  await expect(second).toHaveCount(1)
  await palette.open()
  await page.keyboard.press('Escape')
  await palette.expectClosed()
  await expect(second).toHaveCount(1)
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

test('an action that cannot run now says why, and Enter on it does nothing', async ({ page, customers, palette }) => {
  await customers.open(`?searchTerm=${ana.id}`)
  await expect(customers.rows).toHaveCount(1)
  await palette.openAndPaste('next page')
  await expect(palette.chosen).toContainText(/next page/i)
  await expect(palette.chosen).toContainText(/unavailable: ./i)
  await page.keyboard.press('Enter')
  await expect(
    palette.dialog
      .getByRole('status')
      .or(palette.dialog.getByRole('alert'))
      .filter({ hasText: /unavailable|cannot|no more|last page/i })
      .first(),
  ).toBeVisible()
  await expect(palette.input).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`/customers\\?searchTerm=${ana.id}$`))
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

test('acts on the customer it was opened for', async ({ page, customers, palette, records }) => {
  const customer = await records.changeable('doubleClick')
  await visit(page, `/customers/${customer.id}`)
  await customers.expectAt(customer.id)
  await palette.openAndPaste('ban')
  await expect(palette.row(`Ban ${customer.fullName}`)).toBeVisible()
  await expect(palette.chosen).toContainText(`Ban ${customer.fullName}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Ban ${customer.fullName}?` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: `Ban ${customer.fullName}?` })).toHaveCount(0)
})

test('keys work on a Cyrillic keyboard layout, by position', async ({ page, customers, palette }) => {
  await customers.open()
  await pressOnLayout(page, 'л', 'KeyK', { ctrlKey: true })
  await expect(palette.input).toBeFocused()
  await page.keyboard.press('Escape')
  await palette.expectClosed()
  await pressOnLayout(page, 'п', 'KeyG')
  await pressOnLayout(page, 'ш', 'KeyI')
  await expect(page).toHaveURL(/\/invoices/)
})

test('the cheat sheet shows the keys, and Escape closes it', async ({ page, customers }) => {
  await customers.open()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  await expect(sheet).toContainText(/customers/i)
  await expect(sheet).toContainText('Ban or unban')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
})

test('no key acts while one types, nor on repeat, nor while text is composed', async ({ page, customers }) => {
  await visit(page, `/customers/${ana.id}`)
  await customers.expectAt(ana.id)
  await page.evaluate(() => {
    for (const [key, options] of [
      ['a', { repeat: true }],
      ['b', { repeat: true }],
      ['a', { isComposing: true }],
      ['b', { isComposing: true }],
    ] as const)
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, bubbles: true, cancelable: true, ...options }),
      )
  })
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await customers.open()
  await page.keyboard.press('/')
  await page.keyboard.type('g i')
  await expect(customers.search).toHaveValue('g i')
  await expect(page).toHaveURL(/\/customers/)
})

test('a sequence that was begun shows itself', async ({ page, customers }) => {
  await customers.open()
  await page.keyboard.press('g')
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /customers/i })
      .first(),
  ).toBeVisible()
  await page.keyboard.press('i')
  await expect(page).toHaveURL(/\/invoices/)
})
