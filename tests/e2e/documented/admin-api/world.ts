import { customers } from './customers-data.ts'
import { records } from './records-data.ts'

/** An account of the back-office. */
export interface Account {
  id: number
  name: string
  email: string
  password: string
  rol: number
  /** The secret of two-factor verification; null where it is not set up. */
  secret: string | null
}

/** All that the API knows, from the start again after each test. */
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
    /** Cookies of right passwords, and of sessions. */
    challenges: new Map<string, { account: Account; pendingSecret: string | null }>(),
    sessions: new Map<string, Account>(),
    customers: customers(now),
    ...records(now),
  }
}
export type World = ReturnType<typeof makeWorld>

/** The one code that is right, whatever the secret and the time. */
export const rightCode = '246810'
