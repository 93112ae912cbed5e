import { queryOptions } from '@tanstack/react-query'
import { getCustomerImpact, getManyImpact, getQrImpact } from '../contract/qr-actions.ts'
import { call } from './client.ts'
import { recordOptions } from './options.ts'

/** How much an action on a QR affects. */
export const qrImpactQuery = recordOptions(getQrImpact, 'qrs', 'impact')

/** How much an action on all of a customer's QRs affects. */
export const customerImpactQuery = recordOptions(getCustomerImpact, 'customers', 'impact')

/** How much an action on these QRs, or on a customer's folders, affects. */
export const manyImpactQuery = (of: { ids: number[] } | { userId: number; folders: number[] }) =>
  queryOptions({ queryKey: ['qrs', 'impact', of], queryFn: ({ signal }) => call(getManyImpact, { body: of, signal }) })
