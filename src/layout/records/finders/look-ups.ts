import type { UseQueryResult } from '@tanstack/react-query'
import { isNotFound } from '../../../api/client.ts'
import { customerSearchQuery } from '../../../api/customer-search.ts'
import { customerToOpenQuery, foundCustomerQuery } from '../../../api/customers.ts'
import { apiHas } from '../../../api/features.ts'
import { customerOf, foundRecordQuery, isPaymentOf, paymentQueryOf } from '../../../api/find-record.ts'
import { invoicesQuery } from '../../../api/invoices.ts'
import { loadable } from '../../../api/loadable.ts'
import { paymentsQuery } from '../../../api/payments.ts'
import { qrsQuery } from '../../../api/qrs.ts'
import { type LoadedRecord, recordQuery } from '../../../api/record.ts'
import type { RecordType, TargetType } from '../../../commands/engine/targets.ts'
import { type NamedObject, narrowed } from '../../../commands/text/named-records.ts'
import type { Recognised, Shape } from '../../../commands/text/recognise.ts'
import { matchCustomer } from '../../../contract/customer-match.ts'
import type { CustomerRow } from '../../../contract/customers.ts'
import type { Pagination } from '../../../contract/list.ts'
import { lookupOptions } from '../record-facts.ts'
import {
  type AllRow,
  allRow,
  foundCustomerRow,
  foundRow,
  invoiceRow,
  paymentRow,
  qrRow,
  type RecordRow,
  suggestedCustomerRow,
} from './found-rows.ts'
import { useNamedQueries } from './use-named-queries.ts'

/** A look-up of the text. 'idle': not asked; 'none': no result. */
export interface LookUp {
  state: 'idle' | 'searching' | 'found' | 'none' | 'failed'
  rows: readonly RecordRow[]
  error: unknown
  retry: () => void
}

/** The look-ups for one record type: exact and partial matches. */
export interface LookUps {
  id: RecordType
  heading: string
  exact: readonly LookUp[]
  /** What begins with the text: it stands before the screens that do. */
  prefix: readonly LookUp[]
  loose: readonly LookUp[]
  /** The ways to all that match, if there are more. */
  all: readonly AllRow[]
  /** Not worth a word without rows. */
  isQuiet?: true
}

/** Milliseconds without a key before free text is searched. */
export const typingPause = 150

const perGroup = 6

const lookup = <Options>(options: Options, isAsked = true) => ({ ...options, ...lookupOptions, enabled: isAsked })

/** What isn't looked up, for most types. */
const nothing = { exact: [], prefix: [], loose: [], all: [] }

/**
 * Looks up exact shapes at once and free text after a debounce. Outdated look-ups are aborted; one that fails or hangs
 * doesn't affect the others.
 * @param settledText the debounced text
 * @param types what free text is looked for in
 */
export function useLookUps({ shapes }: Recognised, settledText: string, text: string, types: readonly string[] = loadable): LookUps[] {
  const term = customerTermOf(shapes)
  const uri = pick(shapes, 'qr-uri')?.uri ?? ''
  const qrId = pick(shapes, 'qr-id')?.id ?? 0
  const invoiceId = pick(shapes, 'invoice-id')?.id ?? 0
  // The documents have no such filters.
  const number = apiHas('fields') ? (pick(shapes, 'invoice-number')?.number ?? '') : ''
  const paymentKey = apiHas('fields') ? pick(shapes, 'payment') : undefined
  const free = pick(shapes, 'text')?.text ?? ''

  const isEmail = pick(shapes, 'email') !== undefined
  const { found, ...ofRecords } = useNamedQueries({
    found: term.text === '' ? null : lookup(foundCustomerQuery(term.text)),
    qrByUri: uri === '' ? null : lookup(qrsQuery({ searchTerm: uri, searchMode: 'uri', exactSearch: true, perPage: perGroup })),
    qrById: qrId === 0 ? null : { ...lookup(recordQuery({ type: 'qr', id: qrId })), retry: false },
    invoice: invoiceId === 0 ? null : lookup(recordQuery({ type: 'invoice', id: invoiceId })),
    numbered: number === '' ? null : lookup(invoicesQuery({ number, perPage: 1 })),
    payment: paymentKey ? lookup(paymentsQuery(paymentQueryOf(paymentKey))) : null,
  })
  const isFree = free !== '' && !(isEmail && found?.data !== undefined)
  const isSettled = settledText === text
  const [ofCustomers, ofQrs] = [isFree && types.includes('customer'), isFree && types.includes('qr')]
  const { search, inUri, inName, detail } = useNamedQueries({
    // The customer that was found, so that the page opens without another call.
    detail: found?.data ? lookup(customerToOpenQuery(found.data.id)) : null,
    search: ofCustomers ? lookup(customerSearchQuery(free, perGroup), isSettled) : null,
    inUri: ofQrs && uri !== '' ? lookup(qrsQuery({ searchTerm: free, searchMode: 'uri', perPage: perGroup }), isSettled) : null,
    inName: ofQrs && !isEmail ? lookup(qrsQuery({ searchTerm: free, searchMode: 'name', perPage: perGroup }), isSettled) : null,
  })

  const customersThat = (likeness: Likeness) =>
    lookUp(search, ({ rows }) => rows.filter((row) => likenessOf(row, free) === likeness).map((row) => suggestedCustomerRow(row, free)))
  const customers: LookUps = {
    ...nothing,
    id: 'customer',
    heading: 'Customers',
    exact: [lookUp(found, (user) => [foundCustomerRow(user, detail?.data?.companyName ?? null, term.why)])],
    prefix: [customersThat('prefix')],
    loose: [customersThat('inside')],
    all: ofCustomers ? allRow('customers', search?.data, { searchTerm: free, exactSearch: 'false' }) : [],
  }
  // Matches with a typo come last.
  const similar: LookUps = {
    ...nothing,
    id: 'customer',
    heading: 'Similar customers',
    loose: [customersThat('similar')],
    isQuiet: true,
  }
  const invoices: LookUps = {
    ...nothing,
    id: 'invoice',
    heading: 'Invoices',
    exact: [
      lookUp(ofRecords.invoice, rowsById),
      lookUp(ofRecords.numbered, ({ rows }) => rows.map((row) => invoiceRow(row, 'exact invoice number'))),
    ],
  }
  const qrs: LookUps = {
    ...nothing,
    id: 'qr',
    heading: 'QR codes',
    exact: [
      lookUp(ofRecords.qrByUri, ({ rows }) =>
        // Another admin API may not support exact search, so compare here too.
        rows.filter((row) => row.uri === uri).map((row) => qrRow(row, 'exact URI')),
      ),
      lookUp(ofRecords.qrById, rowsById),
    ],
    loose: [
      lookUp(ofRecords.qrByUri, ({ rows }) =>
        rows
          .filter((row) => row.uri !== uri && row.uri.toLowerCase() === uri.toLowerCase())
          .map((row) => qrRow(row, 'differs in upper and lower case')),
      ),
      lookUp(inUri, ({ rows }) => rows.map((row) => qrRow(row, 'in URI'))),
      lookUp(inName, ({ rows }) => rows.map((row) => qrRow(row, 'in name'))),
    ],
    all: ofQrs
      ? [
          ...allRow('QR codes by address', totalOf(inUri?.data), { searchTerm: free, searchMode: 'uri' }),
          ...allRow('QR codes by name', totalOf(inName?.data), { searchTerm: free, searchMode: 'name' }),
        ]
      : [],
  }
  const payments: LookUps = {
    ...nothing,
    id: 'payment',
    heading: 'Payments',
    exact: [
      lookUp(ofRecords.payment, ({ rows }) =>
        rows.flatMap((row) => (paymentKey && isPaymentOf(row, paymentKey) ? paymentRow(row, paymentReasons[paymentKey.by]) : [])),
      ),
    ],
  }
  return [customers, invoices, qrs, payments, similar]
}

