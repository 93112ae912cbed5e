import { CircleSlashIcon, ClockIcon, SyncIcon, TagIcon, UndoIcon } from '@primer/octicons-react'
import {
  attachDiscountMutation,
  cancelImmediatelyMutation,
  cancelSubscriptionMutation,
  detachDiscountMutation,
  extendTrialMutation,
  resumeSubscriptionMutation,
  syncCustomerMutation,
} from '../../api/customer-actions.ts'
import { customerQuery } from '../../api/customers.ts'
import { runMutation } from '../../api/run-mutation.ts'
import {
  isLive,
  whyNotAttachDiscount,
  whyNotCancelAtPeriodEnd,
  whyNotCancelImmediately,
  whyNotDetachDiscount,
  whyNotEndTrial,
  whyNotExtendTrial,
  whyNotResume,
  whyNotSync,
} from '../../contract/customer-rules.ts'
import { formatDate } from '../../contract/dates.ts'
import type { Command } from '../engine/command.ts'
import { customerLabel, describeCustomer } from '../engine/target-name.ts'
import type { Targets } from '../engine/targets.ts'
import { change } from '../shared/change.ts'
import { commandsOn } from '../shared/commands-on.ts'
import { openFetched, providerPage } from '../shared/open-fetched.ts'
import { daysText, extendedTrial, trialDaysStep } from '../shared/trial-days.ts'
import { couponChoices, readAnyPercent, readPercent } from './coupons.ts'

/** ', 09-12-2026': when the period ends, if that is known and to come. */
function onDay({ status, triallingEndsAt, stripeTrialEnd, currentPeriodEnd }: Targets['customer'], close = ''): string {
  const end = status === 'trialing' ? (triallingEndsAt ?? stripeTrialEnd) : currentPeriodEnd
  return end == null || end * 1000 < Date.now() ? '' : `, ${formatDate(end)}${close}`
}

const onCustomer = commandsOn('customer', { section: 'Subscription', needs: 'customers.subscription' })

/** Set to cancel by themselves: staff can set it to cancel as well, but not resume it. */
const hasCanceled = ({ status }: Targets['customer']) => status === 'active_canceled'

const canceledAtOnce = (customer: Pick<Targets['customer'], 'fullName' | 'companyName' | 'email'>) =>
  `Subscription canceled at once: ${customerLabel(customer)}.`

/** Each beginning with each end. */
const combined = (beginnings: readonly string[], ends: readonly string[]) =>
  beginnings.flatMap((begin) => ends.map((end) => `${begin} ${end}`))

