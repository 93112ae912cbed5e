import { describe, expect, test } from 'vitest'
import { startOfDay } from '../../src/contract/dates.ts'
import { readId } from '../../src/contract/endpoint.ts'
import { flagsOf, planText, summaryOf } from '../../src/layout/records/customer-facts.ts'
import { customerName } from '../../src/layout/records/customer-name.tsx'
import { signupSource } from '../../src/views/customer/customer-fields.tsx'
import { aCustomer } from './support/customer.ts'

const at = (day: string) => startOfDay(day) + 3600

describe('the customer summary', () => {
  const dated = { currentPeriodEnd: at('2026-12-12'), triallingEndsAt: at('2026-11-30'), stripeTrialEnd: at('2026-11-29') }

  test.each(['active', 'requires_action'])('shows the next payment for the status %s [1.2 next payment]', (status) => {
    expect(summaryOf(aCustomer({ ...dated, status }))).toEqual({ label: 'Next payment', date: '12-12-2026' })
  })

  test('shows the end of a trial [1.2 trial end]', () => {
    expect(summaryOf(aCustomer({ ...dated, status: 'trialing' }))).toEqual({ label: 'Trial ends', date: '30-11-2026' })
    expect(summaryOf(aCustomer({ ...dated, triallingEndsAt: null, status: 'trialing' }))).toEqual({
      label: 'Trial ends',
      date: '29-11-2026',
    })
  })

  test('shows the end of the period if a cancellation is scheduled, in any status [1.2 cancelation date]', () => {
    const subscriptionInfo = { willCancel: true, requiresAction: false }
    for (const status of ['canceled', 'trialing', 'soft_deleted'])
      expect(summaryOf(aCustomer({ ...dated, subscriptionInfo, status }))).toEqual({ label: 'End of period', date: '12-12-2026' })
    expect(summaryOf(aCustomer({ ...dated, status: 'active_canceled' }))?.label).toBe('End of period')
  })

  test("returns null for other statuses, and a null date if it isn't known", () => {
    expect(summaryOf(aCustomer({ ...dated, status: 'past_due' }))).toBeNull()
    expect(summaryOf(aCustomer({ status: 'active', currentPeriodEnd: null }))).toEqual({ label: 'Next payment', date: null })
  })
})

describe('signup source', () => {
  test('uses the first provider with an id, else email [1.2 signup source]', () => {
    const none = { linkedinId: null, facebookId: null, googleId: null }
    expect(signupSource(none)).toBe('Email')
    expect(signupSource({ ...none, googleId: 'g' })).toBe('Google')
    expect(signupSource({ ...none, googleId: 'g', facebookId: 'f' })).toBe('Facebook')
    expect(signupSource({ linkedinId: 'l', googleId: 'g', facebookId: 'f' })).toBe('LinkedIn')
    expect(signupSource({ ...none, googleId: '' })).toBe('Email')
  })
})

describe('flags', () => {
  test('are empty for an ordinary customer', () => expect(flagsOf(aCustomer({}))).toEqual([]))

  test('merge duplicates and list warnings first [1.3 fraud and dispute]', () => {
    const customer = aCustomer({
      is2faEnabled: true,
      earlyFraud: true,
      payment: { earlyFraud: true, stripeDisputeReason: 'product_not_received' },
    })
    expect(flagsOf(customer).map(({ text }) => text)).toEqual([
      'Early fraud on the last payment',
      'Dispute: product not received',
      '2FA on',
    ])
  })

  test('include the date of a deletion', () =>
    expect(flagsOf(aCustomer({ deleted: true, deletedAt: at('2026-03-29') }))[0]?.text).toBe('Account deleted on 29-03-2026'))
})

describe('names and plans', () => {
  test('put the company after a dash [1.2 customers columns]', () => {
    expect(customerName({ fullName: 'Ana Ruiz', companyName: 'Café Sol', email: 'a@b.es' })).toBe('Ana Ruiz — Café Sol')
    expect(customerName({ fullName: 'Ana Ruiz', companyName: null, email: 'a@b.es' })).toBe('Ana Ruiz')
    expect(customerName({ fullName: ' ', companyName: '', email: 'a@b.es' })).toBe('a@b.es')
  })

  test('show the price and billing interval', () => {
    expect(planText({ planName: 'Pro', planPrice: 1990, planCurrency: 'eur', planMonths: 1 })).toBe('Pro · 19,90\u00a0€/month')
    expect(planText({ planName: 'Pro', planPrice: 120000, planCurrency: 'jpy', planMonths: 12 })).toBe('Pro · 120.000\u00a0JPY/year')
    expect(planText({ planName: null, planPrice: null, planCurrency: null, planMonths: null })).toBe('No plan')
  })
})

describe('the id in the path', () => {
  test.each(['abc', '-1', '0', '1.5', '99999999999', '', '1e3', ' 1'])('is null for %j', (text) => expect(readId(text)).toBeNull())
  test('is a positive integer', () => expect(readId('8812')).toBe(8812))
})
