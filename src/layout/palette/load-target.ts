import type { QueryClient } from '@tanstack/react-query'
import { customerQuery } from '../../api/customers.ts'
import { invoicesQuery } from '../../api/invoices.ts'
import { paymentsQuery } from '../../api/payments.ts'
import { qrQuery } from '../../api/qrs.ts'
import type { Target } from '../../commands/record-types.ts'
import type { Loadable } from '../commands/recent.ts'
import { lookupOptions } from '../records/record-facts.ts'

/** Offline they fail at once. */
const { networkMode } = lookupOptions

const loaders: { [Type in Loadable]: (queryClient: QueryClient, id: number) => Promise<Target<Type> | null> } = {
  customer: async (queryClient, id) => ({
    type: 'customer',
    record: await queryClient.fetchQuery({ ...customerQuery(id), networkMode }),
  }),
  qr: async (queryClient, id) => {
    const record = await queryClient.fetchQuery({ ...qrQuery(id), networkMode })
    return record.isPartial ? null : { type: 'qr', record }
  },
  payment: async (queryClient, paymentId) => {
    const { rows } = await queryClient.fetchQuery({ ...paymentsQuery({ paymentId, perPage: 1 }), networkMode })
    const record = rows.find(({ id }) => id === paymentId)
    return record ? { type: 'payment', record } : null
  },
  invoice: async (queryClient, invoiceId) => {
    const { rows } = await queryClient.fetchQuery({ ...invoicesQuery({ invoiceId, perPage: 1 }), networkMode })
    const record = rows.find(({ id }) => id === invoiceId)
    return record ? { type: 'invoice', record } : null
  },
}

/** A record with the facts that its commands need; null if there is none. Throws ApiFailure. */
export const loadTarget = (queryClient: QueryClient, { type, id }: { type: Loadable; id: number }): Promise<Target | null> =>
  loaders[type](queryClient, id)
