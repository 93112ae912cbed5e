import { signedInAs } from './support/accounts.ts'
import { pickFilter } from './support/filters.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

test.use({ storageState: signedInAs('full') })

const stored = () => localStorage.getItem('payment.filters')

// [1.2 payments title] [1.2 payments list]
test('filters are in the URL, remembered, and can be removed', async ({ page, customers }) => {
  await customers.open()
  await sequence(page, 'g p')
  await expect(page).toHaveURL(/\/payments$/)
  await expect(page).toHaveTitle(/^Payments \| .+ CRM$/)
  await expect(customers.rows).toHaveCount(10)
  await pickFilter(page, 'Disputed', 'any dispute')
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
