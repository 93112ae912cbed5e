import { mutationOptions } from '@tanstack/react-query'
import {
  appLogin,
  attachDiscount,
  banCustomer,
  cancelImmediately,
  cancelSubscription,
  type CustomerEdit,
  detachDiscount,
  disable2fa,
  extendTrial,
  resetOauth,
  restoreCustomer,
  resumeSubscription,
  syncCustomer,
  unarchiveQrs,
  updateCustomer,
} from '../contract/customer-actions.ts'
import type { OauthProvider } from '../contract/customer-rules.ts'
import { call } from './client.ts'

/** What changing a customer makes stale: customers, what depends on them, and the audit trail. */
const changesCustomer = { stale: [['customers'], ['payments'], ['notes'], ['timeline'], ['audit']] }

interface OneCustomer {
  id: number
}

export const banCustomerMutation = () =>
  mutationOptions({
    mutationFn: ({ id, banned }: OneCustomer & { banned: boolean }) => call(banCustomer, { params: { id }, body: { banned } }),
    meta: changesCustomer,
  })

/** Edits the given fields (ruling 35). Throws ApiFailure 409 `email_conflict` or `stale`, and 400 with the field. */
export const updateCustomerMutation = () =>
  mutationOptions({
    mutationFn: ({ id, ...body }: OneCustomer & CustomerEdit) => call(updateCustomer, { params: { id }, body }),
    meta: changesCustomer,
  })

export const cancelSubscriptionMutation = () =>
  mutationOptions({ mutationFn: ({ id }: OneCustomer) => call(cancelSubscription, { params: { id } }), meta: changesCustomer })

export const cancelImmediatelyMutation = () =>
  mutationOptions({ mutationFn: ({ id }: OneCustomer) => call(cancelImmediately, { params: { id } }), meta: changesCustomer })

export const resumeSubscriptionMutation = () =>
  mutationOptions({ mutationFn: ({ id }: OneCustomer) => call(resumeSubscription, { params: { id } }), meta: changesCustomer })

export const extendTrialMutation = () =>
  mutationOptions({
    mutationFn: ({ id, ...body }: OneCustomer & { days: number; version: number }) => call(extendTrial, { params: { id }, body }),
    meta: changesCustomer,
  })

/** `discount` in percent; throws ApiFailure 422 if no coupon has it any more. */
export const attachDiscountMutation = () =>
  mutationOptions({
    mutationFn: ({ id, discount }: OneCustomer & { discount: number }) => call(attachDiscount, { params: { id }, body: { discount } }),
    meta: changesCustomer,
  })

export const detachDiscountMutation = () =>
  mutationOptions({ mutationFn: ({ id }: OneCustomer) => call(detachDiscount, { params: { id } }), meta: changesCustomer })

/** Returns the URL of the customer's page at the provider. */
export const syncCustomerMutation = () =>
  mutationOptions({ mutationFn: ({ id }: OneCustomer) => call(syncCustomer, { params: { id } }), meta: changesCustomer })

export const restoreCustomerMutation = () =>
  mutationOptions({ mutationFn: ({ id }: OneCustomer) => call(restoreCustomer, { params: { id } }), meta: changesCustomer })

export const unarchiveQrsMutation = () =>
  mutationOptions({
    mutationFn: ({ id }: OneCustomer) => call(unarchiveQrs, { params: { id } }),
    meta: { stale: [...changesCustomer.stale, ['qrs']] },
  })

export const disable2faMutation = () =>
  mutationOptions({ mutationFn: ({ id }: OneCustomer) => call(disable2fa, { params: { id } }), meta: changesCustomer })

export const resetOauthMutation = () =>
  mutationOptions({
    mutationFn: ({ id, provider }: OneCustomer & { provider: OauthProvider }) => call(resetOauth, { params: { id, provider } }),
    meta: changesCustomer,
  })

/** Returns a one-time app URL, good for 60 seconds (ruling 37); with `invitation`, for the invited person's account. */
export const appLoginMutation = () =>
  mutationOptions({
    mutationFn: ({ id, invitation }: OneCustomer & { invitation?: number }) => call(appLogin, { params: { id }, query: { invitation } }),
    meta: { stale: [['timeline'], ['audit']] },
  })
