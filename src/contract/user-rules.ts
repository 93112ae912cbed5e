/**
 * Whether a staff account may be deleted, change role, lose two-factor or be unlocked, decided alike by server and
 * console (document 1, sections 4 and 6; ruling 5). `null` allows it; a text is the reason shown.
 */
type Refusal = string | null

/** The role with full access, which manages the accounts. */
const fullRole = 1

/** What the rules depend on; rows and details both have it. */
export interface UserFacts {
  id: number
  rol: number
  /** Whether two-factor is set up. */
  '2fa': boolean
  /** Whether it is the only account left with role 1. */
  isLastFull: boolean
  /** When its sign-in lock ends, in unix seconds; null if not locked. */
  lockedUntil: number | null
  /** How many passkeys it has. */
  passkeys: number
  /** When it was switched off, in unix seconds; null if it is on. */
  disabledAt: number | null
}

const lastFull = 'Last account with role 1. Without it nobody could manage the others.'

/** Delete: never one's own account or the last with role 1 (ruling 5). */
export function whyNotDeleteUser({ id, isLastFull }: Pick<UserFacts, 'id' | 'isLastFull'>, viewerId: number): Refusal {
  if (id === viewerId) return 'This is your own account.'
  return isLastFull ? lastFull : null
}

/** Change role: the last role 1 must stay (ruling 5). Without `rol`: whether any change is possible. */
export function whyNotSetRole({ rol: current, isLastFull }: Pick<UserFacts, 'rol' | 'isLastFull'>, rol?: number): Refusal {
  if (rol !== undefined && rol === current) return `Already role ${rol}.`
  return isLastFull && rol !== fullRole ? lastFull : null
}

/** Reset two-factor: only if it is on (document 1, section 4), by digits or by passkeys. */
export function whyNotResetTwoFactor(user: Pick<UserFacts, '2fa' | 'passkeys'>): Refusal {
  return user['2fa'] || user.passkeys > 0 ? null : 'Two-factor is off.'
}

/** Switch off: never one's own account or the last with role 1, as for deleting. */
export function whyNotDisableUser(user: Pick<UserFacts, 'id' | 'isLastFull' | 'disabledAt'>, viewerId: number): Refusal {
  return user.disabledAt === null ? whyNotDeleteUser(user, viewerId) : 'Switched off already.'
}

/** Switch on again: only if it is off. */
export function whyNotEnableUser({ disabledAt }: Pick<UserFacts, 'disabledAt'>): Refusal {
  return disabledAt === null ? 'Switched on already.' : null
}

/** Unlock: only if locked. */
export function whyNotUnlockUser({ lockedUntil }: Pick<UserFacts, 'lockedUntil'>): Refusal {
  return lockedUntil === null ? 'Not locked.' : null
}
