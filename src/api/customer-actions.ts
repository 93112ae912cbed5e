import { mutationOptions } from '@tanstack/react-query'
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
import { call } from './client.ts'
import { changeOptions } from './options.ts'
import { changesOf } from './shown-in.ts'

/** Payments and notes show their customer, too. */
const changesCustomer = changesOf('customer', 'payment', 'note')

export const banCustomerMutation = changeOptions(banCustomer, changesCustomer)

/** Edits the given fields (ruling 35). Throws ApiFailure 409 `email_conflict` or `stale`, and 400 with the field. */
export const updateCustomerMutation = changeOptions(updateCustomer, changesCustomer)

export const cancelSubscriptionMutation = changeOptions(cancelSubscription, changesCustomer)

export const cancelImmediatelyMutation = changeOptions(cancelImmediately, changesCustomer)

export const resumeSubscriptionMutation = changeOptions(resumeSubscription, changesCustomer)

export const extendTrialMutation = changeOptions(extendTrial, changesCustomer)

/** `discount` in percent; throws ApiFailure 422 if no coupon has it any more. */
export const attachDiscountMutation = changeOptions(attachDiscount, changesCustomer)

export const detachDiscountMutation = changeOptions(detachDiscount, changesCustomer)

/** Returns the URL of the customer's page at the provider. */
export const syncCustomerMutation = changeOptions(syncCustomer, changesCustomer)

export const restoreCustomerMutation = changeOptions(restoreCustomer, changesCustomer)

export const unarchiveQrsMutation = changeOptions(unarchiveQrs, changesOf('customer', 'payment', 'note', 'qr'))

export const disable2faMutation = changeOptions(disable2fa, changesCustomer)

export const resetOauthMutation = changeOptions(resetOauth, changesCustomer)

/** Returns a one-time app URL, good for 60 seconds (ruling 37); with `invitation`, for the invited person's account. */
export const appLoginMutation = () =>
  mutationOptions({
    mutationFn: ({ id, invitation }: { id: number; invitation?: number }) => call(appLogin, { params: { id }, query: { invitation } }),
    meta: { stale: [['timeline'], ['audit']] },
  })
