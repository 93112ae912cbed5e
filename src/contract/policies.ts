import { z } from 'zod'
import { Done, endpoint, UnixSeconds } from './endpoint.ts'
import { Integer, messages, NullableText, requiredText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { isOnDemand, type OnDemandData, onDemandNames } from './on-demand.ts'
import {
  allOfThem,
  covers,
  type PolicyAction,
  type PolicyGroup,
  type PolicySubject,
  policyActionNames,
  policyGroups,
} from './policy-actions.ts'

/** Who may do what alone, who needs a second person, and who may not. */

const maxPolicies = 50
export const maxPolicyTextLength = 200
const maxCount = 100_000

const Count = Integer.min(0).max(maxCount)
/** Minor units of the account currency. */
const Amount = Integer.min(0).max(100_000_000_00)

const Who = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('everybody') }),
  z.strictObject({ is: z.literal('role'), role: z.union([z.literal(1), z.literal(2)]) }),
  z.strictObject({ is: z.literal('person'), id: Integer.positive() }),
  z.strictObject({ is: z.literal('token'), id: Integer.positive() }),
])

/**
 * `above`: more than this amount at once. `above-in-a-day`: with the same person's others of the last 24 hours. `times-in-a-day`: more
 * than so many by the same person in 24 hours. `rows`: more than so many records at once. `customer-days`: of a customer for longer than
 * so many days.
 */
const Condition = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('above'), amount: Amount }),
  z.strictObject({ is: z.literal('above-in-a-day'), amount: Amount }),
  z.strictObject({ is: z.literal('times-in-a-day'), times: Count }),
  z.strictObject({ is: z.literal('rows'), rows: Count }),
  z.strictObject({ is: z.literal('customer-days'), days: Count }),
])
export type PolicyCondition = z.infer<typeof Condition>

export const verdicts = ['allow', 'ask', 'block'] as const
export type Verdict = (typeof verdicts)[number]

const subjects = [allOfThem, ...(Object.keys(policyGroups) as PolicyGroup[]), ...policyActionNames, ...onDemandNames] as [
  PolicySubject,
  ...PolicySubject[],
]

export const Policy = z
  .strictObject({
    who: Who,
    what: z.enum(subjects),
    /** Null: always. */
    when: Condition.nullable(),
    /** Of what is shown on demand, `ask` shows it to whoever asks, and notes that. */
    verdict: z.enum(verdicts),
    /** For whoever is stopped. */
    text: requiredText.trim().min(1, messages.required).max(maxPolicyTextLength, messages.tooLong(maxPolicyTextLength)),
  })
  .refine(({ what, when }) => when === null || !isOnDemand(what), {
    path: ['when'],
    error: 'Has no condition: it is always shown on demand.',
  })
export type Policy = z.infer<typeof Policy>

/** Who does something. */
export type PolicyActor = { is: 'person'; id: number; role: number } | { is: 'token'; id: number }

/** What conditions are about, as far as it is known; what isn't known matches none. */
export interface PolicyFacts {
  /** What this sends, in minor units of the account currency. */
  amount?: number | undefined
  /** What the same person sent in the last 24 hours, without this. */
  amountInDay?: number | undefined
  /** How often they did what a policy is about, by its subject, without this. */
  timesInDay?: Readonly<Partial<Record<PolicySubject, number>>> | undefined
  /** How many records it changes, all together. */
  rows?: number | undefined
  /** Since the customer's sign-up. */
  customerDays?: number | undefined
}

/** The policies about an action of somebody, in order. */
export const policiesFor = (policies: readonly Policy[], actor: PolicyActor, action: PolicyAction | OnDemandData): Policy[] =>
  policies.filter(({ who, what }) => isMeant(who, actor) && covers(what, action))

/** What the first policy that matches says; allowed if none does. [1.7 policies] */
export function judgePolicies(
  policies: readonly Policy[],
  actor: PolicyActor,
  action: PolicyAction | OnDemandData,
  facts: PolicyFacts,
): { verdict: Verdict; policy: Policy | null } {
  const policy = policiesFor(policies, actor, action).find(({ what, when }) => when === null || holds(when, what, facts)) ?? null
  return { verdict: policy?.verdict ?? 'allow', policy }
}

/** Whether somebody is among those whom a policy concerns. */
export function isMeant(who: Policy['who'], actor: PolicyActor): boolean {
  if (who.is === 'everybody') return true
  if (who.is === 'role') return actor.is === 'person' && actor.role === who.role
  return who.is === actor.is && who.id === actor.id
}

function holds(when: PolicyCondition, what: PolicySubject, facts: PolicyFacts): boolean {
  const { amount, amountInDay, timesInDay, rows = 1, customerDays } = facts
  if (when.is === 'above') return amount !== undefined && amount > when.amount
  if (when.is === 'above-in-a-day') return amount !== undefined && amountInDay !== undefined && amountInDay + amount > when.amount
  if (when.is === 'times-in-a-day') return (timesInDay?.[what] ?? -Infinity) + rows > when.times
  if (when.is === 'rows') return rows > when.rows
  return customerDays !== undefined && customerDays > when.days
}

const shared = { feature: 'policies' } as const
const managed = { ...shared, access: 'policies.manage' } as const

export const PolicyTable = lazyObject(() => ({
  policies: z.array(Policy),
  /** Counts changes: `PUT` names the one it is based on. */
  revision: Integer,
  changedBy: NullableText,
  changedAt: UnixSeconds.nullable(),
}))
export type PolicyTable = z.infer<typeof PolicyTable>

/** All policies, in the order in which they are tried. */
export const listPolicies = endpoint({ path: '/policies', ...managed, reply: PolicyTable })

const Policies = z.array(Policy).max(maxPolicies, `At most ${maxPolicies} policies.`)

/** Replaces the table as a whole, at once for everybody. 409 `stale` if it was changed since. */
export const putPolicies = endpoint({
  method: 'PUT',
  path: '/policies',
  ...managed,
  stepUp: 'always',
  body: z.strictObject({ policies: Policies, revision: Integer.min(0) }),
  reply: Done.extend({ revision: Integer }),
})

/** What policies would have stopped among the last thousand actions that each is about, by the audit trail. */
export const tryPolicies = endpoint({
  method: 'POST',
  path: '/policies/try',
  ...managed,
  body: z.strictObject({ policies: Policies }),
  reply: z.object({ rows: z.array(z.object({ stopped: Integer, of: Integer })) }),
})

/** The policies that may concern the asker, and what they did in the last 24 hours, so that the console can say beforehand what would be said. */
export const myPolicies = endpoint({
  path: '/policies/mine',
  ...shared,
  access: 'session',
  byItself: true,
  reply: lazyObject(() => ({
    /** Whether there are policies at all, or were: there may be requests then. */
    isInUse: z.boolean(),
    policies: z.array(Policy),
    amountInDay: Integer,
    timesInDay: z.partialRecord(z.enum(subjects), Integer),
  })),
})
export type MyPolicies = z.output<typeof myPolicies.reply>
