import { sequence } from '../support/keyboard.ts'
import { act, expect, expectNoError, expectToast, password, test } from './support.ts'

test('staff accounts: made, found, edited, reset and removed', async ({ page, on, customers, expectedErrors }) => {
  expectedErrors.push(/status of 409/)
  await page.goto('/users')
  await expect(customers.rows).toHaveCount(3)
  await expect(customers.rows.first()).toContainText('marta@example.com')
  await sequence(page, 'u a')
  await page.getByLabel('Name').fill('Nuria Sanz')
  await page.getByLabel('E-mail').fill('marta@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await expect(page.getByLabel('Role')).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Email already exists.')).toBeVisible()
  await page.getByLabel('E-mail').fill('nuria@example.com')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('User created.')).toBeVisible()

  await page.goto('/users?sort=email')
  await expect(customers.rows).toHaveCount(4)
  await customers.search.fill('nuria')
  await expect(customers.rows).toHaveCount(1)
  await customers.rows
    .first()
    .getByRole('link', { name: /nuria@example\.com|Nuria Sanz|edit/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/users\/4$/)
  await page.getByLabel('Name').fill('Nuria Soler')
  await page.getByLabel('Password', { exact: true }).fill('new4harbour')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'User saved.')
  await expect(page.getByRole('heading', { name: 'Nuria Soler' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^End (the|all) session/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Reset 2FA' })).toHaveAttribute(
    'title',
    /unavailable: Two-factor is off/,
  )
  await expectNoError(page)

  await page.goto('/users/2')
  await expect(page.getByRole('heading', { name: 'Sam Okoye' })).toBeVisible()
  await act(page, on, 'u r', [], 'Reset')
  await expectToast(page, 'Two-factor verification reset: Sam Okoye.')
  await expect(page.getByRole('button', { name: 'Reset 2FA' })).toHaveAttribute(
    'title',
    /unavailable: Two-factor is off/,
  )
  await act(page, on, 'u d', [], 'Yes')
  await expectToast(page, 'User removed: Sam Okoye.')
  await expect(page).toHaveURL(/\/users$/)
  await expect(customers.rows).toHaveCount(3)
  await expect(customers.row('sam@example.com')).toHaveCount(0)
})
