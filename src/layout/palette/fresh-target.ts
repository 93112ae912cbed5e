import type { QueryClient } from '@tanstack/react-query'
import { customerQuery } from '../../api/customers.ts'
import { invoicesQuery } from '../../api/invoices.ts'
import { paymentsQuery } from '../../api/payments.ts'
import { qrQuery } from '../../api/qrs.ts'
import { userQuery } from '../../api/users.ts'
import type { Target } from '../../commands/record-types.ts'
import { askedNow, isNotFound } from '../records/record-facts.ts'

type Loaders = { [Type in Target['type']]?: (queryClient: QueryClient, id: number) => Promise<Target<Type> | null> }

/** Offline they fail at once. */
const { networkMode } = askedNow

/** Types whose commands need more than a list row has, or count on its version. */
const loaders: Loaders = {
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
  user: async (queryClient, id) => ({ type: 'user', record: await queryClient.fetchQuery({ ...userQuery(id), networkMode }) }),
}

/** A record with the facts that its commands need, the given one if it has them; null if it is gone. */
export async function freshTarget(queryClient: QueryClient, target: Target): Promise<Target | null> {
  const load = loaders[target.type]
  if (!load) return target
  try {
    return await load(queryClient, target.record.id)
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
