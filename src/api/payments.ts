import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { approvePayment, listCoupons, listPayments, type PaymentListQuery, refundPayment } from '../contract/payments.ts'
import { call } from './client.ts'

export const paymentsQuery = (query: Partial<PaymentListQuery>) =>
  queryOptions({
    queryKey: ['payments', 'list', query],
    queryFn: ({ signal }) => call(listPayments, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const couponsQuery = () =>
  queryOptions({ queryKey: ['payments', 'coupons'], queryFn: ({ signal }) => call(listCoupons, { signal }), staleTime: 60_000 })

/** A refund changes the payment, its customer's revenue, the timeline and the audit trail. */
const changesPayment = { stale: [['payments'], ['customers'], ['timeline'], ['audit']] }

type RefundBody = z.input<(typeof refundPayment)['body']>

/**
 * Refunds part of a payment in minor units, or all that is left without
 * `amount` (ruling 30). Throws ApiFailure as in the contract.
 */
export const refundPaymentMutation = () =>
  mutationOptions({
    mutationFn: ({ id, ...body }: RefundBody & { id: number }) => call(refundPayment, { params: { id }, body }),
    meta: changesPayment,
  })

/** Force-approves a payment (ruling 31). `success` is false if the provider didn't approve it. */
export const approvePaymentMutation = () =>
  mutationOptions({ mutationFn: ({ id }: { id: number }) => call(approvePayment, { params: { id } }), meta: changesPayment })
