import { z } from 'zod'
import { bulkEndpoints } from './bulk.ts'
import { Done, endpoint, Id, UnixSeconds } from './endpoint.ts'
import { byPlace, extra } from './extra.ts'
import { Integer, NullableInteger, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply } from './list.ts'
import { reviewParams } from './reviews.ts'

/**
 * Addresses behind customers' QR codes as judged by the web-risk
 * check, and its log (document 2, sections 2 to 4 and 7).
 */

const access = 'security.manage'

/** Index = status number. A row starts as `init`; nobody can set that again (ruling 48). */
export const webriskStatuses = ['init', 'safe', 'unsafe', 'unknown'] as const
export type WebriskLabel = (typeof webriskStatuses)[number]

export const WebriskStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type WebriskStatus = z.infer<typeof WebriskStatus>

/** The statuses that can be set: all but init (ruling 48). */
export const WebriskVerdict = z.union([z.literal(1), z.literal(2), z.literal(3)], 'Must be 1 (safe), 2 (unsafe) or 3 (unknown).')
export type WebriskVerdict = z.infer<typeof WebriskVerdict>
export const webriskVerdicts = [1, 2, 3] as const satisfies readonly WebriskVerdict[]

export const WebriskRow = lazyObject(() => ({
  id: Integer,
  url: z.string(),
  type: z.string(),
  visits: NullableInteger,
  score: NullableInteger,
  status: WebriskStatus,
  email: NullableText,
  whoisDate: UnixSeconds.nullable(),
  createdAt: UnixSeconds,
  qr: NullableInteger,
  user: NullableInteger,
  /** Ours: the QR's current state, so blocking it can be offered or refused with a reason. */
  qrInfo: extra(z.object({ name: z.string(), uri: z.string(), status: Integer, stopped: Integer }).nullable(), null),
}))
export type WebriskRow = z.infer<typeof WebriskRow>

/** Visits, or the score if visits is missing; 0 is a value (ruling 48). */
export const visitsScore = ({ visits, score }: Pick<WebriskRow, 'visits' | 'score'>): number | null => visits ?? score

/** Setting a status: any but the current one. */
export function whyNotSetWebrisk(current: number, to: WebriskVerdict): string | null {
  return current === to ? `Already ${webriskStatuses[to]}.` : null
}

/** Block the QR behind it: it must exist and be neither blocked nor deleted. */
export function whyNotBlockQr(qr: Pick<NonNullable<WebriskRow['qrInfo']>, 'status'> | null): string | null {
  if (qr === null) return 'No QR code.'
  if (qr.status === 0) return 'QR code is deleted.'
  return qr.status === 2 ? 'QR code is already blocked.' : null
}

/** As a query parameter. */
export const WebriskStatusParam = z
  .union([z.number(), z.string().regex(/^\d$/, 'Must be 0, 1, 2 or 3.')])
  .transform(Number)
  .pipe(WebriskStatus)

const filters = { ...reviewParams, status: WebriskStatusParam.optional() }

export const WebriskListQuery = listQuery({
  sorts: ['createdAt', 'visitsScore', 'whoisDate', 'id'],
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: () => filters,
})
export type WebriskListQuery = z.output<typeof WebriskListQuery>

/** Lists every status by default; showing unsafe ones first is the console's own default. Searches url and email. */
export const listWebrisk = endpoint({ path: '/webrisk', access, query: WebriskListQuery, reply: listReply(WebriskRow) })

/**
 * Undoable. 409 `unavailable_action` if it already has that status;
 * 409 `stale` if `expected`, the status the person saw, has changed.
 */
export const setWebriskStatus = endpoint({
  method: 'PATCH',
  path: '/webrisk/{id}/status',
  access,
  body: z.strictObject({ status: WebriskVerdict, expected: extra(WebriskStatus.optional()) }),
})

/** Web Risk's verdict. `unknown`, if it couldn't be asked or has no opinion, never counts as safe. */
export const checkVerdicts = ['safe', 'unsafe', 'unknown'] as const

/** The status after a check; an unknown verdict doesn't clear an unsafe row. */
export function statusAfterCheck(current: number, verdict: (typeof checkVerdicts)[number]): WebriskVerdict {
  if (verdict === 'unknown') return current === 2 ? 2 : 3
  return verdict === 'safe' ? 1 : 2
}

/** Checks the address again, without opening it, and sets the status. Undoable if that changed. */
export const checkWebrisk = endpoint({
  method: 'POST',
  path: '/webrisk/{id}/check',
  access,
  feature: 'webrisk-check',
  reply: lazyObject(() => ({
    ...Done.shape,
    verdict: z.enum(checkVerdicts),
    threats: z.array(z.string()),
    /** The current status. */
    status: WebriskStatus,
    /** Why the verdict is unknown; null otherwise. */
    failure: NullableText,
  })),
})

/** What a bulk change does to each row. */
export const WebriskBulk = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('status'), status: WebriskVerdict }),
  z.strictObject({ action: z.literal('block') }),
  z.strictObject({ action: z.literal('check') }),
])
export type WebriskBulk = z.infer<typeof WebriskBulk>

export const {
  preview: previewWebriskBulk,
  run: runWebriskBulk,
  matching: matchingWebrisk,
} = bulkEndpoints('/webrisk', access, { change: WebriskBulk, filters: z.object(filters) })

export const TrackerRow = lazyObject(() => ({
  id: extra(Integer, byPlace),
  qr: NullableInteger,
  reason: z.string(),
  url: z.string(),
  userBanned: z.boolean(),
  /** Always an array (ruling 48); documented replies may have a string. */
  unsafeDomains: extra(z.array(z.string()), ({ unsafeDomains }) => domainsIn(unsafeDomains)),
  createdAt: UnixSeconds,
  user: NullableInteger,
}))
const domainsIn = (text: unknown) => (typeof text === 'string' ? text.split(/[\s,;]+/).filter((domain) => domain !== '') : [])

export type TrackerRow = z.infer<typeof TrackerRow>

export const TrackerListQuery = listQuery({
  sorts: ['createdAt', 'id'],
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: () => ({ user: Id.optional() }),
})
export type TrackerListQuery = z.output<typeof TrackerListQuery>

/** The web-risk log: open to any signed-in user if scoped to one customer, only to role 1 otherwise (ruling 3). */
export const listTracker = endpoint({
  path: '/webrisk/tracker',
  access: { capability: 'security.manage', orScopedBy: 'user' },
  query: TrackerListQuery,
  reply: listReply(TrackerRow),
})
