import { expect, test } from 'vitest'
import type { z } from 'zod'
import { recordNouns } from '../../src/commands/engine/record-types.ts'
import { modeLabels } from '../../src/commands/shared/app-visit.ts'
import type { IngestResource } from '../../src/contract/ingest/resources.ts'
import { personalKinds } from '../../src/contract/personal-data.ts'
import type { Verdict } from '../../src/contract/policies.ts'
import { type PolicySubject, subjectTitle } from '../../src/contract/policy-actions.ts'
import { qrTypeWords } from '../../src/contract/qr-type-words.ts'
import { statusWords } from '../../src/contract/status-words.ts'
import { roleText } from '../../src/contract/users.ts'
import { changedFields } from '../../src/layout/records/changed-fields.ts'
import { brandName, methodName } from '../../src/layout/records/payment-names.ts'
import { activityWords } from '../../src/layout/records/presence.tsx'
import { targetName } from '../../src/views/audit/target-name.ts'
import { lookWords } from '../../src/views/audit/views-list.tsx'
import { emailWords, eventLabel } from '../../src/views/customer/activity-words.ts'
import { sayBilling } from '../../src/views/customer/billing-values.ts'
import { kindLabels } from '../../src/views/customer/timeline-words.ts'
import { reasonWords } from '../../src/views/feedback/feedback-list.tsx'
import { deliveryWords } from '../../src/views/integrations/deliveries-panel.tsx'
import { resourceWords } from '../../src/views/integrations/ingest-panel.tsx'
import { scopeWords } from '../../src/views/integrations/tokens-panel.tsx'
import { verdictLabels } from '../../src/views/policies/draft.ts'
import { mediaTypes } from '../../src/views/qr-media/media-table.tsx'

type Say = (value: string) => string | undefined
const inTable =
  (table: Readonly<Record<string, string>>): Say =>
  (value) =>
    table[value]
const disputeWords = inTable({ all: 'any dispute', needs_response: 'needs response', lost: 'lost' })
const refundWords = inTable({ FULLY: 'fully refunded', PARTIALLY: 'partly refunded', ANY: 'fully or partly' })
/** A step of a playbook is left out in words of the message. */
const runWords: Say = (value) => (value === 'left-out' ? 'left out' : statusWords(value))
const notShown = 'not shown'

/** How the console shows the values of each list in the contract. Every list must appear here. */
const shown: Readonly<Record<string, Say | typeof notShown>> = {
  subscriptionStatuses: statusWords,
  displayedStatuses: statusWords,
  accountStates: statusWords,
  cardStates: statusWords,
  cardBrands: brandName,
  domainStatuses: statusWords,
  paymentIntentStatuses: statusWords,
  invoiceStatuses: statusWords,
  takingDisputes: statusWords,
  certificateStatuses: (value) => value,
  hostEnds: notShown,
  disputeFilters: disputeWords,
  refundFilters: refundWords,
  paymentMethods: methodName,
  qrStatuses: statusWords,
  qrStatusOptions: statusWords,
  qrTypes: qrTypeWords,
  webriskStatuses: statusWords,
  checkVerdicts: statusWords,
  abuseStatuses: statusWords,
  tokenScopes: inTable(scopeWords),
  deliveryStates: inTable(deliveryWords),
  // Programs read these too.
  productEventNames: notShown,
  timelineKinds: inTable(kindLabels),
  apiMethods: notShown,
  apiResults: (value) => value,
  // Names of buttons, columns, files and checks, each with its own text elsewhere.
  oauthProviders: notShown,
  publicPaths: notShown,
  signInWays: notShown,
  proofs: notShown,
  customerMatches: notShown,
  domainListNames: notShown,
  allCapabilities: notShown,
  errorCodes: notShown,
  exportedLists: notShown,
  selectedLists: notShown,
  features: notShown,
  activities: inTable(activityWords),
  personalKindNames: inTable(Object.fromEntries(Object.entries(personalKinds).map(([kind, { many }]) => [kind, many]))),
  clientErrorKinds: notShown,
  presenceTypes: notShown,
  euCountries: notShown,
  sandboxFaultKinds: notShown,
  sandboxOperations: notShown,
  playbookTypes: inTable(recordNouns),
  stepStates: runWords,
  runStates: runWords,
  approvalStates: statusWords,
  appLoginModes: inTable(modeLabels),
  verdicts: inTable(verdictLabels),
  viewKinds: inTable(lookWords),
  viewedTypes: targetName,
  onDemandNames: (value) => subjectTitle(value as PolicySubject),
  policyActionNames: (value) => subjectTitle(value as PolicySubject),
}

/** The same for enumerated fields of replies. */
const inReplies: Readonly<Record<string, Say | typeof notShown>> = {
  accountType: (value) => sayBilling('accountType', value),
  state: runWords,
  type: inTable({ ...recordNouns, ...mediaTypes }),
  kind: inTable(kindLabels),
  look: inTable(lookWords),
  recordType: targetName,
  verdict: (value) => verdictLabels[value as Verdict] ?? statusWords(value),
  action: (value) => subjectTitle(value as PolicySubject),
  what: (value) => subjectTitle(value as PolicySubject),
  resource: (value) => resourceWords[value as IngestResource].all,
  scopes: inTable(scopeWords),
  event: notShown,
  secondSteps: notShown,
  proofs: notShown,
  events: notShown,
  capabilities: notShown,
  list: notShown,
  operation: notShown,
  side: notShown,
}

