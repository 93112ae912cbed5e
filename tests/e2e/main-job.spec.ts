import type { Customer } from '../../src/contract/customers.ts'
import { signedInAs } from './support/accounts.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

// All other tests run without animation, which takes time.
test.use({ storageState: signedInAs('undo'), reducedMotion: 'no-preference' })

const confirmationOf = (customer: Customer) => new RegExp(`^Ban ${escaped(customer.fullName)}\\?`)
const bannedToast = (customer: Customer) => `${customer.fullName} is banned.`

test('paste an e-mail, ban, undo: by keyboard alone [1.4 ban]', async ({ page, palette, customers, records }) => {
  const customer = await records.changeable('keyboard')
  await page.goto('/customers')
  await palette.openAndPaste(customer.email)
  await page.keyboard.press('Enter')
  await customers.expectAt(customer.id)
  await expect(customers.heading).toContainText(customer.fullName)

  await sequence(page, 'a b')
  const confirmation = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(confirmation).toContainText(customer.fullName)
  await expect(confirmation).toContainText(customer.email)
  await expect(confirmation).toContainText(/can be undone/i)
  await page.keyboard.press('Escape')
  await expect(confirmation).toHaveCount(0)
  expect((await records.customer(customer.id)).banned).toBe(false)

  await sequence(page, 'a b')
  await expect(confirmation).toBeVisible()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Ban', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(bannedToast(customer))).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(/^banned$/i)
      .first(),
  ).toBeVisible()

  await page.keyboard.press('Control+z')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Banned')
  await expect.poll(async () => (await records.customer(customer.id)).banned).toBe(false)
})

test('the same by mouse alone', async ({ page, palette, customers, records }) => {
  const customer = await records.changeable('mouse')
  await page.goto('/customers')
  await palette.button.click()
  await expect(palette.input).toBeFocused()
  await page.keyboard.insertText(customer.email)
  await palette.row(customer.email).first().click()
  await customers.expectAt(customer.id)

  await page
    .getByRole('main')
    .getByRole('button', { name: /^actions/i })
    .click()
  await page.getByRole('menuitem', { name: /^Ban/ }).click()
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(page.getByText(bannedToast(customer))).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(/^banned$/i)
      .first(),
  ).toBeVisible()

  await page.getByRole('button', { name: /^undo/i }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Banned')
  expect((await records.customer(customer.id)).banned).toBe(false)
})

test('the row menu of the list bans too, and gives the focus back', async ({ page, customers, records }) => {
  const customer = await records.changeable('rowMenu')
  await customers.open(`?searchTerm=${customer.id}`)
  await expect(customers.rows).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('.')
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: /^Open / }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(customers.current).toContainText(customer.email)

  await page.keyboard.press('.')
  await menu.getByRole('menuitem', { name: /^Ban/ }).press('Enter')
  await expect(page.getByRole('heading', { name: confirmationOf(customer) })).toBeVisible()
  await page.getByRole('button', { name: 'Ban', exact: true }).press('Enter')
  await expect(page.getByText(bannedToast(customer))).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`searchTerm=${customer.id}`))
  await expect(customers.row(customer.email)).toBeVisible()
  await expect.poll(async () => (await records.customer(customer.id)).banned).toBe(true)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await records.customer(customer.id)).banned).toBe(false)
})

test('a confirmation keeps its customer when the page moves underneath', async ({ page, customers, records }) => {
  const customer = await records.changeable('lockedTarget')
  const other = await records.changeable('doubleClick')
  await page.goto(`/customers/${other.id}`)
  await customers.expectAt(other.id)
  await page.goto(`/customers/${customer.id}`)
  await customers.expectAt(customer.id)
  await sequence(page, 'a b')
  await expect(page.getByRole('heading', { name: confirmationOf(customer) })).toBeVisible()
  await page.evaluate((path) => {
    window.history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, `/customers/${other.id}`)
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(page.getByText(bannedToast(customer))).toBeVisible()
  expect((await records.customer(other.id)).banned).toBe(false)
  expect((await records.customer(customer.id)).banned).toBe(true)
})

test('a double click, and Enter plus click, ban once', async ({ page, customers, records }) => {
  const customer = await records.changeable('late')
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/ban') && sent.push(request.method()))
  await page.goto(`/customers/${customer.id}`)
  await customers.expectAt(customer.id)
  await sequence(page, 'a b')
  await page.getByRole('button', { name: 'Ban', exact: true }).dblclick()
  await expect(page.getByText(bannedToast(customer))).toBeVisible()
  expect(sent).toEqual(['PATCH'])
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
