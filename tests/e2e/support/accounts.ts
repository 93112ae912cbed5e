import path from 'node:path'
import { type DemoAccount, demoAccounts } from '../../../demo/data/accounts.ts'
import { ownLane } from './lanes.ts'

/** A back-office account for tests. */
export interface Account {
  email: string
  password: string
  rol: 1 | 2
}

/**
 * Accounts for tests that sign in by hand or lose their session. A code works once per account, and no test may end another's
 * session. They are created before the server starts and activated once it runs.
 */
export const ownAccounts = {
  verification: account('verification', 1),
  origin: account('origin', 2),
  expiry: account('expiry', 1),
  tabs: account('tabs', 1),
  clock: account('clock', 1),
  undo: account('undo', 1),
  link: account('link', 1),
  keys: account('keys', 1),
} as const satisfies Record<string, Account>

/** Never activated, so the activation screen can be opened any number of times. */
export const pendingAccount: Account = account('pending', 2)

export type OwnAccount = keyof typeof ownAccounts

function account(name: string, rol: 1 | 2): Account {
  return { email: `${name}@e2e.quaydesk.test`, password: 'harbour7', rol }
}

const all: readonly DemoAccount[] = Object.values(demoAccounts)

/** The demo account that is activated at its first sign-in; only the activation test uses it. */
export const unactivated = only(all.filter((demo) => demo.totpSecret === null))
/** Demo accounts most tests share, signed in once per run. */
export const shared = {
  full: only(all.filter((demo) => demo.totpSecret !== null && demo.rol === 1)),
  support: only(all.filter((demo) => demo.totpSecret !== null && demo.rol === 2)),
}
type SharedAccount = keyof typeof shared

function only(found: readonly DemoAccount[]): DemoAccount {
  const [first] = found
  if (!first || found.length !== 1) throw new Error(`expected one such demo account, there are ${found.length}`)
  return first
}

/** This run's directory. */
export function runDirectory(): string {
  const directory = process.env['E2E_DIR']
  if (!directory) throw new Error('E2E_DIR is set by playwright.config.ts')
  return directory
}

/** The directory for the files of one lane's tests. */
export const laneDirectory = (lane: number) => path.join(runDirectory(), `lane-${lane}`)

/** The file with the cookies of an account that global set-up signed in, for `test.use({ storageState })`. */
export function signedInAs(name: SharedAccount | OwnAccount, lane = ownLane()): string {
  return path.join(laneDirectory(lane), 'sessions', `${name}.json`)
}

/** A browser without a session. */
export const signedOut = { cookies: [], origins: [] }
