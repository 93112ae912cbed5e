import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { Customer } from '../contract/customers.ts'
import type { InvoiceRow } from '../contract/invoices.ts'
import type { PaymentRow } from '../contract/payments.ts'
import type { Qr } from '../contract/qrs.ts'
import { customerQuery } from './customers.ts'
import { invoicesQuery } from './invoices.ts'
import type { Loadable } from './loadable.ts'
import { paymentsQuery } from './payments.ts'
import { qrQuery } from './qrs.ts'

/** A record with all its facts, so that its commands are those of its page and rows. */
export type LoadedRecord =
  | { type: 'customer'; record: Customer }
  | { type: 'qr'; record: Qr }
  | { type: 'invoice'; record: InvoiceRow }
  | { type: 'payment'; record: PaymentRow }

/** A call for a record, and how it is found in the reply; null if there is none. */
interface RecordQuery extends UseQueryOptions<unknown, Error, LoadedRecord | null> {
  select: (reply: unknown) => LoadedRecord | null
}

const selecting = <Reply, Key extends QueryKey>(
  query: UseQueryOptions<Reply, Error, Reply, Key>,
  select: (reply: Reply) => LoadedRecord | null,
) => ({ ...query, select }) as unknown as RecordQuery

const queries: Record<Loadable, (id: number) => RecordQuery> = {
  customer: (id) => selecting(customerQuery(id), (record) => ({ type: 'customer', record })),
  qr: (id) => selecting(qrQuery(id), (record) => (record.isPartial ? null : { type: 'qr', record })),
  payment: (paymentId) =>
    selecting(paymentsQuery({ paymentId, perPage: 1 }), ({ rows }) => {
      const record = rows.find(({ id }) => id === paymentId)
      return record ? { type: 'payment', record } : null
    }),
  invoice: (invoiceId) =>
    selecting(invoicesQuery({ invoiceId, perPage: 1 }), ({ rows }) => {
      const record = rows.find(({ id }) => id === invoiceId)
      return record ? { type: 'invoice', record } : null
    }),
}

/** The one query for the record of a type and id. Throws ApiFailure, 404 for some that don't exist. */
export const recordQuery = ({ type, id }: { type: Loadable; id: number }): RecordQuery => queries[type](id)

/** Loads a record, null if there is none. Throws ApiFailure; offline at once. */
export async function loadRecord(
  client: QueryClient,
  named: { type: Loadable; id: number },
  options: { staleTime?: number } = {},
): Promise<LoadedRecord | null> {
  const { select, ...query } = recordQuery(named)
  return select(await client.fetchQuery({ ...query, ...options, networkMode: 'always' }))
}

export function cachedRecord(client: QueryClient, named: { type: Loadable; id: number }): LoadedRecord | null {
  const { select, queryKey } = recordQuery(named)
  const reply = client.getQueryData(queryKey)
  return reply === undefined ? null : select(reply)
}
