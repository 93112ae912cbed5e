import type { Page } from '@playwright/test'
import { knownCustomers } from '../../server/demo/known.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence, tabOpenedBy } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const { ana } = knownCustomers

/** The domains panel on Ana's page, once loaded. */
async function openPanel(page: Page) {
  await visit(page, `/customers/${ana.id}?show=domains`)
  const panel = page.getByRole('region', { name: 'Domains' })
  await panel.scrollIntoViewIfNeeded()
  await expect(panel.getByRole('row').nth(1)).toBeVisible()
  return panel
}

test.use({ storageState: signedInAs('support') })

// [1.2 domains] [R25 within a customer] [2.2 domains] [2.2 domains filter]
test('the list: by status, which is remembered, by hostname, and each opens its customer in a new tab', async ({ page, customers }) => {
  await customers.open()
  await sequence(page, 'g o')
  await expect(page).toHaveURL(/\/customers\/domains$/)
  await expect(page).toHaveTitle(/^Customer domains \| .+ CRM$/)
  await expect(customers.rows.first()).toBeVisible()
  await customers.status.selectOption('pending')
  await expect(page).toHaveURL(/status=pending/)
  await expect(customers.rows.first()).toContainText('pending')
  await page.goto('/customers/domains')
  await expect(customers.status).toHaveValue('pending')
  await customers.status.selectOption('')
  await page.getByLabel('Search customer domains').fill('qr.cafesol')
  await expect(page).toHaveURL(/searchTerm=qr\.cafesol/)
  await expect(customers.rows).toHaveCount(1)
  await expect(customers.rows.first().getByLabel('Main domain')).toBeVisible()
  await customers.heading.focus()
  await sequence(page, 'j')
  expect(await tabOpenedBy(page, () => page.keyboard.press('Enter'))).toBe(`/customers/${ana.id}`)
  await sequence(page, 'd v')
  await expect(page.getByText('Checked qr.cafesol.example: CNAME right, TXT right.')).toBeVisible()
})

// [1.2 customer domains] [2.1 look at customers] [2.2 domains of customer] [2.2 dns checks] [2.8 domain check failed]
test('on the customer’s page: checked by button and by key, with the records to copy', async ({ page }) => {
  const panel = await openPanel(page)
  const row = (hostname: string) => panel.getByRole('row').filter({ hasText: hostname })
  await expect(row('qr.cafesol').getByLabel('Not checked yet')).toHaveCount(2)
  await panel.getByRole('button', { name: 'Validate qr.cafesol.example' }).click()
  await expect(row('qr.cafesol').getByLabel('Right', { exact: true })).toHaveCount(2)
  await panel.getByRole('button', { name: 'Validate go.cafesol.example' }).focus()
  await sequence(page, 'd v')
  await expect(row('go.cafesol').getByLabel('Right', { exact: true })).toHaveCount(1)
  await expect(row('go.cafesol').getByLabel('Missing or wrong')).toHaveCount(1)
  await panel.getByRole('button', { name: 'Validate link.cafesol.example' }).click()
  await expect(page.getByText('Request error try again')).toBeVisible()
  await expect(row('link.cafesol').getByLabel('Not checked yet')).toHaveCount(2)

  await panel.getByRole('button', { name: 'Records of go.cafesol.example' }).click()
  await page.getByRole('button', { name: 'Copy value of the TXT record' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^domain-verification=[0-9a-f]{32}$/)
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: 'Records of go.cafesol.example' })).toBeFocused()
})

test('the button is disabled while the check runs [2.2 check running]', async ({ page }) => {
  const panel = await openPanel(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/domain\/validation$/, async (route) => {
    await held
    await route.continue()
  })
  const button = panel.getByRole('button', { name: 'Validate qr.cafesol.example' })
  await button.click()
  await expect(button).toBeDisabled()
  await expect(panel.getByRole('button', { name: 'Validate go.cafesol.example' })).toBeEnabled()
  answer()
  await expect(button).toBeEnabled()
})

test.describe('accessibility', () => {
  test('axe finds nothing', async ({ page, customers }) => {
    await page.goto('/customers/domains')
    await expect(customers.rows.first()).toBeVisible()
    await expectAccessible(page, 'customer domains')
    const panel = await openPanel(page)
    await panel.getByRole('button', { name: 'Validate go.cafesol.example' }).click()
    await expect(panel.getByLabel('Missing or wrong')).toBeVisible()
    await expectAccessible(page, 'domains of a customer')
    await panel.getByRole('button', { name: 'Records of qr.cafesol.example' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'records')
  })
})
