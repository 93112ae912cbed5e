import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type APIRequestContext, request } from '@playwright/test'
import type { TwoFactorSecret } from '../../../src/contract/auth.ts'
import { consolePort } from '../documented/ports.ts'
import { type Account, laneDirectory, ownAccounts, shared, signedInAs } from './accounts.ts'
import { lanes, originOfLane } from './lanes.ts'
import { keepSecret, nextCode } from './totp.ts'

const api = '/api/admin/auth'

/** Signs in every account once per lane, with the same calls as the console, and keeps the cookies for the tests. */
export default async function signEverybodyIn(): Promise<void> {
  await Promise.all([...Array.from({ length: lanes }, (_, lane) => signInOn(lane)), listening(`http://localhost:${consolePort}`)])
}

async function signInOn(lane: number): Promise<void> {
  for (const name of ['sessions', 'secrets']) mkdirSync(path.join(laneDirectory(lane), name), { recursive: true, mode: 0o700 })
  const baseURL = originOfLane(lane)
  await listening(baseURL)
  for (const [name, account] of Object.entries({ ...shared, ...ownAccounts })) {
    const calls = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } })
    await signIn(calls, account, lane)
    await calls.storageState({ path: signedInAs(name as keyof typeof ownAccounts, lane) })
    await calls.dispose()
  }
}

/** Playwright only waits for the first lane; the others start at the same time. */
async function listening(baseURL: string): Promise<void> {
  const isReady = () =>
    fetch(`${baseURL}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await isReady()); tries += 1) {
    if (tries === 600) throw new Error(`${baseURL} did not come up within a minute`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function signIn(calls: APIRequestContext, account: Account & { totpSecret?: string | null }, lane: number): Promise<void> {
  await answered(await calls.post(`${api}/login`, { data: { email: account.email, password: account.password } }))
  const activation = typeof account.totpSecret === 'string' ? null : await generate(calls)
  keepSecret(account.email, activation?.base32 ?? account.totpSecret ?? '', lane)
  const body = { code: nextCode(account.email, lane), ...(activation ? { base32Key: activation.base32 } : {}) }
  await answered(await calls.post(`${api}/2fa/verify`, { data: body }))
}

async function generate(calls: APIRequestContext): Promise<TwoFactorSecret> {
  return (await answered(await calls.get(`${api}/2fa/generate`))) as TwoFactorSecret
}

async function answered(response: Awaited<ReturnType<APIRequestContext['get']>>): Promise<unknown> {
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`)
  return response.json()
}