/** Support actions on a customer's subscription (document 1, section 4; rulings 33 to 36). */
export const subscriptionCommands: readonly Command[] = [
  onCustomer({
    verb: 'cancel-at-period-end',
    title: 'Cancel subscription at period end',
    icon: ClockIcon,
    aka: [
      'Cancel',
      'Cancel subscription',
      'Cancel at the end',
      'Cancel at period end',
      'Stop subscription',
      'End subscription',
      'Unsubscribe',
      'Terminate',
      'Terminate subscription',
      'Cancel plan',
      'Cancel renewal',
      ...combined(['Stop', 'Turn off'], ['renewal', 'auto renewal', 'auto renew', 'auto-renewal']),
      'Auto renew off',
      'Auto renewal off',
      'Cancel auto renew',
      'Cancel membership',
      'Stop billing',
    ],
    keys: 's c',
    whyNot: whyNotCancelAtPeriodEnd,
    danger: (customer) => ({
      title: `Cancel the subscription of ${customerLabel(customer)} at period end?`,
      body: `The subscription of ${describeCustomer(customer)} runs to the end of its period${onDay(customer, ',')} and is not renewed.${hasCanceled(customer) ? ' The customer has canceled it themselves; undoing would take that back, so there is no undo.' : ''}`,
      confirmLabel: 'Cancel at period end',
      declineLabel: 'Keep it',
      undoable: !hasCanceled(customer),
      wayBack: 'Until then it can be resumed.',
    }),
    leaves: () => ({ subscriptionInfo: { willCancel: true } }),
    change: (customer) => change(cancelSubscriptionMutation(), { id: customer.id }, `Subscription canceled: ${customerLabel(customer)}.`),
  }),
  onCustomer({
    verb: 'cancel-trial',
    title: 'End the trial',
    aka: ['Cancel trial', 'Stop trial'],
    icon: ClockIcon,
    places: [],
    whyNot: whyNotEndTrial,
    danger: (customer) => ({
      title: `End the trial of ${customerLabel(customer)}?`,
      body: `The trial of ${describeCustomer(customer)} runs to its end${onDay(customer, ',')} and no subscription follows.`,
      confirmLabel: 'End the trial',
      declineLabel: 'Keep it',
      undoable: !hasCanceled(customer),
      wayBack: 'Until then it can be resumed.',
    }),
    leaves: () => ({ subscriptionInfo: { willCancel: true } }),
    change: (customer) => change(cancelSubscriptionMutation(), { id: customer.id }, `Trial canceled: ${customerLabel(customer)}.`),
  }),
  onCustomer({
    verb: 'cancel-immediately',
    title: 'Cancel subscription immediately',
    icon: CircleSlashIcon,
    keys: 's i',
    whyNot: whyNotCancelImmediately,
    danger: (customer) => ({
      title: `Cancel the subscription of ${customerLabel(customer)} immediately?`,
      body: `The subscription of ${describeCustomer(customer)} ends now, and not at the end of its period${onDay(customer)}.`,
      confirmLabel: 'Cancel immediately',
      declineLabel: 'Keep it',
    }),
    leaves: () => ({ subscriptionStatus: 'canceled', subscriptionInfo: { willCancel: false } }),
    change: (customer) =>
      change(cancelImmediatelyMutation(), { id: customer.id }, `Subscription canceled immediately: ${customerLabel(customer)}.`),
  }),
  onCustomer({
    verb: 'cancel-at-once',
    title: 'Cancel subscription at once',
    genericTitle: 'Cancel a subscription at once',
    aka: [
      ...combined(['Cancel', 'End'], ['immediately', 'at once', 'now', 'today']),
      ...combined(['Cancel subscription', 'End subscription', 'Stop subscription'], ['immediately', 'now']),
      ...combined(['Cancel trial', 'End trial'], ['immediately', 'at once', 'now']),
      'Cancel right away',
      'Cancel asap',
      'Terminate immediately',
    ],
    icon: CircleSlashIcon,
    places: [],
    whyNot: (customer) => (customer.subscriptionInfo.willCancel ? whyNotCancelImmediately(customer) : whyNotCancelAtPeriodEnd(customer)),
    danger: (customer) => ({
      title: `Cancel the subscription of ${customerLabel(customer)} at once?`,
      body: `The subscription of ${describeCustomer(customer)} ${customer.subscriptionInfo.willCancel ? '' : 'is set to cancel and then '}ends now, and not at the end of its period${onDay(customer)}.`,
      confirmLabel: 'Cancel at once',
      declineLabel: 'Keep it',
    }),
    leaves: () => ({ subscriptionStatus: 'canceled', subscriptionInfo: { willCancel: false } }),
    change: ({ id, ...customer }) => [
      ...(customer.subscriptionInfo.willCancel ? [] : [change(cancelSubscriptionMutation(), { id }, canceledAtOnce(customer))]),
      change(cancelImmediatelyMutation(), { id }, canceledAtOnce(customer)),
    ],
    run: async (context, { id, ...customer }) => {
      const { queryClient } = context
      // A second try, after only the first step was done.
      const { subscriptionInfo } = await queryClient.fetchQuery({ ...customerQuery(id), staleTime: 0 })
      if (!subscriptionInfo.willCancel) await runMutation(queryClient, cancelSubscriptionMutation(), { id })
      return change(cancelImmediatelyMutation(), { id }, canceledAtOnce(customer)).make(context)
    },
  }),
  onCustomer({
    verb: 'resume',
    title: 'Resume subscription',
    icon: UndoIcon,
    keywords: 'continue reactivate renew uncancel',
    aka: [
      'Undo cancel',
      'Undo cancelation',
      'Undo cancellation',
      'Abort cancellation',
      'Revoke cancellation',
      'Take back cancellation',
      'Cancel the cancellation',
      'Stop the cancellation',
      'Withdraw the cancellation',
      'Keep subscription',
      'Keep the plan',
    ],
    keys: 's r',
    whyNot: whyNotResume,
    danger: (customer) => ({
      title: `Resume the subscription of ${customerLabel(customer)}?`,
      body: `The subscription of ${describeCustomer(customer)} will be renewed: it is no longer canceled at the end of its period${onDay(customer)}.`,
      confirmLabel: 'Resume',
      ...(isLive(customer.subscriptionStatus) && { undoable: true, wayBack: 'It can be canceled again.' }),
      restores: true,
    }),
    leaves: () => ({ subscriptionInfo: { willCancel: false } }),
    change: (customer) => change(resumeSubscriptionMutation(), { id: customer.id }, `Subscription resumed: ${customerLabel(customer)}.`),
  }),
  onCustomer({
    verb: 'extend-trial',
    title: 'Extend trial',
    icon: ClockIcon,
    keywords: 'days longer add give grant prolong free',
    keys: 's t',
    args: { days: trialDaysStep },
    whyNot: whyNotExtendTrial,
    danger: (customer, { days }) => ({
      title: `Extend the trial of ${customerLabel(customer)}?`,
      body: `The trial of ${describeCustomer(customer)} ${extendedTrial(customer, days)}`,
      confirmLabel: `Extend by ${daysText(days)}`,
      restores: true,
    }),
    change: (customer, { days }) =>
      change(extendTrialMutation(), { id: customer.id, days, version: customer.version }, ({ triallingEndsAt: end }) => {
        return `Trial extended: ${customerLabel(customer)}${end === null ? '' : `, until ${formatDate(end)}`}.`
      }),
  }),
  onCustomer({
    verb: 'attach-discount',
    title: ({ discount }) => (discount === null ? 'Attach a discount' : 'Change the discount'),
    genericTitle: 'Attach a discount',
    icon: TagIcon,
    keywords: 'coupon percent cheaper add change give off apply',
    keys: 's d',
    needs: 'customers.discount',
    args: {
      percent: { title: 'Coupon', kind: 'choice', needsChange: true, choices: couponChoices, read: readPercent, readAhead: readAnyPercent },
    },
    whyNot: (customer) => whyNotAttachDiscount(customer),
    danger: (customer, { percent }) => ({
      title: `Attach a discount of ${percent} % to ${customerLabel(customer)}?`,
      body: `${describeCustomer(customer)}: ${customer.discount === null ? 'no discount' : `discount of ${customer.discount} %`} → discount of ${percent} %.`,
      confirmLabel: `Attach ${percent} %`,
      undoable: true,
      wayBack: 'It can be removed again.',
      restores: true,
    }),
    audited: { action: 'customer.attach-discount', args: (_before, { discount }) => ({ percent: String(discount) }) },
    leaves: (_customer, { percent }) => ({ discount: percent }),
    change: (customer, { percent }) =>
      change(
        attachDiscountMutation(),
        { id: customer.id, discount: percent },
        `Discount of ${percent} % attached: ${customerLabel(customer)}.`,
      ),
  }),
  onCustomer({
    verb: 'detach-discount',
    title: ({ discount }) => (discount === null ? 'Remove the discount' : `Remove the discount of ${discount} %`),
    genericTitle: 'Remove the discount',
    icon: TagIcon,
    aka: ['Discount off', 'Coupon off', 'Take the discount off', 'Cancel the discount', 'End the discount', 'Cancel the coupon'],
    keywords: 'coupon detach percent del',
    keys: 's x',
    needs: 'customers.discount',
    whyNot: whyNotDetachDiscount,
    danger: (customer) => ({
      title: `Remove the discount of ${customerLabel(customer)}?`,
      body: `${describeCustomer(customer)}: discount of ${customer.discount ?? 0} % → no discount.`,
      confirmLabel: 'Remove discount',
      ...(whyNotAttachDiscount(customer) === null && { undoable: true, wayBack: 'It can be attached again.' }),
    }),
    leaves: () => ({ discount: null }),
    change: (customer) => change(detachDiscountMutation(), { id: customer.id }, `Discount removed: ${customerLabel(customer)}.`),
  }),
  onCustomer({
    verb: 'sync',
    title: 'Sync with the payment provider',
    icon: SyncIcon,
    keywords: 'stripe refresh update',
    keys: 's s',
    whyNot: whyNotSync,
    failureTitle: 'Error syncing with the payment provider',
    run: async (context, customer) => {
      await openFetched(context, async () => {
        const { url } = await runMutation(context.queryClient, syncCustomerMutation(), { id: customer.id })
        return url ?? providerPage(context, customer)
      })
      return { message: `Synced with the payment provider: ${customerLabel(customer)}.` }
    },
  }),
]
