import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { customerQuery } from '../../api/customers.ts'
import { invoicesQuery } from '../../api/invoices.ts'
import { paymentsQuery } from '../../api/payments.ts'
import { qrQuery } from '../../api/qrs.ts'
import type { Customer } from '../../contract/customers.ts'
import type { InvoiceRow } from '../../contract/invoices.ts'
import type { PaymentRow } from '../../contract/payments.ts'
import type { Qr } from '../../contract/qrs.ts'
import type { LoadableRecord } from '../commands/recent.ts'

/** All facts about a record, so its commands match those of its page and rows. */
export type RecordFacts =
  | { type: 'customer'; record: Customer }
  | { type: 'qr'; record: Qr }
  | { type: 'invoice'; record: InvoiceRow }
  | { type: 'payment'; record: PaymentRow }

/** The loading state of a record's facts. 'missing': the record doesn't exist (any more). */
export type FactsState =
  | { state: 'loading' }
  | { state: 'ready'; facts: RecordFacts }
  | { state: 'missing' }
  | { state: 'failed'; error: unknown; retry: () => void }

/** Offline fails at once, and another record's data is never a placeholder. */
export const lookupOptions = { networkMode: 'always', placeholderData: undefined } as const

/**
 * Loads a record's facts; an unneeded call is aborted.
 * @param isWanted if false, returns cached facts only
 */
export function useFacts({ type, id }: Pick<LoadableRecord, 'type' | 'id'>, isWanted: boolean): FactsState {
  const customer = useQuery({ ...customerQuery(id), ...lookupOptions, enabled: isWanted && type === 'customer' })
  const qr = useQuery({ ...qrQuery(id), ...lookupOptions, enabled: isWanted && type === 'qr' })
  const invoice = useQuery({ ...invoicesQuery({ invoiceId: id, perPage: 1 }), ...lookupOptions, enabled: isWanted && type === 'invoice' })
  const payment = useQuery({ ...paymentsQuery({ paymentId: id, perPage: 1 }), ...lookupOptions, enabled: isWanted && type === 'payment' })
  const query = { customer, qr, invoice, payment }[type]
  const record =
    type === 'customer'
      ? customer.data
      : type === 'qr'
        ? qr.data?.isPartial
          ? undefined
          : qr.data
        : (type === 'invoice' ? invoice : payment).data?.rows.find((row) => row.id === id)
  const isAnswered = query.data !== undefined
  const { error, isFetching, refetch } = query
  return useMemo((): FactsState => {
    if (record !== undefined) return { state: 'ready', facts: { type, record } as RecordFacts }
    if (isAnswered || isNotFound(error)) return { state: 'missing' }
    return error === null || isFetching ? { state: 'loading' } : { state: 'failed', error, retry: () => void refetch() }
  }, [type, record, isAnswered, error, isFetching, refetch])
}

/** Whether there is no such record. */
export const isNotFound = (error: unknown) => error instanceof ApiFailure && error.status === 404
