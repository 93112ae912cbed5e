import { queryOptions } from '@tanstack/react-query'
import { getCustomerImpact, getManyImpact, getQrImpact } from '../contract/qr-actions.ts'
import { call } from './client.ts'

/** How much an action on a QR affects. */
export const qrImpactQuery = (id: number) =>
  queryOptions({ queryKey: ['qrs', 'impact', id], queryFn: ({ signal }) => call(getQrImpact, { params: { id }, signal }), retry: false })

/** How much an action on all of a customer's QRs affects. */
export const customerImpactQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', 'impact', id],
    queryFn: ({ signal }) => call(getCustomerImpact, { params: { id }, signal }),
    retry: false,
  })

/** How much an action on these QRs, or on a customer's folders, affects. */
export const manyImpactQuery = (of: { ids: number[] } | { userId: number; folders: number[] }) =>
  queryOptions({ queryKey: ['qrs', 'impact', of], queryFn: ({ signal }) => call(getManyImpact, { body: of, signal }), retry: false })
