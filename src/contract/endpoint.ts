import { z } from 'zod'
import { type Capability, isCapability } from './capabilities.ts'
import type { ErrorCode } from './errors.ts'
import { extra } from './extra.ts'
import type { Feature } from './features.ts'
import { Integer } from './fields.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * Who is let in. `challenge`: whoever just proved the password. `activation`: the same, but users signed in with
 * two-factor get a message of their own (ruling 6). `session`: any signed-in account.
 */
export type Access =
  | 'public'
  | 'challenge'
  | 'activation'
  | 'session'
  | {
      capability: Capability
      /** A query parameter naming one customer: with it, any signed-in account is let in (ruling 3). */
      orScopedBy?: string
    }

/** One call of the admin API, relative to `/api/admin`; path parameters are in braces as in the specification. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method
  path: string
  access: Access
  params: Params
  query: Query
  body: Body
  reply: Reply
  /** A GET that changes state must pass the same-origin check too (ruling 9). */
  changesState: boolean
  /** The console calls it by itself: no sign of a person, so it keeps no session from ending. */
  byItself: boolean
  /** Not in the documents: called only if the admin API lists this feature (ruling 56). */
  feature?: Feature
  /**
   * Wants a proof of the last 15 minutes that it is the person: `always`, or what is final for the company only where `STEP_UP` is set.
   * 403 `step_up_required` without.
   */
  stepUp?: 'always' | 'if-set'
  /** Error code by status, for replies that carry no code of ours. */
  refusals?: Readonly<Partial<Record<number, ErrorCode>>>
  /** Message by error code, for replies without one. */
  words?: Readonly<Partial<Record<ErrorCode, string>>>
}

const nothing = z.object({})
/** Refuses whatever is sent. */
const noFields = z.strictObject({})
export type Nothing = typeof nothing
type ParamsOf<Path> = z.ZodObject<Path extends `${string}{id}${string}` ? typeof IdParams.shape : typeof nothing.shape>

interface Declaration<Path, Params, Query, Body, Reply> {
  /** `GET` unless it says otherwise. */
  method?: Method
  path: Path
  access: Access | Capability
  /** `IdParams` unless it says otherwise, if the path has an `{id}`. */
  params?: Params
  query?: Query
  /** Without one, a POST, PATCH or PUT takes no fields. */
  body?: Body
  /** `Done` unless it says otherwise. */
  reply?: Reply
  changesState?: boolean
  byItself?: boolean
  feature?: Feature
  stepUp?: 'always' | 'if-set'
  refusals?: Readonly<Partial<Record<number, ErrorCode>>>
  words?: Readonly<Partial<Record<ErrorCode, string>>>
}

/**
 * Declares an endpoint; what it doesn't say is as in `Declaration`. Unknown query parameters are ignored (ruling 13);
 * bodies must be strict objects so that unknown fields are 400 (ruling 20).
 */
export function endpoint<
  Path extends string,
  Reply extends z.ZodType = typeof Done,
  Params extends z.ZodType = ParamsOf<Path>,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(declared: Declaration<Path, Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  const { method = 'GET', path, access } = declared
  const defaults = {
    params: path.includes('{id}') ? IdParams : nothing,
    query: nothing,
    body: method === 'GET' || method === 'DELETE' ? nothing : noFields,
    reply: Done,
    changesState: method !== 'GET',
    byItself: false,
  }
  const stated = { ...declared, method, access: isCapability(access) ? { capability: access } : access }
  return { ...defaults, ...stated } as Endpoint<Params, Query, Body, Reply>
}

/** A positive integer in a path; anything else is a 404 (ruling 15). */
export const Id = z
  .union([z.number(), z.string().regex(/^[1-9]\d{0,9}$/, 'Must be an id.')])
  .transform(Number)
  .pipe(Integer.positive().max(2_147_483_647))

/** The id in a path; null if it is none. */
export const readId = (text: string): number | null => Id.safeParse(text).data ?? null

export const IdParams = z.object({ id: Id })

/**
 * Header of calls that refetch what changed: nobody asked for them, so they don't keep a session alive.
 */
export const byItselfHeader = 'x-by-itself'

/**
 * Header of a change that says why it is wanted, as `encodeURIComponent` writes it. Read only where a policy asks for a second person.
 */
export const approvalReasonHeader = 'x-approval-reason'

/**
 * Reply of a change without a result of its own; `auditId` is what undo takes. The documents don't show most of these
 * replies, so any reply without `success: false` counts as success.
 */
export const Done = z.object({
  success: extra(z.literal(true), ({ success }) => success !== false),
  auditId: extra(Integer.optional()),
  undoable: extra(z.boolean().optional()),
})
export type Done = z.infer<typeof Done>

/** Unix seconds. */
export const UnixSeconds = Integer

/** Unix seconds in a query string. */
export const UnixSecondsParam = z.coerce.number().int().min(0).max(32_503_680_000)

/** Both ends of a range in a query string, each of them optional. */
export const rangeParams = { from: UnixSecondsParam.optional(), to: UnixSecondsParam.optional() }

/** One end of a range by which the documents don't filter. */
export const ExtraRangeEnd = extra(UnixSecondsParam.optional())

/** A documented switch: 'true' or absent; anything else counts as absent (ruling 19). */
export const TrueOrAbsent = z
  .unknown()
  .optional()
  .transform((value): 'true' | undefined => (value === 'true' || value === true ? 'true' : undefined))

/** A record's change counter: an update based on an older one is 409 `stale`. Absent: not checked. */
export const Version = extra(Integer.positive().optional())

/** The same in a reply. 0 from an admin API that doesn't count, and never sent back. */
export const VersionReply = extra(Integer, 0)
