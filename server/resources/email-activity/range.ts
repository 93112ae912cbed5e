import { addDays, dayOf, endOfDay, startOfDay } from '../../../src/contract/dates.ts'
import { emailRangeMessage, isEmailRangeTooLong, maxEmailDays } from '../../../src/contract/email-activity.ts'
import { ApiError } from '../../http/errors.ts'

/**
 * The range to read in unix seconds, both ends included: as asked, or the longest range for a single bound, or the last
 * days until now (ruling 51).
 * @throws ApiError bad_request for more than `maxEmailDays` Madrid days
 */
export function emailRange(requested: { from?: number | undefined; to?: number | undefined }, now: number): { from: number; to: number } {
  const { from } = requested
  const to = requested.to ?? (from === undefined ? now : endOfDay(addDays(dayOf(from), maxEmailDays - 1)))
  if (from === undefined) return { from: startOfDay(addDays(dayOf(to), 1 - maxEmailDays)), to }
  if (isEmailRangeTooLong({ from, to }))
    throw new ApiError('bad_request', emailRangeMessage, { details: { from: emailRangeMessage, to: emailRangeMessage } })
  return { from, to }
}
