import { queryOptions } from '@tanstack/react-query'
import { type FoundUser, findCustomer } from '../contract/customers.ts'
import { type InvoiceRow, listInvoices } from '../contract/invoices.ts'
import { listPayments, type PaymentRow } from '../contract/payments.ts'
import { getQr, listQrs, type QrRow } from '../contract/qrs.ts'
import { ApiFailure, call } from './client.ts'
import { apiHas } from './features.ts'

/** Page size if the API lacks exact search: the uri is then picked from the matches. */
const perPageInexact = 50

/** One look-up an identifier may call for. */
export type Asked =
  | { kind: 'customer'; term: string }
  | { kind: 'invoice'; id: number }
  | { kind: 'invoice-number'; number: string }
  | ({ kind: 'payment' } & PaymentKeyed)
  | { kind: 'qr'; id: number }
  | { kind: 'qr-uri'; uri: string }

/** A payment's own id, its order's or its payment intent. */
export interface PaymentKeyed {
  by: 'paymentId' | 'ref' | 'stripePaymentIntentId'
  value: string
}

export type FoundRecord =
  | { type: 'customer'; record: FoundUser }
  | { type: 'invoice'; record: InvoiceRow }
  | { type: 'payment'; record: PaymentRow }
  | { type: 'qr'; record: QrRow }

/** Other admin APIs answer the whole list, so it is compared. */
export function isPaymentOf(payment: PaymentRow, { by, value }: PaymentKeyed): boolean {
  const key = String(by === 'paymentId' ? payment.id : payment[by])
  return key.toLowerCase() === value.toLowerCase() || (by === 'ref' && orderNumberOf(key) === orderNumberOf(value) && /^\d+$/.test(value))
}

/** The number that an order's reference ends with: '20345' of 'QD-0020345'. */
const orderNumberOf = (ref: string) => /\d+$/.exec(ref)?.[0].replace(/^0+/, '')

/** Orders of different references may end with one number. */
const maxOfOrder = 5

/** The list's query for one payment. */
export const paymentQueryOf = ({ by, value }: PaymentKeyed) => ({
  [by]: by === 'paymentId' ? Number(value) : value,
  perPage: by === 'ref' ? maxOfOrder : 1,
})

/**
 * The record an identifier names: tries the look-ups in order until one finds it; null if none does. Only a few
 * identifiers are looked up at a time.
 */
export const foundRecordQuery = (asked: readonly Asked[]) =>
  queryOptions({
    queryKey: ['found-record', asked],
    queryFn: ({ signal }) => inTurn(signal, () => firstFound(asked, signal)),
    staleTime: 60_000,
  })

async function firstFound(asked: readonly Asked[], signal: AbortSignal): Promise<FoundRecord | null> {
  for (const each of asked) {
    const found = await find(each, signal)
    if (found) return found
  }
  return null
}

async function find(asked: Asked, signal: AbortSignal): Promise<FoundRecord | null> {
  try {
    switch (asked.kind) {
      case 'customer':
        return { type: 'customer', record: await call(findCustomer, { params: { term: asked.term }, signal }) }
      case 'invoice': {
        const { rows } = await call(listInvoices, { query: { invoiceId: asked.id, perPage: 1 }, signal })
        const invoice = rows.find(({ id }) => id === asked.id)
        return invoice ? { type: 'invoice', record: invoice } : null
      }
      case 'invoice-number': {
        // The documents know no number.
        if (!apiHas('fields')) return null
        const { rows } = await call(listInvoices, { query: { number: asked.number, perPage: 1 }, signal })
        return rows[0] ? { type: 'invoice', record: rows[0] } : null
      }
      case 'payment': {
        if (!apiHas('fields')) return null
        const { rows } = await call(listPayments, { query: paymentQueryOf(asked), signal })
        const payment = rows.find((row) => isPaymentOf(row, asked))
        return payment ? { type: 'payment', record: payment } : null
      }
      case 'qr': {
        const qr = await call(getQr, { params: { id: asked.id }, signal })
        // A partial QR lacks its owner: such an API finds QRs by uri only.
        return qr.isPartial ? null : { type: 'qr', record: qr }
      }
      case 'qr-uri': {
        const query = {
          searchTerm: asked.uri,
          searchMode: 'uri',
          exactSearch: true,
          perPage: apiHas('fields') ? 1 : perPageInexact,
        } as const
        const { rows } = await call(listQrs, { query, signal })
        // Other admin APIs may ignore exactSearch, so compare.
        const qr = rows.find(({ uri }) => uri.toLowerCase() === asked.uri.toLowerCase())
        return qr ? { type: 'qr', record: qr } : null
      }
    }
  } catch (error) {
    // 404 means there is no such record.
    if (error instanceof ApiFailure && error.status === 404) return null
    throw error
  }
}

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
