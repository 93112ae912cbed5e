import { mutationOptions } from '@tanstack/react-query'
import type { AppLoginMode } from '../contract/app-login.ts'
import {
  appLogin,
  attachDiscount,
  banCustomer,
  cancelImmediately,
  cancelSubscription,
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
import { changeOptions } from './change-options.ts'
import { call } from './client.ts'

/** Payments and notes show their customer, too. */
const customer = ['customer', 'payment', 'note'] as const

export const banCustomerMutation = changeOptions(banCustomer, customer)

/** Edits the given fields (ruling 35). Throws ApiFailure 409 `email_conflict` or `stale`, and 400 with the field. */
export const updateCustomerMutation = changeOptions(updateCustomer, customer)

export const cancelSubscriptionMutation = changeOptions(cancelSubscription, customer)

export const cancelImmediatelyMutation = changeOptions(cancelImmediately, customer)

export const resumeSubscriptionMutation = changeOptions(resumeSubscription, customer)

export const extendTrialMutation = changeOptions(extendTrial, customer)

/** `discount` in percent; throws ApiFailure 422 if no coupon has it any more. */
export const attachDiscountMutation = changeOptions(attachDiscount, customer)

export const detachDiscountMutation = changeOptions(detachDiscount, customer)

/** Returns the URL of the customer's page at the provider. */
export const syncCustomerMutation = changeOptions(syncCustomer, customer)

export const restoreCustomerMutation = changeOptions(restoreCustomer, customer)

export const unarchiveQrsMutation = changeOptions(unarchiveQrs, [...customer, 'qr'])

export const disable2faMutation = changeOptions(disable2fa, customer)

export const resetOauthMutation = changeOptions(resetOauth, customer)

/** Returns a one-time app URL, good for 60 seconds (ruling 37); with `invitation`, for the invited person's account. */
export const appLoginMutation = () =>
  mutationOptions({
    mutationFn: ({ id, ...query }: { id: number; invitation?: number; mode?: AppLoginMode; reason?: string }) =>
      call(appLogin, { params: { id }, query }),
    meta: { stale: [['timeline'], ['audit']] },
  })