const modules = import.meta.glob<Record<string, unknown>>('../../src/contract/*.ts', { eager: true })
const exported = Object.values(modules).flatMap((module) => Object.entries(module))
const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')

const lists = exported.flatMap(([name, value]) => (isWords(value) && !name.endsWith('Sorts') ? [{ name, values: value }] : []))

/** Each enumeration in a schema, with its field. */
function enumsIn(schema: unknown, field: string, seen: Set<unknown>): { field: string; values: readonly string[] }[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const def = (schema as { def?: Record<string, unknown> }).def
  if (!def) return []
  if (def['type'] === 'enum') return [{ field, values: Object.values(def['entries'] as Record<string, string>) }]
  const fields = def['type'] === 'object' ? Object.entries(def['shape'] as Record<string, z.ZodType>) : []
  const inner = ['element', 'innerType', 'in', 'out', 'left', 'right', 'valueType'].map((name) => def[name])
  const several = [def['options'], def['items']].flatMap((all) => (Array.isArray(all) ? all : []))
  return [
    ...fields.flatMap(([name, one]) => enumsIn(one, name, seen)),
    ...[...inner, ...several].flatMap((one) => enumsIn(one, field, seen)),
  ]
}

const replies = exported.flatMap(([name, value]) =>
  typeof value === 'object' && value !== null && 'reply' in value && 'access' in value && !/Sandbox|Live|Presence/.test(name)
    ? enumsIn(value.reply, name, new Set())
    : [],
)

/** Whether a label shows a raw stored value. Plain words such as 'active' may stay. */
const isStored = (value: string, label: string) => label.includes('_') || (label === value && /[A-Z-]/.test(value))

test('every list of stored values defines how it is shown', () => {
  expect(lists.length).toBeGreaterThan(20)
  expect(replies.length).toBeGreaterThan(5)
  expect(lists.map(({ name }) => name).filter((name) => !(name in shown))).toEqual([])
  expect(replies.map(({ field }) => field).filter((field) => !(field in inReplies))).toEqual([])
})

const cases = [
  ...lists.map(({ name, values }) => ({ name, values, say: shown[name] })),
  ...replies.map(({ field, values }) => ({ name: field, values, say: inReplies[field] })),
].flatMap(({ name, values, say }) => (typeof say === 'function' ? values.map((value) => [name, value, say(value)] as const) : []))

test.each(cases)('%s: %s is shown as %s', (_, value, label) => {
  expect(label).toBeTruthy()
  expect(isStored(value, label ?? '')).toBe(false)
})

const emailLabel: Say = (event) => emailWords(event).label

test.each<[Say, string, string]>([
  [emailLabel, 'softBounces', 'soft bounce'],
  [emailLabel, 'hardBounces', 'hard bounce'],
  [emailLabel, 'requests', 'sent'],
  [emailLabel, 'proxy_open', 'proxy open'],
  [eventLabel, 'qr_created', 'QR created'],
  [eventLabel, 'export_csv', 'Export CSV'],
  [reasonWords, 'too expensive,missing features', 'Too expensive · Missing features'],
  [reasonWords, 'too_complex,unused', 'Too complex · Unused'],
  [reasonWords, 'It broke, twice', 'It broke, twice'],
  [reasonWords, 'other: we moved', 'Other: we moved'],
  [brandName, 'amex', 'American Express'],
  [brandName, 'cartes_bancaires', 'Cartes bancaires'],
  [methodName, 'sepa_debit', 'SEPA debit'],
  [methodName, 'us_bank_account', 'Us bank account'],
  [statusWords, 'canceledByEarlyFraud', 'canceled (early fraud)'],
])('%o labels %s as %s', (say, value, label) => expect(say(value)).toBe(label))

test.each([
  ['qr', { status: 1 }, { status: 2 }, 'active → blocked'],
  ['webrisk', { status: 2 }, { status: 1 }, 'unsafe → safe'],
  ['abuse', { status: 0 }, { status: 2 }, 'init → finished'],
  ['customer', { subscriptionStatus: 'past_due' }, { subscriptionStatus: 'canceled' }, 'past due → canceled'],
  ['staff', { rol: 2 }, { rol: 1 }, `${roleText(2)} → ${roleText(1)}`],
  ['customer', { accountType: 'company' }, { accountType: 'private' }, 'company → private'],
  ['qr', { uri: 'my_Own' }, { uri: 'my_New' }, 'my_Own → my_New'],
])('a %s change from %o to %o reads %s', (type, before, after, text) => {
  expect(changedFields(before, after, type).map((field) => `${field.before} → ${field.after}`)).toEqual([text])
})
