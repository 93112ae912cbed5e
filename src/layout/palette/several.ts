import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type Asked, type FoundRecord, foundRecordQuery } from '../../api/find-record.ts'
import type { Identifier, Several } from '../../commands/several.ts'
import { errorText } from '../kit/toasts.tsx'
import { askedNow } from './facts.ts'
import { foundCustomerRow, invoiceRow, qrRow, type RecordRow, type Row, type RowGroup, type SeveralRow } from './rows.ts'

/** Several pasted identifiers: actions on all of them, then each in order. */
export interface SeveralContents {
  groups: RowGroup[]
  /** A summary: '3 identifiers'. */
  explanation: string
  /** Whether all look-ups have finished. */
  isSettled: boolean
}

/** Looks up each identifier. Rows keep the pasted order, so no reply moves another. */
export function useSeveral(several: Several | null): SeveralContents | null {
  const identifiers = several?.identifiers ?? []
  const answers = useQueries({
    queries: identifiers.map(({ shapes }) => ({ ...foundRecordQuery(shapes.map(askedFor)), ...askedNow })),
  })
  if (!several) return null
  return severalContents(
    several,
    identifiers.map((identifier, index) => ({ identifier, ...answerOf(answers[index]) })),
  )
}

/** One identifier's result. */
interface Slot {
  identifier: Identifier
  state: 'searching' | 'found' | 'none' | 'failed'
  found: FoundRecord | null
  error: unknown
  retry: () => void
}

function answerOf(query: UseQueryResult<FoundRecord | null> | undefined): Omit<Slot, 'identifier'> {
  const base = { found: null, error: null, retry: () => void query?.refetch() }
  if (query?.data) return { ...base, state: 'found', found: query.data }
  if (query?.data === null) return { ...base, state: 'none' }
  if (!query || query.isFetching || !query.isError) return { ...base, state: 'searching' }
  return { ...base, state: 'failed', error: query.error }
}

/** The rows for several identifiers. If two name the same record, only the first shows. */
function severalContents({ identifiers, leftOut }: Several, slots: readonly Slot[]): SeveralContents {
  const once = slots.filter(
    ({ found }, index) => found === null || slots.findIndex((other) => other.found && isSame(other.found, found)) === index,
  )
  const found = once.flatMap((slot) => slot.found ?? [])
  const isSettled = slots.every(({ state }) => state !== 'searching')
  const more = leftOut === 0 ? '' : `, ${leftOut} more left out`
  const heading = isSettled ? `${found.length} of ${once.length} found${more}` : `${found.length} found so far${more}`
  const mayBeQrs = slots.every(({ identifier, found }) =>
    found ? found.type === 'qr' : identifier.shapes[0]?.kind.startsWith('qr') === true,
  )
  const together: Row[] = [walkRow(found, isSettled), ...(mayBeQrs ? [actRow(found, isSettled)] : [])]
  return {
    groups: [
      { id: 'together', heading: 'Together', note: null, rows: together },
      { id: 'several', heading, note: isSettled ? null : 'searching…', rows: once.map((slot) => slotRow(slot, slots.indexOf(slot))) },
    ],
    explanation: `${identifiers.length + leftOut} identifiers`,
    isSettled,
  }
}

const isSame = (a: FoundRecord, b: FoundRecord) => a.type === b.type && recordOf(a).id === recordOf(b).id
const recordOf = (found: FoundRecord) => (found.type === 'customer' ? found.customer : found.type === 'qr' ? found.qr : found.invoice)

/** The page a walk opens for a record: its own, or else its customer's. */
const pageOf = (found: FoundRecord) =>
  `/customers/${found.type === 'customer' ? found.customer.id : found.type === 'qr' ? found.qr.user : found.invoice.customer}`

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

function actRow(found: readonly FoundRecord[], isSettled: boolean): SeveralRow {
  const ids = found.flatMap((each) => (each.type === 'qr' ? each.qr.id : []))
  return {
    kind: 'several',
    value: 'several:act',
    title:
      isSettled && ids.length > 0 ? `Act on ${ids.length === 1 ? 'this QR code' : `all ${ids.length} QR codes`}…` : 'Act on all QR codes…',
    whyNot: isSettled && ids.length === 0 ? 'None of them was found.' : null,
    isWaiting: !isSettled,
    does: { verb: 'act', on: { type: 'qrs', record: { id: ids.length, ids } } },
  }
}

function slotRow({ identifier: { text }, state, found, error, retry }: Slot, index: number): Row {
  const value = `slot:${index}`
  if (found) return { ...foundRow(found, text), value }
  if (state === 'failed') return { kind: 'retry', value, message: `${text} could not be looked up: ${errorText('', error)}`, retry }
  return { kind: 'named', value, text, why: state === 'none' ? 'not found' : 'searching…' }
}

/** The row shows what it was found by, unless that is already in it. */
function foundRow(found: FoundRecord, text: string): RecordRow {
  const unlessIn = (known: string) => (text.toLowerCase().includes(known.toLowerCase()) ? '' : text)
  if (found.type === 'customer') return foundCustomerRow(found.customer, null, unlessIn(found.customer.email))
  return found.type === 'qr' ? qrRow(found.qr, unlessIn(found.qr.uri)) : invoiceRow(found.invoice, unlessIn(String(found.invoice.id)))
}

function askedFor(shape: Identifier['shapes'][number]): Asked {
  switch (shape.kind) {
    case 'email':
      return { kind: 'customer', term: shape.email }
    case 'customer-id':
      return { kind: 'customer', term: String(shape.id) }
    case 'provider-id':
      return { kind: 'customer', term: shape.providerId }
    case 'invoice-id':
      return { kind: 'invoice', id: shape.id }
    case 'qr-id':
      return { kind: 'qr', id: shape.id }
    case 'qr-uri':
      return { kind: 'qr-uri', uri: shape.uri }
  }
}
