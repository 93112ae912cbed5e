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

/** A refund shows on the payment, on its customer's revenue and in the trail. */
const changesPayment = { stale: [['payments'], ['customers'], ['timeline'], ['audit']] }

type RefundBody = z.input<(typeof refundPayment)['body']>

/** Refunds all that is left (no `amount`) or a part in minor units (ruling 30). Throws ApiFailure as the contract lists. */
export const refundPaymentMutation = () =>
  mutationOptions({
    mutationFn: ({ id, ...body }: RefundBody & { id: number }) => call(refundPayment, { params: { id }, body }),
    meta: changesPayment,
  })

/** Approves a payment by force (ruling 31). `success` is false where the provider did not approve it. */
export const approvePaymentMutation = () =>
  mutationOptions({ mutationFn: ({ id }: { id: number }) => call(approvePayment, { params: { id } }), meta: changesPayment })
