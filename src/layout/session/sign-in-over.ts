import { ApiFailure } from '../../api/client.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { waitText } from '../kit/form/use-countdown.ts'

/** What the refusal of a two-factor call means for the sign-in as a whole. A 401 without a code of ours is a wrong code (ruling 7). */
const over: Partial<Record<ErrorCode, string>> = {
  challenge_expired: 'This sign-in took too long, or had too many tries. Enter your password again.',
  unauthorized: 'This sign-in is no longer valid. Enter your password again.',
  two_factor_already_on: 'Two-factor sign-in is already set up for this account. Sign in again.',
}

/** Why the sign-in has to begin anew after a failure; null where it can go on. */
export function whySignInIsOver(failure: unknown): string | null {
  if (!(failure instanceof ApiFailure) || !failure.body) return null
  return over[failure.body.error] ?? null
}

/** How long to wait after too many codes, and who can help; null for any other failure. */
export function whyCodesMustWait(failure: unknown): string | null {
  if (!(failure instanceof ApiFailure) || failure.status !== 429) return null
  const wait = failure.retryAfter === null ? 'a while' : waitText(failure.retryAfter)
  return `Too many codes were tried. Wait ${wait}, or ask a colleague with full access to unlock your account, then sign in again.`
}
