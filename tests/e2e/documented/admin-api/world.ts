import { customers } from './customers-data.ts'
import { records } from './records-data.ts'

/** A back-office account. */
export interface Account {
  id: number
  name: string
  email: string
  password: string
  rol: number
  /** The two-factor secret; null if not set up. */
  secret: string | null
}

/** The API's data, rebuilt before each test. */
export function makeWorld() {
  const now = Math.floor(Date.now() / 1000)
  const accounts: Account[] = [
    { id: 1, name: 'Marta Vidal', email: 'marta@example.com', password: 'harbour7', rol: 1, secret: 'JBSWY3DPEHPK3PXP' },
    { id: 2, name: 'Sam Okoye', email: 'sam@example.com', password: 'harbour7', rol: 2, secret: 'KRSXG5CTMVRXEZLU' },
    { id: 3, name: 'Nora Lind', email: 'nora@example.com', password: 'harbour7', rol: 1, secret: null },
  ]
  return {
    now,
    accounts,
    /** Cookies of half-finished sign-ins and of sessions. */
    challenges: new Map<string, { account: Account; pendingSecret: string | null }>(),
    sessions: new Map<string, Account>(),
    customers: customers(now),
    ...records(now),
  }
}
export type World = ReturnType<typeof makeWorld>

/** The only valid code, for every secret and at any time. */
export const rightCode = '246810'
