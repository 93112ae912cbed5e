import { queryOptions } from '@tanstack/react-query'
import { isSameName } from '../contract/customer-match.ts'
import { type FoundUser, findCustomer } from '../contract/customers.ts'
import { type InvoiceRow, listInvoices } from '../contract/invoices.ts'
import { listPayments, type PaymentRow } from '../contract/payments.ts'
import { getQr, listQrs, type QrRow } from '../contract/qrs.ts'
import { call, isNotFound } from './client.ts'
import { findCustomers } from './customer-search.ts'
import { apiHas } from './features.ts'

/** Page size if the API lacks exact search: the uri is then picked from the matches. */
const perPageInexact = 50

/** What an identifier may name, and is looked up by. */
export type RecordKey =
  | { kind: 'email'; email: string }
  | { kind: 'customer-id'; id: number }
  | { kind: 'provider-id'; providerId: string }
  | { kind: 'invoice-id'; id: number }
  | { kind: 'invoice-number'; number: string }
  | ({ kind: 'payment' } & PaymentKeyed)
  | { kind: 'qr-id'; id: number }
  | { kind: 'qr-uri'; uri: string }
  /** A whole name; several people of that name are none. */
  | { kind: 'name'; name: string }

/** A payment's own id, its order's, or one at the provider: its intent's, its charge's, a refund's. */
export interface PaymentKeyed {
  by: 'paymentId' | 'ref' | 'stripePaymentIntentId'
  value: string
}

export type FoundRecord =
  | { type: 'customer'; record: FoundUser }
  | { type: 'invoice'; record: InvoiceRow }
  | { type: 'payment'; record: PaymentRow }
  | { type: 'qr'; record: QrRow }

/** The customer that a record is or belongs to. */
export function customerOf({ type, record }: FoundRecord): number {
  if (type === 'customer') return record.id
  if (type === 'qr') return record.user
  return type === 'invoice' ? record.customer : record.userId
}

/** Other admin APIs answer the whole list, so it is compared. */
export function isPaymentOf(payment: PaymentRow, { by, value }: PaymentKeyed): boolean {
  // A payment's row doesn't name its refunds.
  if (by === 'stripePaymentIntentId' && /^(re|pyr)_/.test(value)) return true
  const key = String(by === 'paymentId' ? payment.id : payment[by])
  return key.toLowerCase() === value.toLowerCase() || (by === 'ref' && orderNumberOf(key) === orderNumberOf(value) && /^\d+$/.test(value))
}

/** The number that an order's reference ends with: '20345' of 'QD-0020345'. */
const orderNumberOf = (ref: string) => /\d+$/.exec(ref)?.[0].replace(/^0+/, '')

/** Enough to tell that several people have a name. */
const maxOfName = 5

/** Orders of different references may end with one number. */
const maxOfOrder = 5

export const paymentQueryOf = ({ by, value }: PaymentKeyed) => ({
  [by]: by === 'paymentId' ? Number(value) : value,
  perPage: by === 'ref' ? maxOfOrder : 1,
})

/**
 * The record an identifier names: tries the look-ups in order until one finds it; null if none does. Only a few
 * identifiers are looked up at a time.
 */
export const foundRecordQuery = (keys: readonly RecordKey[]) =>
  queryOptions({
    queryKey: ['found-record', keys],
    queryFn: ({ signal }) => inTurn(signal, () => firstFound(keys, signal)),
    staleTime: 60_000,
  })

async function firstFound(keys: readonly RecordKey[], signal: AbortSignal): Promise<FoundRecord | null> {
  for (const each of keys) {
    const found = await find(each, signal)
    if (found) return found
  }
  return null
}

async function find(key: RecordKey, signal: AbortSignal): Promise<FoundRecord | null> {
  try {
    switch (key.kind) {
      case 'email':
        return await customerBy(key.email, signal)
      case 'customer-id':
        return await customerBy(String(key.id), signal)
      case 'name': {
        const { rows } = await findCustomers(key.name, maxOfName, signal)
        const [only, another] = rows.filter(({ fullName }) => isSameName(fullName, key.name))
        return only && !another ? await customerBy(String(only.id), signal) : null
      }
      case 'provider-id':
        return await customerBy(key.providerId, signal)
      case 'invoice-id': {
        const { rows } = await call(listInvoices, { query: { invoiceId: key.id, perPage: 1 }, signal })
        const invoice = rows.find(({ id }) => id === key.id)
        return invoice ? { type: 'invoice', record: invoice } : null
      }
      case 'invoice-number': {
        // The documents know no number.
        if (!apiHas('fields')) return null
        const { rows } = await call(listInvoices, { query: { number: key.number, perPage: 1 }, signal })
        return rows[0] ? { type: 'invoice', record: rows[0] } : null
      }
      case 'payment': {
        if (!apiHas('fields')) return null
        const { rows } = await call(listPayments, { query: paymentQueryOf(key), signal })
        const payment = rows.find((row) => isPaymentOf(row, key))
        return payment ? { type: 'payment', record: payment } : null
      }
      case 'qr-id': {
        const qr = await call(getQr, { params: { id: key.id }, signal })
        // A partial QR lacks its owner: such an API finds QRs by uri only.
        return qr.isPartial ? null : { type: 'qr', record: qr }
      }
      case 'qr-uri': {
        const query = {
          searchTerm: key.uri,
          searchMode: 'uri',
          exactSearch: true,
          perPage: apiHas('fields') ? 1 : perPageInexact,
        } as const
        const { rows } = await call(listQrs, { query, signal })
        // Other admin APIs may ignore exactSearch, so compare.
        const qr = rows.find(({ uri }) => uri.toLowerCase() === key.uri.toLowerCase())
        return qr ? { type: 'qr', record: qr } : null
      }
    }
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

const customerBy = async (term: string, signal: AbortSignal): Promise<FoundRecord> => ({
  type: 'customer',
  record: await call(findCustomer, { params: { term }, signal }),
})

/** Most parallel look-ups: browsers limit connections per server, and other calls need some. */
const atOnce = 4
let running = 0
const waiting: (() => void)[] = []

async function inTurn<Answer>(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  if (running < atOnce) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
