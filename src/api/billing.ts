import { getBilling, updateBilling } from '../contract/billing.ts'
import { changeOptions } from './change-options.ts'
import { recordOptions } from './options.ts'

/** A customer's billing data; `billing` is null if there are none. */
export const billingQuery = recordOptions(getBilling, 'billing')

/** Throws ApiFailure 422 `invalid_vat`, `vat_number_required`, 409 `stale`, `unavailable_action`, 400 with field. */
export const updateBillingMutation = changeOptions(updateBilling, ['customer'])
