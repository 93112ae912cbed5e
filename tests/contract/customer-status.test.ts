import { describe, expect, test } from 'vitest'
import {
  accountState,
  displayedStatus,
  displayedStatuses,
  normalizeStatus,
  type StatusFacts,
  statusColour,
} from '../../src/contract/customer-status.ts'

const plain: StatusFacts = {
  subscriptionStatus: 'active',
  willCancel: false,
  cancelAtPeriodEnd: false,
  requiresAction: false,
  subscriptionCanceledBy: null,
  earlyFraud: false,
  paymentEarlyFraud: false,
  stripeDisputeReason: null,
  paymentDisputeReason: null,
}
const canceled = { ...plain, subscriptionStatus: 'canceled' }

describe('the displayed status (ruling 32): first match wins [R32 displayed status]', () => {
  // [1.4 will be canceled] [1.4 canceled by fraud] [1.4 canceled by dispute] [1.4 canceled by unpaid] [1.4 canceled by user]
  // [1.4 active canceled] [1.4 requires action] [R32 will cancel]
  test.each<[string, Partial<StatusFacts>, string]>([
    ['willCancel', { willCancel: true, cancelAtPeriodEnd: true }, 'canceled'],
    ['willCancel, no subscription', { willCancel: true, subscriptionStatus: null }, 'canceled'],
    ['willCancel outranks fraud', { ...canceled, willCancel: true, earlyFraud: true }, 'canceled'],
    ['not where the account was deleted', { willCancel: true, subscriptionStatus: 'soft_deleted' }, 'soft_deleted'],
    ['early fraud', { ...canceled, earlyFraud: true, stripeDisputeReason: 'fraudulent' }, 'canceledByEarlyFraud'],
    ['early fraud of the payment', { ...canceled, paymentEarlyFraud: true }, 'canceledByEarlyFraud'],
    ['early fraud only where canceled', { earlyFraud: true }, 'active'],
    ['dispute', { ...canceled, stripeDisputeReason: 'duplicate', subscriptionCanceledBy: 'customer' }, 'canceledByDispute'],
    ['dispute of the payment', { ...canceled, paymentDisputeReason: 'general' }, 'canceledByDispute'],
    ['an empty reason is none', { ...canceled, stripeDisputeReason: '' }, 'canceled'],
    ['unpaid', { subscriptionStatus: 'unpaid', requiresAction: true }, 'canceledByUnpaid'],
    ['by the customer', { ...canceled, subscriptionCanceledBy: 'customer' }, 'canceledByUser'],
    ['by staff', { ...canceled, subscriptionCanceledBy: 'staff' }, 'canceled'],
    ['active to its end', { cancelAtPeriodEnd: true, requiresAction: true }, 'active_canceled'],
    ['trial to its end', { subscriptionStatus: 'trialing', cancelAtPeriodEnd: true }, 'trialing'],
    ['requires action', { requiresAction: true }, 'requires_action'],
    ['canceled and requires action', { ...canceled, requiresAction: true }, 'requires_action'],
    ['raw', { subscriptionStatus: 'past_due' }, 'past_due'],
    ['none', { subscriptionStatus: null }, 'inactive'],
    ['empty', { subscriptionStatus: '' }, 'inactive'],
  ])('%s', (_case, facts, shown) => {
    expect(displayedStatus({ ...plain, ...facts })).toBe(shown)
  })
})

describe('the status badge', () => {
  test('has a colour for every status, secondary if none is documented (ruling 33) [1.4 status badges] [R33 secondary]', () => {
    expect(statusColour('unpaid')).toBe('danger')
    const shownIn = (colour: string) => displayedStatuses.filter((status) => statusColour(status) === colour)
    expect(shownIn('success')).toEqual(['active'])
    expect(shownIn('warning')).toEqual(['incomplete', 'incomplete_expired'])
    expect(shownIn('primary')).toEqual(['trialing'])
    expect(shownIn('secondary')).toEqual([
      'trial_ended',
      'soft_deleted',
      'banned',
      'first_payment_pending',
      'onlyTrial',
      'waitingBankTransferApproval',
    ])
    expect(shownIn('danger')).toEqual(
      ['past_due', 'canceled', 'canceledByUnpaid', 'requires_action', 'inactive', 'active_canceled'].concat([
        'canceledByUser',
        'canceledByDispute',
        'canceledByEarlyFraud',
      ]),
    )
  })

  test('reads trialling as trialing [1.4 raw statuses]', () => {
    expect(normalizeStatus('trialling')).toBe('trialing')
    expect(normalizeStatus('active')).toBe('active')
  })
})

describe('the account state', () => {
  // [1.2 account status] [1.4 account states] [R36 deleted first]
  test.each([
    [{ deleted: false, banned: false }, 'active'],
    [{ deleted: false, banned: true }, 'banned'],
    [{ deleted: true, banned: true }, 'deleted'],
    [{ deleted: true, banned: false }, 'deleted'],
  ])('%o is %s: deleted outranks banned', (customer, state) => {
    expect(accountState(customer)).toBe(state)
  })
})
