import { accountCurrency, formatMoney } from '../../contract/money.ts'
import { isOnDemand, onDemandData, onDemandNames } from '../../contract/on-demand.ts'
import { parseAmount } from '../../contract/payment-rules.ts'
import { Policy, type PolicyCondition } from '../../contract/policies.ts'
import {
  allOfThem,
  isPolicyAction,
  type PolicySubject,
  policyActionNames,
  policyActions,
  policyGroups,
} from '../../contract/policy-actions.ts'

/** A policy as it is being written: what is typed stays text. */
export interface DraftPolicy {
  /** Tells it from the others while they are moved. */
  key: number
  /** `everybody`, `role:2`, `person:7`, `token:3`. */
  who: string
  what: PolicySubject
  when: 'always' | PolicyCondition['is']
  value: string
  verdict: Policy['verdict']
  text: string
}

let lastKey = 0
const newKey = () => ++lastKey

const valueOf = (when: PolicyCondition | null): string => {
  if (when === null) return ''
  if ('amount' in when) return (when.amount / 100).toFixed(2).replace('.', ',')
  return String('times' in when ? when.times : 'rows' in when ? when.rows : when.days)
}

/** A stored policy, ready to be changed. */
export function draftOf({ who, what, when, verdict, text }: Policy): DraftPolicy {
  const whoText = who.is === 'everybody' ? who.is : `${who.is}:${who.is === 'role' ? who.role : who.id}`
  return { key: newKey(), who: whoText, what, when: when?.is ?? 'always', value: valueOf(when), verdict, text }
}

function whoOf(who: string): unknown {
  const [is, number] = who.split(':')
  if (is === 'role') return { is, role: Number(number) }
  return is === 'everybody' ? { is } : { is, id: Number(number) }
}

/** What the condition says in its field; a refusal where it can't be read. */
function conditionOf({ when, value }: DraftPolicy): { condition: unknown } | { refusal: string } {
  if (when === 'always') return { condition: null }
  if (when === 'above' || when === 'above-in-a-day') {
    const { amount, refusal } = parseAmount(value, accountCurrency)
    return refusal === null ? { condition: { is: when, amount } } : { refusal }
  }
  if (!/^\d{1,6}$/.test(value.trim())) return { refusal: 'Enter a whole number.' }
  const count = Number(value)
  const named = { 'times-in-a-day': 'times', rows: 'rows', 'customer-days': 'days' } as const
  return { condition: { is: when, [named[when]]: count } }
}

export type PolicyErrors = Partial<Record<'value' | 'text', string>>

/** The policy that was written, or what is wrong with it by field. */
export function readDraft(draft: DraftPolicy): { policy: Policy; errors: null } | { policy: null; errors: PolicyErrors } {
  const read = conditionOf(draft)
  if ('refusal' in read) return { policy: null, errors: { value: read.refusal } }
  const { data, error } = Policy.safeParse({
    who: whoOf(draft.who),
    what: draft.what,
    when: read.condition,
    verdict: draft.verdict,
    text: draft.text,
  })
  if (data) return { policy: data, errors: null }
  const errors = error.issues.map(({ path, message }) => [path[0] === 'text' ? 'text' : 'value', message] as const)
  return { policy: null, errors: Object.fromEntries(errors) }
}

/** The labels of the verdicts about something. */
export const verdictsOn = (what: PolicySubject): typeof verdictLabels =>
  isOnDemand(what) ? { ask: 'Shown on demand', block: 'Never shown', allow: 'Always shown' } : verdictLabels

export const conditionLabels: Readonly<Record<DraftPolicy['when'], string>> = {
  always: 'Always',
  above: 'Above an amount',
  'above-in-a-day': 'Above an amount in 24 hours',
  'times-in-a-day': 'More often than, in 24 hours',
  rows: 'More records at once than',
  'customer-days': 'Customer for longer than (days)',
}

export const verdictLabels: Readonly<Record<Policy['verdict'], string>> = {
  ask: 'Needs a second person',
  block: 'Blocked',
  allow: 'Allowed',
}

/** What a policy can be about, in groups. */
export const subjectChoices: readonly { group: string; choices: readonly { value: PolicySubject; label: string }[] }[] = [
  {
    group: 'Groups',
    choices: [
      { value: allOfThem, label: 'Everything' },
      ...Object.entries(policyGroups).map(([value, label]) => ({ value: value as PolicySubject, label })),
    ],
  },
  ...Object.entries(policyGroups).map(([group, label]) => ({
    group: label,
    choices: policyActionNames
      .filter((action) => policyActions[action].group === group)
      .map((value) => ({ value, label: policyActions[value].title })),
  })),
  { group: 'Personal data', choices: onDemandNames.map((value) => ({ value, label: onDemandData[value].title })) },
]

/** Whether a condition can ever hold. */
export const mayHold = (when: DraftPolicy['when'], what: PolicySubject): boolean =>
  when === 'always' || (!isOnDemand(what) && (!when.startsWith('above') || hasAmounts(what)))

const hasAmounts = (what: PolicySubject): boolean =>
  !isPolicyAction(what) ? what === allOfThem || what === 'money' : what === 'payment.refund' || what === 'payment.approve'

const ready = (policy: Policy): Policy => policy
const money = (amount: number) => formatMoney(amount, accountCurrency)

/** Policies to begin with. */
export const readyPolicies: readonly { title: string; policy: Policy }[] = [
  {
    title: `Refunds above ${money(10_000)} need a second person`,
    policy: ready({
      who: { is: 'everybody' },
      what: 'payment.refund',
      when: { is: 'above', amount: 10_000 },
      verdict: 'ask',
      text: `Refunds above ${money(10_000)} need a second person.`,
    }),
  },
  {
    title: `More than ${money(50_000)} refunded in a day needs a second person`,
    policy: ready({
      who: { is: 'everybody' },
      what: 'payment.refund',
      when: { is: 'above-in-a-day', amount: 50_000 },
      verdict: 'ask',
      text: `You have refunded more than ${money(50_000)} today: more needs a second person.`,
    }),
  },
  {
    title: 'More than 50 records at once need a second person',
    policy: ready({
      who: { is: 'everybody' },
      what: allOfThem,
      when: { is: 'rows', rows: 50 },
      verdict: 'ask',
      text: 'Changing more than 50 records at once needs a second person.',
    }),
  },
  {
    title: 'Logging in as a customer needs a second person',
    policy: ready({
      who: { is: 'role', role: 2 },
      what: 'app-login',
      when: null,
      verdict: 'ask',
      text: 'Logging in as a customer needs a second person.',
    }),
  },
  {
    title: 'Erasing a person’s data needs a second person',
    policy: ready({
      who: { is: 'everybody' },
      what: 'customer.erase',
      when: null,
      verdict: 'ask',
      text: 'Erasing a person’s data can’t be undone: it needs a second person.',
    }),
  },
  {
    title: 'IP addresses are shown on demand',
    policy: ready({
      who: { is: 'everybody' },
      what: 'show.ip',
      when: null,
      verdict: 'ask',
      text: 'IP addresses are shown on demand.',
    }),
  },
]
