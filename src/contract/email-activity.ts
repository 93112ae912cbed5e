import { z } from 'zod'
import { daysInRange } from './dates.ts'
import { endpoint, rangeParams, UnixSeconds } from './endpoint.ts'
import { byPlace, extra } from './extra.ts'
import { Integer, NullableText } from './fields.ts'

export const EmailActivityItem = z.object({
  id: extra(Integer, byPlace),
  event: z.string(),
  subject: z.string(),
  tag: NullableText,
  email: z.string(),
  date: UnixSeconds,
})
export type EmailActivityItem = z.infer<typeof EmailActivityItem>

/** Most days in a range, both ends included (ruling 51). */
export const maxEmailDays = 90
export const emailRangeMessage = 'Range cannot exceed 90 days.'

/** Whether a range, in unix seconds, covers more Madrid days than that. */
export function isEmailRangeTooLong({ from, to }: { from: number; to: number }): boolean {
  return daysInRange(from, to) > maxEmailDays
}

/**
 * Newest first. Defaults to the last 90 days; a single bound gets a
 * range of 90 days. 400 with `emailRangeMessage` if longer.
 */
export const listEmailActivity = endpoint({
  path: '/customers/{id}/email/activity',
  access: 'customers.read',
  query: z.object(rangeParams),
  reply: z.array(EmailActivityItem),
})
