import { customerOf, type FoundRecord } from '../../../api/find-record.ts'
import { fold } from '../../../commands/text/ranking.ts'
import type { Identifier, Several } from '../../../commands/text/several.ts'
import { formatCount } from '../../../contract/count.ts'
import { errorText } from '../../kit/toasts.tsx'
import { foundRow } from '../../records/finders/found-rows.ts'
import type { Row, SeveralRow } from '../rows.ts'
import type { Reading } from './reading.ts'
import { requestsReading } from './requests.ts'
import type { FoundRow } from './verb-rows.ts'

/** One identifier's result. */
export interface Slot {
  identifier: Identifier
  state: 'searching' | 'found' | 'none' | 'failed'
  found: FoundRecord | null
  error: unknown
  retry: () => void
}

export interface SeveralContents {
  readings: Reading[]
  /** A summary: '3 identifiers'. */
  explanation: string
}

interface Verb {
  /** What to do with all of them, as it was typed; empty if that can't be said of several. */
  typing: string
  /** Words that say what to do, but not with several. */
  unused: readonly string[]
  /** What a mail speaks of doing to the only customer in it. */
  requests?: readonly FoundRow[]
}

/** The rows for several identifiers: actions on all of them, then each in order. If two name the same record, only the first shows. */
export function severalContents(
  { identifiers, parts, leftOut, notRecognised, read, isLetter }: Several,
  slots: readonly Slot[],
  { typing, unused, requests = [] }: Verb,
): SeveralContents {
  const once = slots.filter(
    ({ found }, index) => found === null || slots.findIndex((other) => other.found && isSame(other.found, found)) === index,
  )
  const found = once.flatMap((slot) => slot.found ?? [])
  // The name of somebody who was found by their address, below a mail.
  const names = new Set(found.flatMap((each) => (each.type === 'customer' ? fold(`${each.record.firstname} ${each.record.lastname}`) : [])))
  const isKnown = ({ shapes, text }: Identifier) => shapes.length === 0 && names.has(fold(text))
  const isSettled = slots.every(({ state }) => state !== 'searching')
  const [more, unknown] = [counted(leftOut, 'more left out'), counted(notRecognised - parts.filter(isKnown).length, 'not recognised')]
  const heading = (isSettled ? `${found.length} of ${once.length} found` : `${found.length} found so far`) + unknown + more
  const mayBe = (type: 'qr' | 'customer') =>
    slots.every(({ identifier, found }) => (found ? found.type === type : kinds[type].test(identifier.shapes[0]?.kind ?? '')))
  const type = mayBe('qr') ? 'qrs' : typing !== '' && mayBe('customer') ? 'customers' : null
  const ids = found.map(({ record }) => record.id)
  const acts = type === null ? [] : [actRow(ids, isSettled, type, typing)]
  const walk = walkRow(found, isSettled)
  const left = (row: Row): Row => (unused.length > 0 && row.kind !== 'retry' ? { ...row, unused } : row)
  // The one record that a mail is about is opened itself, rather than its customer.
  const only = isLetter && isSettled && found.length === 1 ? once.find((slot) => slot.found !== null) : undefined
  const together: Row[] = only?.found
    ? [{ ...foundRow(only.found, only.identifier.text), value: `slot:${slots.indexOf(only)}`, why: 'exact match' }]
    : (typing === '' ? [walk, ...acts] : [...acts, { ...walk, unused: typing.split(' ') }]).map(left)
  const all = identifiers.length + leftOut
  const summary = all === 0 ? 'a long text' : `${formatCount(all)} identifier${all === 1 ? '' : 's'}`
  const shown = parts
    .flatMap((part, index): Row[] => {
      const slot = once.find(({ identifier }) => identifier === part)
      if (slot) return slot === only ? [] : [slotRow(slot, slots.indexOf(slot))]
      return part.shapes.length > 0 || isKnown(part)
        ? []
        : [{ kind: 'named', value: `unknown:${index}`, text: part.text, why: 'not recognised' }]
    })
    .map(left)
  const named = all === 0 ? 'No email, id or address in this text' : heading
  // 'ban' for two of whom one was found is hardly what was meant, nor are bare numbers surely the QR codes of those numbers.
  const hasNames = slots.some(({ identifier }) => identifier.shapes[0]?.kind === 'name')
  const isOpen =
    isSettled &&
    (((typing !== '' || hasNames) && found.length < once.length) ||
      slots.some(({ identifier, found: one }) => /^\d+$/.test(identifier.text) && one !== null && one.type !== 'customer'))
  const reading = { id: 'several', claim: 'exact', couldStill: isSettled ? null : 'exact' } as const
  return {
    readings: [
      ...(all === 0 ? [] : [{ ...reading, heading: all === 1 || only ? 'In this text' : `All ${all}`, rows: together, isOpen }]),
      ...(requests.length === 0 ? [] : [requestsReading(requests)]),
      { ...reading, id: 'several:each', claim: 'guess', heading: named, note: isSettled ? null : 'searching…', rows: shown, isOpen: true },
    ],
    explanation: read === null ? summary : `${summary}, ${read}`,
  }
}

