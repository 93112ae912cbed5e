import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type APIRequestContext, type FullConfig, request } from '@playwright/test'
import type { TwoFactorSecret } from '../../../src/contract/auth.ts'
import { type Account, ownAccounts, runDirectory, shared, signedInAs } from './accounts.ts'
import { keepSecret, nextCode } from './totp.ts'

const api = '/api/admin/auth'

/** Signs every account in once through the console's own calls and keeps the cookies for the tests. */
export default async function signEverybodyIn(config: FullConfig): Promise<void> {
  for (const name of ['sessions', 'secrets']) mkdirSync(path.join(runDirectory(), name), { recursive: true, mode: 0o700 })
  const baseURL = config.projects[0]?.use.baseURL
  if (baseURL === undefined) throw new Error('playwright.config.ts names no baseURL')

  for (const [name, account] of Object.entries({ ...shared, ...ownAccounts })) {
    const calls = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } })
    await signIn(calls, account)
    await calls.storageState({ path: signedInAs(name as keyof typeof ownAccounts) })
    await calls.dispose()
  }
}

async function signIn(calls: APIRequestContext, account: Account & { totpSecret?: string | null }): Promise<void> {
  await answered(await calls.post(`${api}/login`, { data: { email: account.email, password: account.password } }))
  const activation = typeof account.totpSecret === 'string' ? null : await generate(calls)
  keepSecret(account.email, activation?.base32 ?? account.totpSecret ?? '')
  const body = { code: nextCode(account.email), ...(activation ? { base32Key: activation.base32 } : {}) }
  await answered(await calls.post(`${api}/2fa/verify`, { data: body }))
}

async function generate(calls: APIRequestContext): Promise<TwoFactorSecret> {
  return (await answered(await calls.get(`${api}/2fa/generate`))) as TwoFactorSecret
}

async function answered(response: Awaited<ReturnType<APIRequestContext['get']>>): Promise<unknown> {
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`)
  return response.json()
}
