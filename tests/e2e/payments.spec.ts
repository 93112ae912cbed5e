import { signedInAs } from './support/accounts.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

test.use({ storageState: signedInAs('full') })

const stored = () => localStorage.getItem('payment.filters')

// [1.2 payments title] [1.2 payments list]
test('filters are in the address, remembered, and taken away again', async ({ page, customers }) => {
  await customers.open()
  await sequence(page, 'g p')
  await expect(page).toHaveURL(/\/payments$/)
  await expect(page).toHaveTitle(/^Payments \| .+ CRM$/)
  await expect(customers.rows).toHaveCount(10)
  await page.getByLabel('Disputed').selectOption('all')
  await expect(page).toHaveURL(/\/payments\?disputed=all$/)
  await expect(customers.rows.first()).toContainText(/dispute/)
  expect(await page.evaluate(stored)).toBe('{"disputed":"all"}')

  await page.goto('/payments')
  await expect(page.getByRole('button', { name: 'Remove filter Disputed: any dispute' })).toBeVisible()
  await expect(page).toHaveURL(/\/payments\?disputed=all$/)
  await page.goto('/payments?disputed=lost')
  await expect(page.getByRole('button', { name: 'Remove filter Disputed: lost' })).toBeVisible()
  await expect(customers.rows.first()).toContainText(/lost/)
  await page.getByRole('button', { name: 'Remove filter Disputed: lost' }).click()
  await expect(page).toHaveURL(/\/payments$/)
  expect(await page.evaluate(stored)).toBeNull()
})

test('corrupt storage changes nothing', async ({ page, customers }) => {
  await customers.open()
  await page.evaluate(() => localStorage.setItem('payment.filters', '{"country":{"evil":1},"user":"x"'))
  await page.goto('/payments')
  await expect(customers.rows).toHaveCount(10)
  await expect(page).toHaveURL(/\/payments$/)
})

test('a row opens its customer, and offers the actions of a payment', async ({ page, customers }) => {
  await page.goto('/payments?stripeInvoiceStatus=paid&perPage=20')
  await expect(customers.rows).toHaveCount(20)
  await customers.heading.focus()
  await sequence(page, 'j .')
  await expect(page.getByRole('menuitem', { name: /refund/i })).toBeVisible()
  await page.keyboard.press('Escape')
  await sequence(page, 'j')
  await expect(customers.rows.nth(1).and(customers.current)).toHaveCount(1)
  const href = await customers.current.locator('a').first().getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${href}$`))
})

test.describe('without role 1', () => {
  test.use({ storageState: signedInAs('support') })

  test('the page is open, the menu entry is not there [1.2 payments] [R1 payments route]', async ({ page, customers }) => {
    await page.goto('/payments')
    await expect(customers.rows).toHaveCount(10)
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^payments/i })).toHaveCount(0)
  })
})
