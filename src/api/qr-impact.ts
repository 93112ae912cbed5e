import { queryOptions } from '@tanstack/react-query'
import { getCustomerImpact, getManyImpact, getQrImpact } from '../contract/qr-actions.ts'
import { call } from './client.ts'
import { recordOptions } from './options.ts'

export const qrImpactQuery = recordOptions(getQrImpact, 'qrs', 'impact')

export const customerImpactQuery = recordOptions(getCustomerImpact, 'customers', 'impact')

export const manyImpactQuery = (of: { ids: number[] } | { userId: number; folders: number[] }) =>
  queryOptions({ queryKey: ['qrs', 'impact', of], queryFn: ({ signal }) => call(getManyImpact, { body: of, signal }) })
