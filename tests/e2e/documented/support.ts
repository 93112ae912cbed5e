import { expect, type Locator, type Page, request } from '@playwright/test'
import { sequence } from '../support/keyboard.ts'
import { type Answer, Surfaces } from '../support/surfaces.ts'
import { test as base } from '../support/test.ts'
import { rightCode } from './admin-api/world.ts'
import { adminApiPort, consolePort } from './ports.ts'

const origin = `http://localhost:${consolePort}`

/** The stand-in's accounts; all have the same password. */
export const accounts = { full: 'marta@example.com', support: 'sam@example.com', unactivated: 'nora@example.com' } as const
export const password = 'harbour7'
export { rightCode }

/** Controls the stand-in directly, bypassing the console. */
export class AdminApi {
  private async control(path: string, body: object = {}): Promise<{ refusals: string[] }> {
    const response = await fetch(`http://127.0.0.1:${adminApiPort}/control/${path}`, { method: 'POST', body: JSON.stringify(body) })
    return (await response.json()) as { refusals: string[] }
  }

  /** Resets all records and sessions. */
  async reset(): Promise<void> {
    await this.control('reset')
  }

  /** Undocumented requests since the reset. */
  async refusals(): Promise<string[]> {
    return (await this.control('refusals')).refusals
  }

  /** Replaces the answer of such calls; they still take effect. */
  async answer(method: string, path: string, reply: unknown): Promise<void> {
    await this.control('answer', { method, path, reply })
  }

  async answerNormally(): Promise<void> {
    await this.control('answer-normally')
  }
}

interface Fixtures {
  /** The account signed in at the start. */
  who: keyof typeof accounts | null
  api: AdminApi
  on: Surfaces
  /** Fails a test on console errors, except `expectedErrors`. */
  quiet: undefined
}

/** The base test, run against the documented API only. Undocumented requests and browser console errors fail it. */
export const test = base.extend<Fixtures>({
  baseURL: origin,
  who: ['full', { option: true }],
  api: async ({ context, who }, provide) => {
    const api = new AdminApi()
    await api.reset()
    if (who) await context.addCookies((await signedIn(accounts[who])).cookies)
    await provide(api)
  },
  page: async ({ page, api }, provide) => {
    await provide(page)
    expect(await api.refusals(), 'what the console asked beyond the documents').toEqual([])
  },
  quiet: [
    async ({ page, expectedErrors }, provide) => {
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(`${message.text()} ${message.location().url}`))
      await provide(undefined)
      const unexpected = complaints.filter((text) => !expectedErrors.some((expected) => expected.test(text)))
      expect(unexpected, 'errors in the console of the browser').toEqual([])
    },
    { auto: true },
  ],
  on: async ({ page }, provide) => provide(new Surfaces(page)),
})

async function signedIn(email: string) {
  const calls = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  await calls.post('/api/admin/auth/login', { data: { email, password } })
  const verified = await calls.post('/api/admin/auth/2fa/verify', { data: { code: rightCode } })
  expect(verified.ok()).toBe(true)
  const state = await calls.storageState()
  await calls.dispose()
  return state
}

/** The value next to a label on a customer's page. */
export function fact(page: Page, label: string): Locator {
  const term = page.locator('dt').filter({ hasText: new RegExp(`^${label}$`) })
  return page.getByRole('main').locator('dl > div').filter({ has: term }).locator('dd')
}

/** Expects this toast without an undo button. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  const toast = page.getByRole('listitem').filter({ hasText: text }).first()
  await expect(toast).toBeVisible()
  await expect(page.getByRole('button', { name: /undo/i })).toHaveCount(0)
}

/** Presses keys, answers the question and confirms it. The question must not promise an undo. */
export async function act(page: Page, on: Surfaces, keys: string, answers: readonly Answer[], confirm: string): Promise<void> {
  await sequence(page, keys)
  for (const each of answers) await on.answerField(each)
  await expect(on.button(confirm)).toBeVisible()
  await expect(on.dialog).not.toContainText('can be undone')
  await on.confirm(confirm)
  await expect(on.dialog).toHaveCount(0)
}

/** Opens a screen by the menu, without reloading the console. */
export async function openFromMenu(page: Page, path: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).locator(`a[href="${path}"]`).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
}

/** Nothing on the page reports a failed load. */
export async function expectNoError(page: Page): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: /error|retry|could not|failed/i })).toHaveCount(0)
}

export { expect }
