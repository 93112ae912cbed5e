import path from 'node:path'
import { type DemoAccount, demoAccounts } from '../../../server/demo/accounts.ts'

/** A back-office account that tests sign in with. */
export interface Account {
  email: string
  password: string
  rol: 1 | 2
}

/**
 * Accounts of a run beside the demo's own, one for each test that signs in by hand or whose session ends: a code is good once
 * per account, and no test may end another's session. They are made before the server starts and activated once it runs.
 */
export const ownAccounts = {
  verification: account('verification', 1),
  origin: account('origin', 2),
  expiry: account('expiry', 1),
  revoked: account('revoked', 2),
  tabs: account('tabs', 1),
  clock: account('clock', 1),
  undo: account('undo', 1),
  link: account('link', 1),
  keys: account('keys', 1),
} as const satisfies Record<string, Account>

/** Never activated: what the activation screen looks like is seen with it, as often as wanted. */
export const pendingAccount: Account = account('pending', 2)

export type OwnAccount = keyof typeof ownAccounts

function account(name: string, rol: 1 | 2): Account {
  return { email: `${name}@e2e.quaydesk.test`, password: 'harbour7', rol }
}

const all: readonly DemoAccount[] = Object.values(demoAccounts)

/** The demo account whose first sign-in activates two-factor: the activation test alone signs in with it. */
export const unactivated = only(all.filter((demo) => demo.totpSecret === null))
/** Demo accounts that most tests share, signed in once per run. */
export const shared = {
  full: only(all.filter((demo) => demo.totpSecret !== null && demo.rol === 1)),
  support: only(all.filter((demo) => demo.totpSecret !== null && demo.rol === 2)),
}
export type SharedAccount = keyof typeof shared

function only(found: readonly DemoAccount[]): DemoAccount {
  const [first] = found
  if (!first || found.length !== 1) throw new Error(`expected one such demo account, there are ${found.length}`)
  return first
}

/** The directory of this run. */
export function runDirectory(): string {
  const directory = process.env['E2E_DIR']
  if (!directory) throw new Error('E2E_DIR is set by playwright.config.ts')
  return directory
}

/** Cookies of an account that global set-up signed in: for `test.use({ storageState })`. */
export function signedInAs(name: SharedAccount | OwnAccount): string {
  return path.join(runDirectory(), 'sessions', `${name}.json`)
}

/** A browser without any session. */
export const signedOut = { cookies: [], origins: [] }
