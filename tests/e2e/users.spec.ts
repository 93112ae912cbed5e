import type { APIRequestContext, Page } from '@playwright/test'
import type { UserAccount } from '../../src/contract/users.ts'
import { shared, signedInAs, signedOut } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { SignInPage } from './support/sign-in-page.ts'
import { expect, test } from './support/test.ts'
import { keepSecret, nextCode } from './support/totp.ts'
import { visit } from './support/visit.ts'

const password = 'harbour7'

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

/** Creates an account for one test through the page's session. */
async function makeUser(page: Page, origin: string, name: string): Promise<{ id: number; email: string; name: string }> {
  const email = `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}@team.quaydesk.com`
  const made = await page.request.post('/api/admin/users', { headers: { origin }, data: { name, email, password } })
  expect(made.ok()).toBe(true)
  return { ...((await made.json()) as { id: number }), email, name }
}

/** Signs an account in for the first time, which includes setting up two-factor. */
async function activate(calls: APIRequestContext, email: string) {
  await calls.post('/api/admin/auth/login', { data: { email, password } })
  const { base32 } = (await (await calls.get('/api/admin/auth/2fa/generate')).json()) as { base32: string }
  keepSecret(email, base32)
  expect((await calls.post('/api/admin/auth/2fa/verify', { data: { code: nextCode(email), base32Key: base32 } })).ok()).toBe(true)
}

test.describe('with role 1', () => {
  test.use({ storageState: signedInAs('full'), samePage: true })

  test('creates an account using only the keyboard, finds it, and signs in with its password [1.2 users search]', async ({
    page,
    playwright,
    baseURL,
  }) => {
    await visit(page, '/users?perPage=50')
    await expect(rowOf(page, shared.full.email)).toBeVisible()
    await sequence(page, 'u a')
    await expect(page).toHaveURL(/\/users\/create$/)
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Nuria Sanz')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Nuria.Sanz@team.quaydesk.com')
    await page.keyboard.press('Tab')
    await page.keyboard.type('now4harbour')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('User created.')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('')

    await visit(page, '/users?perPage=50')
    await expect(rowOf(page, shared.full.email)).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('nuria.SANZ')
    await expect(page).toHaveURL(/searchTerm=nuria\.SANZ/)
    await expect(rowOf(page, 'Nuria.Sanz@team.quaydesk.com')).toContainText('Limited access')
    const theirs = await playwright.request.newContext({ baseURL: baseURL ?? '', storageState: signedOut })
    const login = { email: 'nuria.sanz@team.quaydesk.com', password: 'now4harbour' }
    expect((await theirs.post('/api/admin/auth/login', { headers: { origin: baseURL ?? '' }, data: login })).ok()).toBe(true)
    await theirs.dispose()
  })

  test('edits an account and undoes the change', async ({ page, baseURL }) => {
    const { id, email } = await makeUser(page, baseURL ?? '', 'Edited One')
    await visit(page, `/users/${id}`)
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(email)
    await page.getByLabel('Name').fill('Edited Twice')
    await page.getByLabel('Password', { exact: true }).fill('new4harbour')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('User saved.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Edited Twice' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { name: 'Edited One' })).toBeVisible()
  })

  test('an open console goes to the login page once its session is ended [1.7 live]', async ({ page, browser, baseURL }) => {
    const { id, email } = await makeUser(page, baseURL ?? '', 'Open Console')
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      storageState: signedOut,
      extraHTTPHeaders: { origin: baseURL ?? '' },
    })
    await activate(context.request, email)
    const open = await context.newPage()
    const isHeard = open.waitForResponse((response) => new URL(response.url()).pathname === '/api/admin/live')
    await open.goto('/customers')
    await isHeard
    const change = await page.request.patch(`/api/admin/users/${id}`, { headers: { origin: baseURL ?? '' }, data: { rol: 1 } })
    expect(change.ok()).toBe(true)
    // Nothing was clicked or typed.
    await expect(open).toHaveURL(/\/login\?/)
    await context.close()
  })

  test('an account locked by strangers can still sign in from its own browser', async ({ page, browser, playwright, baseURL }) => {
    test.setTimeout(120_000)
    const { email } = await makeUser(page, baseURL ?? '', 'Locked Out')
    const origin = baseURL ?? ''
    const own = await browser.newContext({ storageState: signedOut, extraHTTPHeaders: { origin } })
    const strangers = await playwright.request.newContext({ baseURL: origin, storageState: signedOut, extraHTTPHeaders: { origin } })
    await activate(own.request, email)
    await own.request.get('/api/admin/auth/logout')
    const signInElsewhere = (tried: string) => strangers.post('/api/admin/auth/login', { data: { email, password: tried } })
    for (let tried = 0; tried < 10; tried += 1) await signInElsewhere('wrong')
    expect((await signInElsewhere(password)).status()).toBe(429)
    await strangers.dispose()

    await own.setExtraHTTPHeaders({})
    const ownPage = await own.newPage()
    await ownPage.goto('/login')
    await new SignInPage(ownPage).enterPassword({ email }, password)
    await expect(ownPage).toHaveURL(/\/pages-two-step-verification/)
    await new SignInPage(ownPage).pasteCode(nextCode(email))
    await expect(ownPage).toHaveURL(/\/customers/)
    await own.close()
  })

  test.describe('accessibility', () => {
    test('every screen is accessible', async ({ page }) => {
      const { id } = (await (await page.request.get('/api/admin/auth/me')).json()) as { id: number }
      await visit(page, '/users?perPage=50')
      await expect(rowOf(page, shared.full.email)).toBeVisible()
      await expectAccessible(page, 'users')
      await visit(page, '/users/create')
      await page.getByRole('button', { name: 'Add user' }).click()
      await expect(page.getByText('Must be present.').first()).toBeVisible()
      await expectAccessible(page, 'user create with errors')
      await visit(page, `/users/${id}`)
      await expect(page.getByText('this one')).toBeVisible()
      await expectAccessible(page, 'user')
      await sequence(page, 'u s')
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectAccessible(page, 'end all sessions')
    })

    test('a locked account is accessible', async ({ page }) => {
      await page.route(/\/api\/admin\/users\/\d+$/, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), lockedUntil: Math.floor(Date.now() / 1000) + 900 } })
      })
      const found = await page.request.get(`/api/admin/users?searchTerm=${shared.support.email}`)
      const { rows } = (await found.json()) as { rows: UserAccount[] }
      await visit(page, `/users/${rows[0]?.id}`)
      await expect(page.getByRole('region', { name: 'Sign-in is locked' })).toBeVisible()
      await expectAccessible(page, 'a locked user')
    })
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } })

    test('every screen is accessible and scrolls only vertically', async ({ page }) => {
      const { id } = (await (await page.request.get('/api/admin/auth/me')).json()) as { id: number }
      for (const path of ['/users', '/users/create', `/users/${id}`, '/users/987654']) {
        await visit(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page, `${path} on a phone`)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      }
    })
  })
})
