import { generateSync } from 'otplib'
import { ownAccounts, signedOut, unactivated } from './support/accounts.ts'
import { HeldAnswers } from './support/held-answers.ts'
import { expect, test } from './support/test.ts'
import { nextCode, wrongCode } from './support/totp.ts'

test.use({ storageState: signedOut })

test('a first sign-in activates two-factor and lands in the console [1.2 activate]', async ({ page, signIn, palette }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle('Login | Quaydesk CRM')
  await expect(signIn.email).toBeFocused()
  await signIn.enterPassword(unactivated, 'wrong1')
  await expect(signIn.message('Invalid credentials')).toBeVisible()
  await expect(signIn.email).toHaveValue(unactivated.email)
  await expect(signIn.password).toHaveValue('wrong1')

  // Spaces around the email are trimmed before sending.
  await signIn.enterPassword({ email: ` ${unactivated.email} ` }, unactivated.password)
  await expect(page).toHaveURL(/\/qr-code/)
  await expect(page.getByRole('img', { name: /qr/i })).toBeVisible()
  const key = (await page.locator('code').textContent()) ?? ''
  expect(key).toMatch(/^[A-Z2-7]{16,}$/)

  const code = page.getByRole('textbox', { name: /^code/i })
  await expect(code).toBeFocused()
  await page.keyboard.type(generateSync({ secret: key }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/activated successfully/i)).toBeVisible()
  await expect(page).toHaveURL(/\/(general|customers)$/)
  await expect(palette.button).toBeVisible()
})

test('the six code boxes accept a paste, step back on Backspace, and reject a wrong code [1.2 right code]', async ({
  page,
  signIn,
  palette,
}) => {
  const account = ownAccounts.verification
  await page.goto('/login')
  await signIn.enterPassword(account, account.password)
  await expect(page).toHaveURL(/\/pages-two-step-verification/)

  await expect(signIn.boxes).toHaveCount(6)
  await expect(signIn.boxes.first()).toBeFocused()
  await page.keyboard.type('12')
  await expect(signIn.boxes.nth(0)).toHaveValue('1')
  await expect(signIn.boxes.nth(1)).toHaveValue('2')
  await expect(signIn.boxes.nth(2)).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(signIn.boxes.nth(1)).toBeFocused()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(signIn.boxes.first()).toBeFocused()
  await expect(signIn.boxes.first()).toHaveValue('')

  await signIn.pasteCode(wrongCode(account.email))
  await expect(signIn.message('Invalid 2FA code.')).toBeVisible()
  await expect(page).toHaveURL(/\/pages-two-step-verification/)

  const held = await HeldAnswers.of(page, /2fa\/verify/)
  const code = nextCode(account.email)
  await signIn.pasteCode(code)
  await held.arrived(1)
  for (const [place, digit] of code.split('').entries()) await expect(signIn.boxes.nth(place)).toHaveValue(digit)
  await held.releaseAll()
  await expect(palette.button).toBeVisible()
  await expect(page).toHaveURL(/\/(general|customers)$/)
})

// [1.2 without session] [1.2 start 401] [R4 after two-factor]
test('signing in returns to the deep link opened while signed out, including its query string', async ({ page, signIn, customers }) => {
  await page.goto('/customers/12?tab=qrs')
  await expect(page).toHaveURL(/\/login/)
  await signIn.signIn(ownAccounts.origin)
  await expect(page).toHaveURL(/\/customers\/12\?tab=qrs$/)
  await expect(customers.heading).toBeVisible()
})
