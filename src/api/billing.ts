import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { type BillingEdit, getBilling, updateBilling } from '../contract/billing.ts'
import { call } from './client.ts'

/** A customer's billing data; `billing` is null if there are none. */
export const billingQuery = (id: number) =>
  queryOptions({ queryKey: ['billing', id], queryFn: ({ signal }) => call(getBilling, { params: { id }, signal }) })

/** Throws ApiFailure 422 `invalid_vat`, `vat_number_required`, 409 `stale`, `unavailable_action`, 400 with field. */
export const updateBillingMutation = () =>
  mutationOptions({
    mutationFn: ({ id, ...body }: { id: number } & BillingEdit) => call(updateBilling, { params: { id }, body }),
    meta: { stale: [['billing'], ['customers'], ['timeline'], ['audit']] },
  })
