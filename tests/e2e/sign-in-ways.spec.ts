import type { Page } from '@playwright/test'
import { createStaff } from '../../server/resources/auth/accounts.ts'
import { startSession } from '../../server/resources/auth/sessions.ts'
import { linkByEmail } from '../../server/resources/staff/command-line.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { type OwnServer, ownAddress, startOwnServer } from './support/own-server.ts'
import { realProvider } from './support/real-provider.ts'
import { SignInPage } from './support/sign-in-page.ts'
import { expect, test } from './support/test.ts'

const origin = ownAddress(33)
const lead = { name: 'Lea Lead', email: 'lea@example.com', password: 'letters4numbers' }
const people = new Map([['tom', { email: 'tom@example.com', name: 'Tom Sawyer', groups: ['support'] as string[] }]])

let server: OwnServer
let provider: Awaited<ReturnType<typeof realProvider>>
let link = ''
let oldSession = ''

test.use({ baseURL: origin, storageState: { cookies: [], origins: [] } })
test.describe.configure({ mode: 'serial', timeout: 120_000 })

test.beforeAll(async () => {
  test.setTimeout(120_000)
  provider = await realProvider({ origin, people })
  const settings = {
    SIGN_IN: 'password,passkey,oidc',
    STEP_UP: 'on',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'quaydesk',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ROLES: 'leads=1,support=2',
    OIDC_LABEL: 'Harbour',
  }
  server = await startOwnServer(origin, settings, async ({ orm }) => {
    const now = Math.floor(Date.now() / 1000)
    const { id } = await createStaff(orm, { ...lead, rol: 1, now })
    link = await linkByEmail(orm, lead.email, now)
    oldSession = await startSession(orm, { staffId: id, now, ip: '127.0.0.1', userAgent: 'test', provenAt: 0 })
  })
})

test.afterAll(async () => {
  await server.stop()
  await provider.close()
})

/** A device that holds passkeys and always finds its owner there. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
}

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const signOut = async (page: Page) => {
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('log out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
}

test('what wants a fresh proof asks for it over the form, and goes on by itself', async ({ page, context }) => {
  await context.addCookies([{ name: 'quaydesk', value: oldSession, url: origin, httpOnly: true, sameSite: 'Strict' }])
  await page.goto('/users/create')
  await page.getByLabel('Name').fill('Nora New')
  await page.getByLabel('Email').fill('nora@example.com')
  await page.getByRole('textbox', { name: /^password/i }).fill('letters4numbers')
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'the question for a fresh proof')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('nora@example.com')
  await expect(page.getByText(/Prove once more that it is you/).first()).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Wrong password.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(lead.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The account of Nora New was created.')).toBeVisible()
})

test('a link from the command line signs in; a passkey is added by keyboard, signs in alone and as the second step [1.2 own account]', async ({
  page,
}) => {
  await addAuthenticator(page)
  await page.goto(`/login#link=${link}`)
  await expect(page.getByRole('banner')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('my passkeys')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No passkeys yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await name.fill('The test’s own')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passkey added: The test’s own.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Passkeys' })).toContainText('The test’s own')
  await expectAccessible(page, 'one’s own account')

  await signOut(page)
  await expectAccessible(page, 'the login screen with other ways')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await expect(page.getByRole('banner')).toBeVisible()

  await signOut(page)
  await new SignInPage(page).enterPassword(lead, lead.password)
  const second = page.getByRole('button', { name: 'Use a passkey' })
  await expect(second).toBeFocused()
  await expectAccessible(page, 'the second step by passkey')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner')).toBeVisible()

  await sequence(page, 'g m')
  await expect(heading(page)).toHaveText('Your account')
  await page.getByRole('button', { name: 'Make recovery codes' }).press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const code = await codes.first().innerText()
  await signOut(page)
  await new SignInPage(page).enterPassword(lead, lead.password)
  await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter')
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner')).toBeVisible()
})

test('the provider signs in: an account is made, its role follows the groups, and a notice ends the open page', async ({
  page,
  context,
}) => {
  const enter = async () => {
    await page.goto('/login?origin=%2Fcustomers')
    await page.getByRole('button', { name: 'Sign in with Harbour' }).press('Enter')
  }
  await enter()
  await page.getByPlaceholder('Enter any login').fill('tom')
  await page.getByPlaceholder('and password').fill('any')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${origin}/customers`)
  await expect(heading(page)).toHaveText('Customers')
  const rol = async () => ((await (await context.request.get('/api/admin/auth/me')).json()) as { rol: number }).rol
  expect(await rol()).toBe(2)

  people.get('tom')?.groups.push('leads')
  await signOut(page)
  await enter()
  await expect(page).toHaveURL(`${origin}/customers`)
  await expect.poll(rol).toBe(1)

  people.get('tom')?.groups.splice(0)
  await signOut(page)
  await enter()
  await expect(page.getByText(/Your account at Harbour has no group/)).toBeVisible()
  people.get('tom')?.groups.push('support')
  await enter()
  await expect(heading(page)).toHaveText('Customers')

  // They sign out at the provider, in another tab.
  const there = await context.newPage()
  await there.goto(`${provider.issuer}/session/end`)
  await there.getByRole('button', { name: /yes/i }).click()
  await expect(page).toHaveURL(/\/login/, { timeout: 20_000 })
  expect(Date.now() - (provider.notices.at(-1) ?? 0)).toBeLessThan(5_000)
})
