import { z } from 'zod'
import { endpoint, IdParams, UnixSeconds } from './endpoint.ts'

/** What a customer's time line merges, newest first. */
export const timelineKinds = ['signup', 'payment', 'refund', 'status', 'staff', 'email', 'event', 'note'] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** One thing that happened. What it says is put together by the console from these facts. */
export const TimelineEntry = z.object({
  /** `kind:id`, unique on the line. */
  id: z.string(),
  kind: z.enum(timelineKinds),
  at: UnixSeconds,
  /** payment: the intent's status · refund: its state · status: the new status · staff: the command · email, event: which one. */
  what: z.string(),
  /**
   * payment: the order id · refund: the reason · status: the former status · staff: the order id of the payment that was changed ·
   * email: the subject · event: the IP · note: its text.
   */
  detail: z.string().nullable(),
  /** payment, refund: minor units of `currency`. */
  amount: z.number().int().nullable(),
  currency: z.string().nullable(),
  /** staff, refund, note: who. */
  actor: z.string().nullable(),
  /** staff: the fields before and after. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const timelinePageSize = 100

const kindList = z.array(z.enum(timelineKinds))

/**
 * A piece of the time line, newest first; of one second by kind, then by id descending. `kinds` is a list with commas, absent or
 * empty: all. `before` is the `next` of the piece before, and is good for that customer alone.
 */
export const getTimeline = endpoint({
  method: 'GET',
  path: '/customers/{id}/timeline',
  feature: 'timeline',
  access: { capability: 'customers.read' },
  params: IdParams,
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
      .regex(new RegExp(`^\\d{1,11}:(?:${timelineKinds.join('|')}):\\d{1,10}$`))
      .optional(),
  }),
  reply: z.object({ rows: z.array(TimelineEntry), next: z.string().nullable() }),
})
