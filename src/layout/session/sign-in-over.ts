import { ApiFailure } from '../../api/client.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { waitText } from '../kit/form/use-countdown.ts'

/** Why a failed two-factor call ends the sign-in. A 401 without our code is just a wrong code (ruling 7). */
const over: Partial<Record<ErrorCode, string>> = {
  challenge_expired: 'This sign-in took too long, or had too many attempts. Enter your password again.',
  unauthorized: 'This sign-in is no longer valid. Enter your password again.',
  two_factor_already_on: 'Two-factor authentication is already set up for this account. Sign in again.',
}

/** Why the sign-in must start over after a failure; null if it can continue. */
export function whySignInIsOver(failure: unknown): string | null {
  if (!(failure instanceof ApiFailure) || !failure.body) return null
  return over[failure.body.error] ?? null
}

/** After too many codes: how long to wait and who can help. Null for other failures. */
export function whyCodesMustWait(failure: unknown): string | null {
  if (!(failure instanceof ApiFailure) || failure.status !== 429) return null
  const wait = failure.retryAfter === null ? 'a while' : waitText(failure.retryAfter)
  return `Too many codes were tried. Wait ${wait}, or ask a colleague with full access to unlock your account, then sign in again.`
}
