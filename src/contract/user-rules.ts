/**
 * When a back-office account may be deleted, given another role, lose its two-factor or be unlocked, and why not: the same pure functions decide
 * on the server and in the console (document 1, sections 4 and 6; ruling 5). `null` means it may; a text is the reason that both
 * sides show.
 */
type Refusal = string | null

/** The role that may do everything, and manage the accounts. */
const fullRole = 1

/** What availability depends on, as rows and details carry it. */
export interface UserFacts {
  id: number
  rol: number
  /** Whether two-factor is set up. */
  '2fa': boolean
  /** Whether it is the only account with role 1. */
  isLastFull: boolean
  /** Until when signing in is refused, in unix seconds. */
  lockedUntil: number | null
}

const lastFull = 'This is the last account with role 1: without it nobody could manage the others.'

/** Delete: never one's own account, nor the last with role 1 (ruling 5). */
export function whyNotDeleteUser({ id, isLastFull }: Pick<UserFacts, 'id' | 'isLastFull'>, viewerId: number): Refusal {
  if (id === viewerId) return 'Nobody can delete their own account.'
  return isLastFull ? lastFull : null
}

/** Another role: the last role 1 is never taken away (ruling 5). Without `rol`: whether there is any other. */
export function whyNotSetRole({ rol: current, isLastFull }: Pick<UserFacts, 'rol' | 'isLastFull'>, rol?: number): Refusal {
  if (rol !== undefined && rol === current) return `The role is ${rol} already.`
  return isLastFull && rol !== fullRole ? lastFull : null
}

/** Reset two-factor: only where it is on (document 1, section 4). */
export function whyNotResetTwoFactor(user: Pick<UserFacts, '2fa'>): Refusal {
  return user['2fa'] ? null : 'Two-factor verification is not set up for this account.'
}

/** Unlock: only while it is locked. */
export function whyNotUnlockUser({ lockedUntil }: Pick<UserFacts, 'lockedUntil'>): Refusal {
  return lockedUntil === null ? 'Signing in to this account is not locked.' : null
}
