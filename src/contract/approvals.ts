import { z } from 'zod'
import { Done, endpoint, UnixSeconds } from './endpoint.ts'
import { Integer, messages, NullableInteger, NullableText, requiredText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply } from './list.ts'
import { policyActionNames } from './policy-actions.ts'

/** Requests for a second person's consent. */

export const maxApprovalReasonLength = 500

/** Seconds after which a request is no longer open, and an approved one that the asker carries out no longer good. */
export const approvalSeconds = 24 * 3600

/**
 * `open` waits. `approved`: agreed to, and being done; for what the asker does, until they do it. `done`. `rejected` by somebody else,
 * `withdrawn` by the asker, `expired` after a day. `void`: the record has changed since. `failed`: it was tried, and refused elsewhere.
 */
export const approvalStates = ['open', 'approved', 'done', 'rejected', 'withdrawn', 'expired', 'void', 'failed'] as const
export type ApprovalState = (typeof approvalStates)[number]

export const Approval = lazyObject(() => ({
  id: Integer,
  state: z.enum(approvalStates),
  action: z.enum(policyActionNames),
  /** The record, and what people call it. */
  targetType: z.string(),
  targetId: Integer,
  target: z.string(),
  customerId: NullableInteger,
  /** How many records, if more than one. */
  rows: Integer,
  /** What it sends, in minor units of the account currency. */
  amount: NullableInteger,
  /** The changed fields, old and new, as far as they were known when it was asked for. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: NullableText,
  /** The sentence of the policy that asked for a second person. */
  policy: z.string(),
  requesterId: NullableInteger,
  requesterName: z.string(),
  requestedAt: UnixSeconds,
  expiresAt: UnixSeconds,
  decidedByName: NullableText,
  decidedAt: UnixSeconds.nullable(),
  /** Why it was rejected, is void or failed. */
  answer: NullableText,
  /** Whether it is the asker's own, and whether they may decide it. */
  isMine: z.boolean(),
  mayDecide: z.boolean(),
  /** The asker carries it out once it is approved. */
  isDoneByRequester: z.boolean(),
}))
export type Approval = z.infer<typeof Approval>

const shared = { feature: 'policies', access: 'session' } as const

export const ApprovalListQuery = listQuery({
  sorts: ['requestedAt', 'id'],
  defaultSort: { field: 'requestedAt', direction: 'desc' },
  perPage: 20,
  filters: () => ({ state: z.enum(approvalStates).optional(), mine: z.enum(['true']).optional() }),
})
export type ApprovalListQuery = z.output<typeof ApprovalListQuery>

/** One's own requests, and those that one may decide. */
export const listApprovals = endpoint({ path: '/approvals', ...shared, query: ApprovalListQuery, reply: listReply(Approval) })

/** How many wait for one's decision, and one's own newest that were decided: for the count and the notice. */
export const approvalNews = endpoint({
  path: '/approvals/news',
  ...shared,
  byItself: true,
  reply: z.object({ waiting: Integer, decided: z.array(Approval) }),
})

/** One request, with what would happen if it were approved now: `refusal` is null if it can be. */
export const getApproval = endpoint({
  path: '/approvals/{id}',
  ...shared,
  reply: z.object({ approval: Approval, now: z.object({ refusal: NullableText }) }),
})

const decision = { method: 'POST', ...shared, reply: Done.extend({ approval: Approval }) } as const

/**
 * Agrees, and does it at once as the one who asked. 403 `forbidden` to whoever asked, and to those who may not decide it; 409 `conflict`
 * if somebody else decided it, 409 `stale` if the record has changed since: it is void then.
 */
export const approve = endpoint({ path: '/approvals/{id}/approve', ...decision })

export const reject = endpoint({
  path: '/approvals/{id}/reject',
  ...decision,
  body: z.strictObject({
    reason: requiredText.trim().min(1, messages.required).max(maxApprovalReasonLength, messages.tooLong(maxApprovalReasonLength)),
  }),
})

/** Only by whoever asked. */
export const withdraw = endpoint({ path: '/approvals/{id}/withdraw', ...decision })