function rowsById(found: LoadedRecord | null): RecordRow[] {
  if (found?.type === 'qr') return [qrRow(found.record, 'exact id')]
  return found?.type === 'invoice' ? [invoiceRow(found.record, 'exact id')] : []
}

const paymentReasons = { paymentId: 'exact id', ref: 'exact order number', stripePaymentIntentId: 'exact Stripe ID' }

type Likeness = 'prefix' | 'inside' | 'similar'

function likenessOf(row: CustomerRow, text: string): Likeness {
  const match = matchCustomer(row, text) ?? 'similar'
  if (match === 'email' || match === 'inside') return 'inside'
  return match === 'similar' ? 'similar' : 'prefix'
}

const totalOf = (page: { rows: readonly unknown[]; pagination: Pagination } | undefined) =>
  page && { rows: page.rows, total: page.pagination.total_results, total_capped: page.pagination.total_capped }

function lookUp<Data>(query: UseQueryResult<Data> | undefined, rowsOf: (data: Data) => RecordRow[]): LookUp {
  if (!query) return { state: 'idle', rows: [], error: null, retry: () => undefined }
  const base = { rows: [], error: null, retry: () => void query.refetch() }
  if (query.data !== undefined) {
    const rows = rowsOf(query.data)
    return { ...base, rows, state: rows.length > 0 ? 'found' : 'none' }
  }
  if (query.isFetching || !query.isError) return { ...base, state: 'searching' }
  // 404 means there is no such record.
  if (isNotFound(query.error)) return { ...base, state: 'none' }
  return { ...base, state: 'failed', error: query.error }
}

function pick<Kind extends Shape['kind']>(shapes: readonly Shape[], kind: Kind): Extract<Shape, { kind: Kind }> | undefined {
  return shapes.find((shape): shape is Extract<Shape, { kind: Kind }> => shape.kind === kind)
}

/** The term for the exact customer look-up (ruling 18). */
function customerTermOf(shapes: readonly Shape[]): { text: string; why: string } {
  for (const shape of shapes) {
    if (shape.kind === 'email') return { text: shape.email, why: 'exact email' }
    if (shape.kind === 'customer-id') return { text: String(shape.id), why: 'exact id' }
    if (shape.kind === 'provider-id')
      return { text: shape.providerId, why: shape.providerId.startsWith('sub_') ? 'exact subscription id' : 'exact Stripe ID' }
  }
  return { text: '', why: '' }
}

interface Naming {
  type: TargetType
  object: NamedObject | null
}

/** The query for the record that a text names by an identifier, under its type and that text. */
export function recordQueryOf({ type, object }: Naming) {
  const shapes = object?.isSure ? narrowed(object.recognised, [type]).shapes : []
  const keys = shapes.flatMap((shape) => (shape.kind === 'text' ? [] : shape)).slice(0, 1)
  return object === null || keys.length === 0 ? [] : [[`${type} ${object.text}`, { ...foundRecordQuery(keys), ...lookupOptions }] as const]
}

/** The records that several readings name by their identifiers, and whose they are. */
export function useRowsOfEach(readings: readonly Naming[]) {
  const answers = useNamedQueries(Object.fromEntries(readings.flatMap(recordQueryOf)))
  return readings.map(({ type, object }) => {
    const found = answers[`${type} ${object?.text}`]?.data
    return found ? { row: foundRow(found, 'in the text'), owner: customerOf(found) } : null
  })
}
