import type { Customer } from '../../src/contract/customers.ts'
import { signedInAs } from './support/accounts.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

// Only this and the tickets worked by mouse run with animation, which takes time.
test.use({ storageState: signedInAs('undo'), reducedMotion: 'no-preference', samePage: true })

const confirmationOf = (customer: Customer) => new RegExp(`^Ban ${escaped(customer.fullName)}\\?`)
const bannedToast = (customer: Customer) => `${customer.fullName} is banned.`

test('pastes an email, bans and undoes, using only the keyboard [1.4 ban]', async ({ page, palette, customers, records }) => {
  const customer = await records.changeable('keyboard')
  await visit(page, '/customers')
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
  await expect(page.getByRole('heading', { level: 1 })).toContainText('banned')

  await page.keyboard.press('Control+z')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('banned')
  await expect.poll(async () => (await records.customer(customer.id)).banned).toBe(false)
})

test('a confirmation keeps its customer when the page beneath it changes', async ({ page, customers, records }) => {
  const customer = await records.changeable('lockedTarget')
  const other = await records.changeable('otherTarget')
  await visit(page, `/customers/${other.id}`)
  await customers.expectAt(other.id)
  await visit(page, `/customers/${customer.id}`)
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

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
