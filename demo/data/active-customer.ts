import type { Random } from './random.ts'

/** What notes, events and similar records need to know about a customer. */
export interface ActiveCustomer {
  id: number
  email: string
  /** Their site, `cafesol.example`. */
  host: string
  createdAt: number
  lastLogin: number | null
  paid: boolean
  endedAt: number | null
  /** Has a story, and some of everything. */
  rich: boolean
  note: string | null
}

/** A time from `from` to `to`. */
export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(Math.max(0, to - from) * random.next())
}
