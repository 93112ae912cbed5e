import { SignInPage } from '../support/sign-in-page.ts'
import { accounts, expect, password, rightCode, test } from './support.ts'

// Browsers log every 401 as a failed load.
test.use({ who: null, expectedErrors: [/status of 401/] })

test('with two-factor: rejects a wrong code, signs in, stays signed in after a reload, and signs out', async ({ page }) => {
  const signIn = new SignInPage(page)
  await page.goto('/invoices')
  await expect(page).toHaveURL(/\/login\?origin=/)
  await signIn.enterPassword({ email: accounts.full }, 'wrong7')
  await expect(page.getByText('Invalid credentials').first()).toBeVisible()
  await signIn.enterPassword({ email: accounts.full }, password)
  await expect(page).toHaveURL(/\/pages-two-step-verification/)
  await signIn.pasteCode('111111')
  await expect(page.getByText('Invalid 2FA code.').first()).toBeVisible()
  await signIn.pasteCode(rightCode)
  await expect(page).toHaveURL(/\/invoices$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible()
  const account = page.getByRole('banner').getByRole('button', { name: /^your account/i })
  await expect(account).toHaveAccessibleName(/Marta Vidal/)
  await account.click()
  await page.getByRole('menuitem', { name: /log ?out|sign out/i }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/customers')
  await expect(page).toHaveURL(/\/login/)
})

test('an account without two-factor activates it at its first sign-in', async ({ page }) => {
  const signIn = new SignInPage(page)
  await page.goto('/login')
  await signIn.enterPassword({ email: accounts.unactivated }, password)
  await expect(page).toHaveURL(/\/qr-code/)
  await expect(page.getByText('ORSXG5BNMJQXGZJTGI')).toBeVisible()
  await page.getByRole('main').getByRole('textbox').fill(rightCode)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/activated successfully/i)).toBeVisible()
  await expect(page).toHaveURL(/\/general/)
  await expect(page.getByRole('heading', { level: 1, name: 'General dashboard' })).toBeVisible()
})
