import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Capability, capabilityRoles } from '../../../src/contract/capabilities.ts'
import type { Policy, PolicyActor } from '../../../src/contract/policies.ts'
import type { PolicyAction } from '../../../src/contract/policy-actions.ts'
import type { Orm } from '../../db/connect.ts'
import { policyTables } from '../../db/schema/policies.ts'
import { type ApprovedCall, awayPerson } from './as-person.ts'

/** A call whose changes are judged by policies. */
export interface Judging {
  actor: PolicyActor
  /** The name of whoever calls in the audit trail. */
  email: string
  policies: readonly Policy[]
  /** When it was called, in unix seconds. */
  now: number
  /** How many records it names. */
  rows: number
  /** Recognises the same call. */
  callHash: () => string
  /** Parts of a bulk change are done once by their batch. */
  isBulk: boolean
  approved: ApprovedCall | null
  /** What was judged in this call already: a change that several rows of the audit trail record is judged once. */
  judged: Set<string>
  /** Email of the second person who agreed, once that is used. */
  approvedBy: string | null
  /** What the call takes beyond its endpoint's own capability, if not everybody has it. */
  capability: Capability | null
}

const current = new AsyncLocalStorage<Judging>()

/** The judging of the current call; none where there are no policies. */
export const judging = (): Judging | undefined => current.getStore()

export const judgedBy = <Result>(by: Judging, work: () => Promise<Result>): Promise<Result> => current.run(by, work)

/** Notes what the call turned out to take: whoever decides on it needs that as well. */
export function noteCapabilities(capabilities: readonly Capability[]): void {
  const by = judging()
  const narrow = capabilities.find((each) => capabilityRoles[each] !== 'any')
  if (by && narrow) by.capability = narrow
}

/** What somebody wants to do that takes a second person. */
export interface WantedChange {
  action: PolicyAction
  targetType: string
  targetId: number
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
  /** What it sends, in minor units of the account currency. */
  amount?: number | undefined
  /** How many records it changes, if more than one. */
  rows?: number | undefined
}

/** Thrown where a policy wants a second person: nothing is changed, and the call becomes a request. */
export class ApprovalNeeded extends Error {
  override name = 'ApprovalNeeded'
  readonly changes: readonly WantedChange[]
  readonly matters: readonly string[]
  readonly policy: Policy

  constructor(changes: readonly WantedChange[], matters: readonly string[], policy: Policy) {
    super(policy.text)
    this.changes = changes
    this.matters = matters
    this.policy = policy
  }
}

/** Thrown where a call that is only looked at would have made its change. */
export class WouldChange extends Error {
  override name = 'WouldChange'
}

interface Caller extends Pick<Judging, 'actor' | 'email'> {
  policyRevision: number
}

/** How a call of somebody is judged; null where no policy is and nothing was agreed to: nothing is looked up then. */
export async function judgingOf(
  { orm, now }: { orm: Orm; now: number },
  caller: Caller,
  request: Pick<FastifyRequest, 'method' | 'url' | 'body'>,
): Promise<Judging | null> {
  const approved = awayPerson()?.approved ?? null
  const policies = caller.policyRevision === 0 ? [] : await policiesOf(orm, caller.policyRevision)
  if (policies.length === 0 && approved === null) return null
  const { ids, batch, total } = (request.body ?? {}) as { ids?: unknown; batch?: unknown; total?: unknown }
  const { actor, email } = caller
  return {
    actor,
    email,
    policies,
    now,
    rows: Math.max(1, Array.isArray(ids) ? new Set(ids).size : 1, typeof total === 'number' ? total : 1),
    callHash: () => hashOf(request),
    isBulk: batch !== undefined,
    approved,
    judged: new Set(),
    approvedBy: null,
    capability: null,
  }
}

/** What differs with each try of the same call, and what is kept nowhere. */
const leftOut = new Set(['idempotencyKey', 'password'])

/** A call's body as it may be kept. */
export const withoutSecrets = (body: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries((body ?? {}) as Record<string, unknown>).filter(([name]) => name !== 'password'))

function hashOf({ method, url, body }: Pick<FastifyRequest, 'method' | 'url' | 'body'>): string {
  const known = Object.entries((body ?? {}) as Record<string, unknown>).filter(([name]) => !leftOut.has(name))
  return createHash('sha256')
    .update(JSON.stringify([method, url, known.toSorted(([one], [other]) => (one < other ? -1 : 1))]))
    .digest('base64url')
}

const known = new WeakMap<Orm, { revision: number; policies: readonly Policy[] }>()

/** The policies of a revision or a later one, kept in memory: every session's own query says which revision is now. */
async function policiesOf(orm: Orm, revision: number): Promise<readonly Policy[]> {
  const kept = known.get(orm)
  if (kept && kept.revision >= revision) return kept.policies
  const [stored] = await orm.select({ revision: policyTables.revision, policies: policyTables.policies }).from(policyTables)
  const read = stored ?? { revision, policies: [] }
  known.set(orm, read)
  return read.policies
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Keeps the call as a request, and says what is replied. */
    askForApproval: (call: ApprovalCall, needed: ApprovalNeeded) => Promise<Error>
  }
}

/** The call that becomes a request. */
export interface ApprovalCall {
  request: FastifyRequest
  staff: { id: number; name: string; email: string } | null
  capability: string | null
  judging: Judging
}
