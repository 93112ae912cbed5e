import { loadable } from '../../api/loadable.ts'
import type { RecordType, TargetType } from '../engine/targets.ts'
import type { Shape } from './recognise.ts'

/** How a record of a type is named by what people type. */
interface Named {
  /** Words that only say what kind of record is meant. */
  nouns: string
  /** The identifiers that name one. */
  shapes?: readonly Shape['kind'][]
  /** A host names one, and for some a bare number does. */
  byHost?: true
  byNumber?: true
}

const named: Readonly<Record<RecordType, Named>> = {
  customer: { nouns: 'customer user client person', shapes: ['email', 'customer-id', 'provider-id'] },
  qr: { nouns: 'qr code', shapes: ['qr-uri', 'qr-id'] },
  payment: { nouns: 'payment order charge chargeback dispute transaction', shapes: ['payment'] },
  invoice: { nouns: 'invoice', shapes: ['invoice-id', 'invoice-number'] },
  hostname: { nouns: 'domain host customer', byHost: true },
  domain: { nouns: 'domain host', byHost: true },
  user: { nouns: 'staff colleague user', shapes: ['email'] },
  folders: { nouns: 'folder' },
  invitation: { nouns: 'invitation invite', shapes: ['email'] },
  webrisk: { nouns: 'address url web risk web-risk webrisk entry', byHost: true, byNumber: true },
  abuse: { nouns: 'report abuse', shapes: ['email'], byHost: true, byNumber: true },
  'api-call': { nouns: 'api call', byNumber: true },
}

/** Null for types that aren't found by what people type. */
export const namesOf = (type: TargetType): Named | null => (named as Partial<Record<TargetType, Named>>)[type] ?? null

const allNouns = new Set(Object.values(named).flatMap(({ nouns }) => nouns.split(' ')))

const singular = (word: string) => word.replace(/(?<=[^s])s$/, '')

/** Whether a word only says what kind of record is meant. */
export const isNoun = ({ folded }: { folded: string }, type: TargetType) =>
  namesOf(type)?.nouns.split(' ').includes(singular(folded)) === true

/** Ahead of a number it counts: 'the last 3' is neither an amount nor an id. */
export const isLatest = (word: string) => /^(last|latest|first|newest|past)$/.test(word)

/** Ahead of a number it says that this is no id: 'cancel in 30', 'note at 10', 'refund last 3'. */
export const isNoLabel = (word: string) => /^(in|at|by|after|within)$/.test(word) || isLatest(word)

/** A payment's name where it is looked for, but nothing that is done to the payment is done to its dispute. */
export const isDispute = ({ folded }: { folded: string }) => /^(dispute|chargeback)s?$/.test(folded)

/** The same for any kind. */
export const isAnyNoun = ({ folded }: { folded: string }) => /^(account|subscription)s?$/.test(folded) || allNouns.has(singular(folded))

const minBeginning = 3

/** Whether a word begins one for a kind of record: 'pay' is no verb of 'Sync with the payment provider'. */
export const beginsNoun = ({ folded }: { folded: string }) =>
  folded.length >= minBeginning && [...allNouns].some((noun) => noun.startsWith(folded))

/** The types that most verbs are for: 'block' is a QR code's before it is an address'. */
export const isMain = (type: TargetType) => loadable.some((each) => each === type)
