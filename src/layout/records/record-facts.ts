import { type QueryClient, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
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
import type { Loadable, LoadableRecord } from '../commands/recent.ts'

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

/** A call that brings a record's facts, null if there is no such record, and how they are found in its reply. */
interface FactsQuery extends UseQueryOptions<unknown, Error, RecordFacts | null> {
  select: (reply: unknown) => RecordFacts | null
}

const factsQuery = <Reply, Key extends QueryKey>(
  query: UseQueryOptions<Reply, Error, Reply, Key>,
  factsIn: (reply: Reply) => RecordFacts | null,
) => ({ ...query, select: factsIn }) as unknown as FactsQuery

const facts: Record<Loadable, (id: number) => FactsQuery> = {
  customer: (id) => factsQuery(customerQuery(id), (record) => ({ type: 'customer', record })),
  qr: (id) => factsQuery(qrQuery(id), (record) => (record.isPartial ? null : { type: 'qr', record })),
  payment: (paymentId) =>
    factsQuery(paymentsQuery({ paymentId, perPage: 1 }), ({ rows }) => {
      const record = rows.find(({ id }) => id === paymentId)
      return record ? { type: 'payment', record } : null
    }),
  invoice: (invoiceId) =>
    factsQuery(invoicesQuery({ invoiceId, perPage: 1 }), ({ rows }) => {
      const record = rows.find(({ id }) => id === invoiceId)
      return record ? { type: 'invoice', record } : null
    }),
}

type Named = Pick<LoadableRecord, 'type' | 'id'>

/**
 * A record's facts as they are loaded; an unneeded call is aborted.
 * @param isWanted if false, returns cached facts only
 */
export function useFacts({ type, id }: Named, isWanted: boolean): FactsState {
  const { data, error, isFetching, refetch } = useQuery({ ...facts[type](id), ...lookupOptions, enabled: isWanted })
  return useMemo((): FactsState => {
    if (data) return { state: 'ready', facts: data }
    if (data === null || isNotFound(error)) return { state: 'missing' }
    return error === null || isFetching ? { state: 'loading' } : { state: 'failed', error, retry: () => void refetch() }
  }, [data, error, isFetching, refetch])
}

/** A record's facts, null if there is none. Throws ApiFailure; offline at once. */
export async function loadFacts(client: QueryClient, { type, id }: Named): Promise<RecordFacts | null> {
  const { select, ...query } = facts[type](id)
  return select(await client.fetchQuery({ ...query, networkMode: lookupOptions.networkMode }))
}

/** Whether there is no such record. */
export const isNotFound = (error: unknown) => error instanceof ApiFailure && error.status === 404
