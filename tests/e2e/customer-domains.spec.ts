import type { Page } from '@playwright/test'
import { knownCustomers } from '../../demo/data/known.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { pickFilter } from './support/filters.ts'
import { HeldAnswers } from './support/held-answers.ts'
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

test.use({ storageState: signedInAs('support'), samePage: true })

// [1.2 domains] [R25 within a customer] [2.2 domains] [2.2 domains filter]
test('the list filters by status (remembered) and hostname; a row opens its customer in a new tab', async ({ page, customers }) => {
  await customers.open()
  await sequence(page, 'g 5')
  await expect(page).toHaveURL(/\/customers\/domains$/)
  await expect(page).toHaveTitle(/^Customer domains \| .+ CRM$/)
  await expect(customers.rows.first()).toBeVisible()
  await expectAccessible(page, 'customer domains')
  await pickFilter(page, 'Status', 'pending')
  await expect(page).toHaveURL(/status=pending/)
  await expect(customers.rows.first()).toContainText('pending')
  await visit(page, '/customers/domains')
  await expect(customers.status).toHaveText('Status: pending')
  await pickFilter(page, 'Status', 'All')
  await page.getByLabel('Search customer domains').fill('qr.cafesol')
  await expect(page).toHaveURL(/searchTerm=qr\.cafesol/)
  await expect(customers.rows).toHaveCount(1)
  await expect(customers.rows.first().getByLabel('Main domain')).toBeVisible()
  await customers.heading.focus()
  await sequence(page, 'j')
  expect(await tabOpenedBy(page, () => page.keyboard.press('Enter'))).toBe(`/customers/${ana.id}`)
})

// [1.2 customer domains] [2.1 look at customers] [2.2 domains of customer] [2.2 dns checks] [2.2 check running] [2.8 domain check failed]
test('the customer page checks domains by button (disabled meanwhile) and shortcut; records can be copied', async ({ page }) => {
  const panel = await openPanel(page)
  const row = (hostname: string) => panel.getByRole('row').filter({ hasText: hostname })
  await expect(row('qr.cafesol').getByLabel('Not checked yet')).toHaveCount(2)
  const held = await HeldAnswers.of(page, /\/domain\/validation$/)
  const button = panel.getByRole('button', { name: 'Validate qr.cafesol.example' })
  await button.click()
  await held.arrived(1)
  await expect(button).toBeDisabled()
  await expect(panel.getByRole('button', { name: 'Validate go.cafesol.example' })).toBeEnabled()
  await held.releaseAll()
  await expect(row('qr.cafesol').getByLabel('Right', { exact: true })).toHaveCount(2)
  await expect(button).toBeEnabled()
  await panel.getByRole('button', { name: 'Validate go.cafesol.example' }).focus()
  await sequence(page, 'd v')
  await expect(row('go.cafesol').getByLabel('Right', { exact: true })).toHaveCount(1)
  await expect(row('go.cafesol').getByLabel('Missing or wrong')).toHaveCount(1)
  await panel.getByRole('button', { name: 'Validate link.cafesol.example' }).click()
  await expect(page.getByText('Request error try again')).toBeVisible()
  await expect(row('link.cafesol').getByLabel('Not checked yet')).toHaveCount(2)
  await expectAccessible(page, 'domains of a customer')

  await panel.getByRole('button', { name: 'Records of go.cafesol.example' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'records')
  await page.getByRole('button', { name: 'Copy value of the TXT record' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^domain-verification=[0-9a-f]{32}$/)
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: 'Records of go.cafesol.example' })).toBeFocused()
})
