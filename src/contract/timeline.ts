import { z } from 'zod'
import { endpoint, UnixSeconds } from './endpoint.ts'
import { NullableInteger, NullableText } from './fields.ts'

/** What a customer's timeline merges. */
export const timelineKinds = ['signup', 'payment', 'refund', 'status', 'staff', 'email', 'event', 'note'] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** One event. The console words it from these facts. */
export const TimelineEntry = z.object({
  /** `kind:id`, unique within the timeline. */
  id: z.string(),
  kind: z.enum(timelineKinds),
  at: UnixSeconds,
  /** payment: intent status · refund: its state · status: new status · staff: command · email, event: which one. */
  what: z.string(),
  /**
   * payment: order id · refund: reason · status: former status · staff: order id of the changed payment · email:
   * subject · event: IP · note: text.
   */
  detail: NullableText,
  /** payment, refund: in minor units of `currency`. */
  amount: NullableInteger,
  currency: NullableText,
  /** staff, refund, note: who did it, by name; by email if there is no such account any more. Followed by who approved it, if somebody had to. */
  actor: NullableText,
  /** staff: fields before and after. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const timelinePageSize = 100

const kindList = z.array(z.enum(timelineKinds))

/**
 * One page of the timeline, newest first; ties by kind, then id descending. `kinds` is comma-separated; absent or empty
 * means all. `before` is the previous page's `next`, for the same customer only.
 */
export const getTimeline = endpoint({
  path: '/customers/{id}/timeline',
  feature: 'timeline',
  access: 'customers.read',
  query: z.object({
    kinds: z
      .string()
      .transform((text, context) => {
        const kinds = kindList.safeParse(text.split(',').filter((kind) => kind !== ''))
        if (kinds.success) return kinds.data
        context.addIssue({ code: 'custom', message: `Must be some of ${timelineKinds.join(', ')}.` })
        return z.NEVER
      })
      .optional(),
    before: z
      .string()
      .regex(new RegExp(`^\\d{1,11}:(?:${timelineKinds.join('|')}):\\d{1,10}$`), 'Must be a cursor that the server sent.')
      .optional(),
  }),
  reply: z.object({ rows: z.array(TimelineEntry), next: NullableText }),
})
