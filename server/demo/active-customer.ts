import type { Random } from './random.ts'

/** What notes, events and the like need to know of a customer. */
export interface ActiveCustomer {
  id: number
  email: string
  /** Their site, `cafesol.example`. */
  host: string
  createdAt: number
  lastLogin: number | null
  paid: boolean
  endedAt: number | null
  /** Of a told story: how much of everything. */
  rich: boolean
  note: string | null
}

/** An instant from `from` to `to`. */
export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(Math.max(0, to - from) * random.next())
}
