import { z } from 'zod'
import { bulkEndpoints } from './bulk.ts'
import { endpoint, UnixSeconds } from './endpoint.ts'
import { extra } from './extra.ts'
import { Integer } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply } from './list.ts'
import { reviewParams } from './reviews.ts'

/** Abuse reports about QR codes (document 2, sections 2 to 4 and 7). */

const access = 'security.manage'

/** Index = status number. A report starts as `init`; nobody can set that again (ruling 48). */
export const abuseStatuses = ['init', 'pending', 'finished'] as const
export type AbuseLabel = (typeof abuseStatuses)[number]

export const AbuseStatus = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type AbuseStatus = z.infer<typeof AbuseStatus>

/** The statuses that can be set: all but init (ruling 48). */
export const AbuseStep = z.union([z.literal(1), z.literal(2)], 'Must be 1 (pending) or 2 (finished).')
export type AbuseStep = z.infer<typeof AbuseStep>
export const abuseSteps = [1, 2] as const satisfies readonly AbuseStep[]

/** Lists show this many characters of a reason (document 2, section 9). */
export const reasonLength = 100

export const AbuseRow = lazyObject(() => ({
  id: Integer,
  url: z.string(),
  email: z.string(),
  reason: z.string(),
  status: AbuseStatus,
  createdAt: UnixSeconds,
}))
export type AbuseRow = z.infer<typeof AbuseRow>

/** Setting a status: any but the current one. */
export function whyNotSetAbuse(current: number, to: AbuseStep): string | null {
  return current === to ? `Already ${abuseStatuses[to]}.` : null
}

/** As a query parameter. */
export const AbuseStatusParam = z
  .union([z.number(), z.string().regex(/^\d$/, 'Must be 0, 1 or 2.')])
  .transform(Number)
  .pipe(AbuseStatus)

const filters = { ...reviewParams, status: AbuseStatusParam.optional() }

export const AbuseListQuery = listQuery({
  sorts: ['createdAt', 'id'],
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: () => filters,
})
export type AbuseListQuery = z.output<typeof AbuseListQuery>

/** Lists every status by default; showing new ones first is the console's own default. Searches url and email. */
export const listAbuse = endpoint({ path: '/abuse', access, query: AbuseListQuery, reply: listReply(AbuseRow) })

/**
 * Undoable. 409 `unavailable_action` if it already has that status;
 * 409 `stale` if `expected`, the status the person saw, has changed.
 */
export const setAbuseStatus = endpoint({
  method: 'PATCH',
  path: '/abuse/{id}/status',
  access,
  body: z.strictObject({ status: AbuseStep, expected: extra(AbuseStatus.optional()) }),
})

export const AbuseBulk = z.strictObject({ action: z.literal('status'), status: AbuseStep })
export type AbuseBulk = z.infer<typeof AbuseBulk>

export const {
  preview: previewAbuseBulk,
  run: runAbuseBulk,
  matching: matchingAbuse,
} = bulkEndpoints('/abuse', access, { change: AbuseBulk, filters: z.object(filters) })
