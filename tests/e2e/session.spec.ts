import { request } from '@playwright/test'
import { type OwnAccount, ownAccounts, signedInAs } from './support/accounts.ts'
import { failing } from './support/held-answers.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

/** Ends an account's session on the server. The browser keeps its cookie and does not notice. */
async function endOnServer(name: OwnAccount, baseURL: string): Promise<void> {
  const calls = await request.newContext({ baseURL, storageState: signedInAs(name), extraHTTPHeaders: { origin: baseURL } })
  const response = await calls.get('/api/admin/auth/logout')
  expect(response.ok()).toBe(true)
  await calls.dispose()
}

test.describe('a session that ends on the server during work', () => {
  test.use({ storageState: signedInAs('expiry') })

  test('returns to the same place after signing in, with filters and typed text [R12 kept input]', async ({
    page,
    customers,
    signIn,
    baseURL,
  }) => {
    await customers.open('?status=active&perPage=20&sort=email')
    const seen = await customers.ids()
    await page.keyboard.press('/')
    await page.keyboard.type('not sent yet')
    await endOnServer('expiry', baseURL ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText(/session has ended/i)).toBeVisible()

    await signIn.signIn(ownAccounts.expiry)
    await expect(page).toHaveURL(/\/customers\?/)
    const address = new URL(page.url())
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ status: 'active', perPage: '20', sort: 'email' })
    await expect(customers.search).toHaveValue('not sent yet')
    await customers.search.fill('')
    await page.keyboard.press('Enter')
    await expect.poll(() => customers.ids()).toEqual(seen)
  })
})

test.describe('two tabs', () => {
  test.use({ storageState: signedInAs('tabs') })

  // [1.2 user menu]
  test('signing out in one signs out the other, and signing in restores both', async ({ page, customers, context, signIn }) => {
    await page.goto('/invoices')
    await expect(customers.heading).toHaveText('Invoices')
    await sequence(page, 'g c')
    await expect(customers.heading).toHaveText('Customers')
    const other = await context.newPage()
    await other.goto('/customers/40')
    await expect(other.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()

    await page
      .getByRole('banner')
      .getByRole('button', { name: /^your account/i })
      .click()
    await page.getByRole('menuitem', { name: /log ?out|sign out/i }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(other).toHaveURL(/\/login/)
    await expect(other.getByRole('table')).toHaveCount(0)
    await page.goBack()
    await expect(signIn.email).toBeVisible()
    await expect(customers.table).toHaveCount(0)

    await signIn.signIn(ownAccounts.tabs)
    await expect(other).toHaveURL(/\/customers\/40$/)
    await expect(other.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test.describe('startup', () => {
  test.use({ storageState: signedInAs('full') })

  test('a failing /auth/me shows a full-screen error with a retry [1.2 start failure]', async ({ page, customers }) => {
    const repair = await failing(page, /\/auth\/me$/, 500)
    await page.goto('/customers?status=active')
    const panel = page.getByRole('alert').filter({ hasText: /retry/i })
    await expect(panel).toContainText('500')
    await expect(page.getByRole('banner')).toHaveCount(0)
    await repair()
    await panel.getByRole('button', { name: /retry/i }).click()
    await expect(customers.rows.first()).toBeVisible()
    await expect(page).toHaveURL(/\/customers\?status=active$/)
  })

  test('an unknown path redirects to the customers, even if it can’t be decoded [1.2 unknown path]', async ({ page, customers }) => {
    await page.goto('/%E0%A4%A')
    await expect(page).toHaveURL(/\/customers$/)
    await expect(customers.rows.first()).toBeVisible()
  })
})

test.describe('role 2', () => {
  test.use({ storageState: signedInAs('support') })

  test('is redirected from role 1’s start page to the customers on first load', async ({ page, customers }) => {
    await page.goto('/general')
    await expect(page).toHaveURL(/\/customers$/)
    await expect(customers.rows.first()).toBeVisible()
  })
})
