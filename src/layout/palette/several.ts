import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type Asked, type FoundRecord, foundRecordQuery } from '../../api/find-record.ts'
import type { Identifier, Several } from '../../commands/several.ts'
import { errorText } from '../kit/toasts.tsx'
import { askedNow } from './facts.ts'
import { foundCustomerRow, invoiceRow, qrRow, type RecordRow, type Row, type RowGroup, type SeveralRow } from './rows.ts'

/** Several identifiers that were pasted: what can be done with all, then each in its place. */
export interface SeveralContents {
  groups: RowGroup[]
  /** What there is to say of them in a word: '3 identifiers'. */
  explanation: string
  /** All have been looked up. */
  isSettled: boolean
}

/** Looks each identifier up. The rows stand in the order of the paste from the beginning, so that no answer moves another. */
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

/** What one identifier has come to. */
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

/** What shows of several identifiers. Of two that name the same record the first stands for both. */
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

/** Where a walk stops for a record: at its page, or at its customer's where it has none of its own. */
const pageOf = (found: FoundRecord) =>
  `/customers/${found.type === 'customer' ? found.customer.id : found.type === 'qr' ? found.qr.user : found.invoice.customer}`

function walkRow(found: readonly FoundRecord[], isSettled: boolean): SeveralRow {
  const hrefs = [...new Set(found.map(pageOf))]
  const ofCustomers = found.every(({ type }) => type === 'customer')
  return {
    kind: 'several',
    value: 'several:walk',
    title: isSettled ? walkTitle(hrefs.length, ofCustomers) : 'Walk these records',
    whyNot: isSettled && found.length === 0 ? 'None of them was found.' : null,
    isWaiting: !isSettled,
    does: { verb: 'walk', title: ofCustomers ? 'Pasted records' : 'Customers of pasted records', hrefs },
  }
}

function walkTitle(count: number, ofCustomers: boolean): string {
  if (count === 0) return 'Walk these records'
  if (count === 1) return ofCustomers ? 'Open the one that was found' : 'Open their customer'
  return ofCustomers ? `Walk these ${count} records` : `Walk their ${count} customers`
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

/** A record's line says by what it was found, where that is not in it already. */
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
