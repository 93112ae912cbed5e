import { queryOptions } from '@tanstack/react-query'
import { approvePayment, listCoupons, listPayments, refundPayment } from '../contract/payments.ts'
import { changeOptions } from './change-options.ts'
import { call } from './client.ts'
import { listOptions } from './options.ts'

export const paymentsQuery = listOptions(listPayments, 'payments', 'list')

export const couponsQuery = () =>
  queryOptions({ queryKey: ['payments', 'coupons'], queryFn: ({ signal }) => call(listCoupons, { signal }), staleTime: 60_000 })

/**
 * Refunds part of a payment in minor units, or all that is left without
 * `amount` (ruling 30). Throws ApiFailure as in the contract.
 */
export const refundPaymentMutation = changeOptions(refundPayment, ['payment'])

/** Force-approves a payment (ruling 31). `success` is false if the provider didn't approve it. */
export const approvePaymentMutation = changeOptions(approvePayment, ['payment'])
