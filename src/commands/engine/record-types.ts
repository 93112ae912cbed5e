import { formatCount } from '../../contract/count.ts'
import type { SelectedList } from '../../contract/exports.ts'
import { nameOfMonth } from '../../contract/sales.ts'
import {
  customerLabel,
  describeCustomer,
  describeFolders,
  describePayment,
  describeQr,
  describeUser,
  describeZip,
  shortUrl,
} from './target-name.ts'
import type { Target, Targets, TargetType } from './targets.ts'

/**
 * Where a key works. Global: everywhere; list: on a page with a list; walk:
 * on a record opened from a list; record types: on the current record.
 */
export type Scope = 'global' | 'list' | 'walk' | TargetType

interface RecordType<Record> {
  /** What one is called: 'customer'. */
  noun: string
  /** Its name in messages. */
  name: (record: Record) => string
  /** Tells it from others in questions; name and id if absent. */
  describe?: (record: Record) => string
  /** Chosen on screen, so that no link can name it. */
  isSelection?: true
}

/** Rows that are selected and changed together: noun of one and of many, and the list that exports them. */
const selections = {
  customers: { one: 'customer', many: 'customers', list: 'customers' },
  qrs: { one: 'QR code', many: 'QR codes', list: 'qrs' },
  webrisks: { one: 'web-risk entry', many: 'web-risk entries', list: 'webrisk' },
  abuses: { one: 'abuse report', many: 'abuse reports', list: 'abuse' },
} as const satisfies { [Type in TargetType]?: { one: string; many: string; list: SelectedList } }
export type SelectionType = keyof typeof selections

export const listOfSelection = (of: SelectionType): SelectedList => selections[of].list

export const selectionNoun = (of: SelectionType, count: number) => (count === 1 ? selections[of].one : selections[of].many)

export const countedRecords = (of: SelectionType, count: number) => `${formatCount(count)} ${selectionNoun(of, count)}`

const selection = (of: SelectionType) => {
  const name = ({ ids }: Targets[SelectionType]) => countedRecords(of, ids.length)
  return { noun: selections[of].many, name, describe: name, isSelection: true } as const
}

/** What commands act on: the one place that names and describes the types of records, beside their fields (`Targets`). */
const recordTypes: { [Type in TargetType]: RecordType<Targets[Type]> } = {
  customer: { noun: 'customer', name: customerLabel, describe: describeCustomer },
  customers: selection('customers'),
  payment: {
    noun: 'payment',

    name: ({ id }) => `Payment ${id}`,
    describe: (it) => describePayment(it).replace(/^p/, 'P'),
  },
  note: { noun: 'note', name: (note) => `Note on ${customerLabel(note)}` },
  feedback: { noun: 'feedback', name: ({ user }) => `Feedback of customer ${user}` },
  qr: { noun: 'QR code', name: ({ name, uri }) => name || uri, describe: describeQr },
  qrs: selection('qrs'),
  folders: {
    noun: 'folder',

    name: ({ folders }) => describeFolders(folders),
    describe: (chosen) => `${describeFolders(chosen.folders)} of ${describeCustomer(chosen)}`,
    isSelection: true,
  },
  invoice: { noun: 'invoice', name: ({ id }) => `Invoice ${id}` },
  'invoice-list': {
    noun: 'month or customer',

    name: ({ scope }) => describeZip(scope),
    describe: ({ scope }) => describeZip(scope),
  },
  report: { noun: 'month', name: monthOf, describe: monthOf },
  'domain-list': {
    noun: 'list of domains',

    name: domainListName,
    describe: domainListName,
  },
  domain: { noun: 'domain of the lists', name: ({ domain }) => domain },
  hostname: { noun: 'customer domain', name: ({ hostname }) => hostname },
  invitation: { noun: 'invitation', name: ({ email }) => `Invitation of ${email}` },
  'api-call': { noun: 'API call', name: ({ id }) => `API call ${id}` },
  webrisk: { noun: 'web-risk entry', name: ({ url }) => shortUrl(url) },
  webrisks: selection('webrisks'),
  tracker: { noun: 'log entry', name: ({ url }) => shortUrl(url) },
  abuse: { noun: 'abuse report', name: ({ url }) => shortUrl(url) },
  abuses: selection('abuses'),
  approval: { noun: 'request', name: ({ id }) => `Request ${id}` },
  word: { noun: 'word of the team', name: ({ word }) => `‘${word}’` },
  user: { noun: 'staff account', name: ({ name }) => name, describe: describeUser },
}

function monthOf({ month, year }: Targets['report']): string {
  return `${nameOfMonth(month)} ${year}`
}

function domainListName({ list }: Targets['domain-list']): string {
  return list === 'blacklisted' ? 'Blocked domains' : 'Allowed domains'
}

/** A target's type and record belong together, which an index into the table does not know. */
const typeOf = ({ type }: Target) => recordTypes[type] as RecordType<Targets[TargetType]>

export const nameOfTarget = (target: Target): string => typeOf(target).name(target.record)

/** Identifies a record, for questions about it. */
export function describeTarget(target: Target): string {
  return typeOf(target).describe?.(target.record) ?? `${nameOfTarget(target)} (#${target.record.id})`
}

/** Whether records of a type are chosen on screen, which a link can't name. */
export const isSelection = (type: TargetType): boolean => recordTypes[type].isSelection === true

export const recordNouns = Object.fromEntries(Object.entries(recordTypes).map(([type, { noun }]) => [type, noun])) as Readonly<
  Record<TargetType, string>
>