const kinds = { qr: /^qr-/, customer: /^(email|customer-id|provider-id|name)$/ }

const counted = (count: number, what: string) => (count === 0 ? '' : `, ${formatCount(count)} ${what}`)

const isSame = (a: FoundRecord, b: FoundRecord) => a.type === b.type && a.record.id === b.record.id

/** The page a walk opens for a record: its own, or else its customer's. */
const pageOf = (found: FoundRecord) => `/customers/${customerOf(found)}`

function walkRow(found: readonly FoundRecord[], isSettled: boolean): SeveralRow {
  const hrefs = [...new Set(found.map(pageOf))]
  const ofCustomers = found.every(({ type }) => type === 'customer')
  return {
    kind: 'several',
    value: 'several:walk',
    title: isSettled ? walkTitle(hrefs.length, ofCustomers) : 'Go through these records',
    whyNot: isSettled && found.length === 0 ? 'None of them was found.' : null,
    isWaiting: !isSettled,
    does: { verb: 'walk', title: ofCustomers ? 'Pasted records' : 'Customers of pasted records', hrefs },
  }
}

function walkTitle(count: number, ofCustomers: boolean): string {
  if (count === 0) return 'Go through these records'
  if (count === 1) return ofCustomers ? 'Open the one that was found' : 'Open their customer'
  return ofCustomers ? `Go through these ${count} records` : `Go through their ${count} customers`
}

/** @param of which ones: ' of Ana Ruiz' */
export function actRow(ids: readonly number[], isSettled: boolean, type: 'qrs' | 'customers', typing: string, of = ''): SeveralRow {
  const [one, many] = type === 'qrs' ? ['this QR code', 'QR codes'] : ['this customer', 'customers']
  const all = isSettled && ids.length > 0 ? (ids.length === 1 ? one : `all ${formatCount(ids.length)} ${many}`) : `all ${many}`
  return {
    kind: 'several',
    value: 'several:act',
    title: `Act on ${all}${of}…${typing === '' ? '' : ` — ${typing}`}`,
    whyNot: isSettled && ids.length === 0 ? 'None of them was found.' : null,
    isWaiting: !isSettled,
    does: { verb: 'act', on: { type, record: { id: ids.length, ids } }, typing },
  }
}

function slotRow({ identifier: { text, shapes }, state, found, error, retry }: Slot, index: number): Row {
  const value = `slot:${index}`
  if (found) return { ...foundRow(found, text), value }
  if (state === 'failed') return { kind: 'retry', value, message: `${text} could not be looked up: ${errorText('', error)}`, retry }
  return {
    kind: 'named',
    value,
    text,
    why: state !== 'none' ? 'searching…' : shapes[0]?.kind === 'name' ? 'not found, or several of this name' : 'not found',
  }
}
