import { Outlet } from '@tanstack/react-router'
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { learnFeatures } from '../../src/api/features.ts'
import type { CustomerOverview, PaymentFact } from '../../src/contract/customer-overview.ts'
import type { Customer } from '../../src/contract/customers.ts'
import { startOfDay } from '../../src/contract/dates.ts'
import { features } from '../../src/contract/features.ts'
import { targetsOnScreen } from '../../src/layout/commands/on-screen.ts'
import { useKeyListener } from '../../src/layout/frame/key-listener.ts'
import { agoText } from '../../src/layout/kit/ago-text.ts'
import { stateLabel } from '../../src/layout/records/account-state.ts'
import { methodText, paysOf, resultOf } from '../../src/views/customer/facts-strip.tsx'
import { statusNote } from '../../src/views/customer/status-note.ts'
import { makeContext } from '../commands/samples.ts'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { aCustomer, anOverview } from './support/customer.ts'
import { customerAt, refusal, serveCustomer } from './support/customer-page.tsx'
import { aPayment } from './support/payment.ts'

const at = (day: string) => startOfDay(day) + 3600
const now = at('2026-11-20')
const ends = { currentPeriodEnd: at('2026-12-03'), subscriptionEnded: at('2026-10-01'), triallingEndsAt: at('2026-11-30') }
const pro = { planName: 'Pro', planPrice: 1990, planCurrency: 'eur', planMonths: 1 }
const visa = { last4: '4242', cardBrand: 'visa', expiryMonth: 8, expiryYear: 2029 }
const willCancel = { willCancel: true, requiresAction: false }

const payment = (facts: Partial<PaymentFact>): PaymentFact => ({
  id: 7,
  amount: 3990,
  amountRefunded: 0,
  currency: 'eur',
  createdAt: at('2026-11-01'),
  stripePaymentIntentStatus: 'succeeded',
  stripeDisputeStatus: null,
  ...facts,
})

describe('the status note', () => {
  test.each<[status: string, facts: Partial<Customer>, note: string | null]>([
    ['active', {}, null],
    ['active_canceled', {}, 'End of period 03-12-2026'],
    ['canceled', { subscriptionInfo: willCancel }, 'End of period 03-12-2026'],
    ['canceled', { subscriptionCanceledBy: 'admin' }, 'Ended 01-10-2026 by staff'],
    ['canceledByUser', { subscriptionCanceledBy: 'customer' }, 'Ended 01-10-2026'],
    ['canceledByDispute', { subscriptionEnded: null, canceledAt: at('2026-09-01') }, 'Ended 01-09-2026'],
    ['canceledByUnpaid', { subscriptionEnded: null }, null],
    ['trialing', {}, 'Trial until 30-11-2026'],
    ['trialing', { triallingEndsAt: null, stripeTrialEnd: at('2026-11-29') }, 'Trial until 29-11-2026'],
    ['trial_ended', {}, 'Trial ended 30-11-2026'],
    ['past_due', {}, 'A payment is overdue'],
    ['inactive', {}, 'No subscription'],
    ['unheard_of', {}, null],
  ])('explains %s with %j', (status, facts, note) => expect(statusNote(aCustomer({ ...ends, status, ...facts }))).toBe(note))

  test('ranks a deleted account before a banned one, and a banned one before an archived one [1.2 account status]', () => {
    const label = (facts: Partial<Customer>) => stateLabel(aCustomer(facts))
    expect(label({ deleted: true, banned: true, archived: 1 })).toBe('deleted')
    expect(label({ banned: true, archived: 1 })).toBe('banned')
    expect(label({ archived: 1 })).toBe('archived')
    expect(label({})).toBeNull()
  })
})

describe('the payment summary', () => {
  test.each<[facts: Partial<Customer>, value: string, next: string]>([
    [
      { status: 'active', subscriptionStatus: 'active', ...visa },
      'Pro · 19,90\u00a0€/month',
      'Next payment 19,90\u00a0€ on 03-12-2026, Visa 4242',
    ],
    [
      { status: 'active', subscriptionStatus: 'active', discount: 50 },
      'Pro · 19,90\u00a0€/month',
      'Next payment 9,95\u00a0€ on 03-12-2026',
    ],
    [
      { status: 'active', subscriptionStatus: 'active', last4: '5792', bankCode: '2100' },
      'Pro · 19,90\u00a0€/month',
      'Next payment 19,90\u00a0€ on 03-12-2026, SEPA debit 5792',
    ],
    [
      { status: 'canceled', subscriptionStatus: 'active', subscriptionInfo: willCancel, ...visa },
      'Pro · 19,90\u00a0€/month',
      'Not renewed',
    ],
    [{ status: 'trialing', subscriptionStatus: 'trialing' }, 'Pro · 19,90\u00a0€/month', 'Then 19,90\u00a0€, no card'],
    [
      { status: 'past_due', subscriptionStatus: 'past_due', ...visa, expiryYear: 2020 },
      'Pro · 19,90\u00a0€/month',
      'Overdue, Visa 4242 (expired)',
    ],
    // A payment to be confirmed is the next one, whatever became of the subscription.
    [
      { status: 'requires_action', subscriptionStatus: 'incomplete', ...visa },
      'Pro · 19,90\u00a0€/month',
      'Next payment 19,90\u00a0€ on 03-12-2026, Visa 4242',
    ],
    [
      { status: 'active', subscriptionStatus: 'active', currentPeriodEnd: null, ...visa },
      'Pro · 19,90\u00a0€/month',
      'Next payment unknown, Visa 4242',
    ],
    [{ status: 'canceledByUser', subscriptionStatus: 'canceled' }, 'None', 'Was on Pro · 19,90\u00a0€/month'],
    // For people it has ended, though Stripe may still try to collect.
    [{ status: 'canceledByUnpaid', subscriptionStatus: 'unpaid', ...visa }, 'None', 'Was on Pro · 19,90\u00a0€/month'],
    [{ status: 'onlyTrial', subscriptionStatus: 'onlyTrial', ...visa }, 'None', 'Was on Pro · 19,90\u00a0€/month'],
    [{ planName: null, planPrice: null }, 'None', ''],
  ])('for %j', (facts, value, next) => expect(paysOf(aCustomer({ ...ends, ...pro, ...facts }), now)).toEqual({ value, next }))

  test('names the payment method if it is known', () => {
    expect(methodText(aCustomer({ last4: '1', cardBrand: null }))).toBe('Card 1')
    expect(methodText(aCustomer({ lastPaymentMethod: 'google_pay' }))).toBe('Google Pay')
    expect(methodText(aCustomer({}))).toBeNull()
  })

  test.each<[facts: Partial<PaymentFact>, text: string]>([
    [{}, 'succeeded'],
    [{ amountRefunded: 100 }, 'partly refunded'],
    [{ amountRefunded: 3990 }, 'refunded'],
    [{ stripePaymentIntentStatus: 'processing' }, 'processing'],
    [{ stripePaymentIntentStatus: 'requires_payment_method' }, 'payment method needed'],
    [{ stripePaymentIntentStatus: 'requires_action' }, 'needs confirmation'],
    [{ stripeDisputeStatus: 'needs_response', amountRefunded: 100 }, 'disputed'],
    [{ stripeDisputeStatus: 'lost' }, 'dispute lost'],
    [{ stripeDisputeStatus: 'won' }, 'succeeded'],
  ])('shows the result of payment %j', (facts, text) => expect(resultOf(payment(facts)).text).toBe(text))
})

test.each([
  [30, 'just now'],
  [90, '1 min ago'],
  [2 * 3600 + 5, '2 h ago'],
  [86_400, '1 day ago'],
  [13 * 86_400, '13 days ago'],
  [14 * 86_400, '06-11-2026'],
])('formats %i seconds ago as %s', (passed, text) => expect(agoText(now - passed, now)).toBe(text))

describe('the first screen', () => {
  const strip = async () => (await screen.findByRole('region', { name: 'At a glance' })).textContent

  const serve = (facts: Partial<Customer>, overview: Partial<CustomerOverview> | null, payments: PaymentFact[] = []) =>
    serveCustomer({ ...pro, ...facts }, (path) => {
      if (path.endsWith('/overview')) return overview ? { body: anOverview(overview) } : refusal(500, 'server_error')
      if (path.endsWith('/impact')) return { body: { qrs: 3, liveQrs: 2, scans: 1234 } }
      return path === '/payments' ? { body: pageOf(payments.map((each) => aPayment(each.id, each))) } : undefined
    })

  test('shows the five key facts, and no box if nothing needs attention', async () => {
    serve(
      { status: 'active', subscriptionStatus: 'active', qrLimit: 50, ...visa, currentPeriodEnd: at('2027-01-01'), totalRevenue: 9000 },
      { lastPayment: payment({}), qrs: { used: 12, blocked: 0, infected: 0 }, refunded: 500 },
    )
    await customerAt('/customers/8812')
    const text = await strip()
    for (const part of ['39,90\u00a0€01-11-2026, succeeded', '12 of 50', '90,00\u00a0€5,00\u00a0€ refunded']) expect(text).toContain(part)
    await screen.findByText(/1.234 scans in 30 days/)
    expect(screen.getByRole('link', { name: '39,90\u00a0€' }).getAttribute('href')).toBe('/customers/8812?tab=payments')
    expect(screen.queryByRole('list', { name: 'Needs attention' })).toBeNull()
  })

  test.each(['fails', 'is not offered'])('falls back to the first page of each list if the overview %s', async (how) => {
    if (how === 'is not offered') learnFeatures(features.filter((feature) => feature !== 'overview' && feature !== 'impact'))
    const { asked } = serve({ qrLimit: 1 }, null, [payment({})])
    await customerAt('/customers/8812')
    await screen.findByText('39,90 €')
    expect(await strip()).toContain('01-11-2026, succeeded')
    expect(await strip()).toContain('0 of 1')
    expect(asked.some((path) => path.endsWith('/overview'))).toBe(how === 'fails')
    expect(screen.queryByRole('list', { name: 'Needs attention' })).toBeNull()
  })

  test('adds nothing to facts that there is nothing to say of', async () => {
    serve({ planName: null, planPrice: null, totalRevenue: 0, qrLimit: 50, lastLogin: null }, { qrs: { used: 0, blocked: 0, infected: 0 } })
    await customerAt('/customers/8812')
    await waitFor(async () =>
      expect(await strip()).toMatch(/PlanNoneLast paymentNoneQR codes used0 of 50Customer since[\d-]+Never seenTotal revenue0,00.€$/),
    )
  })

  test('says why it counts fewer QR codes than their list does', async () => {
    serveCustomer({}, (path) => {
      if (path.endsWith('/overview')) return { body: anOverview({ qrs: { used: 1, blocked: 0, infected: 0 } }) }
      if (path.endsWith('/impact')) return { body: { qrs: 1, liveQrs: 1, scans: 7 } }
      return path === '/qrs' || path.endsWith('/qrs') ? { body: pageOf([], 4) } : undefined
    })
    await customerAt('/customers/8812')
    await screen.findByText('+ 3 deleted')
    expect(await strip()).toContain('1 + 3 deleted7 scans in 30 days')
  })

  test('holds shortcuts until its menu is rendered, even if the overview is late', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const held = catchCalls((path) => (/8812(\/overview)?$/.test(path) ? undefined : pageOf([])))
    const ran: unknown[] = []
    const menu = () => screen.queryByRole('button', { name: /^Actions/ }) !== null
    renderHook(() =>
      useKeyListener(
        () => ({ ...makeContext().context, targets: targetsOnScreen.all() }),
        ({ command, target }) => void ran.push([command.id, target?.record.id, menu()]),
      ),
    )
    await openScreen('/customers/8812', {}, Outlet)
    await held.find(({ path }) => path === '/customers/8812')?.answer(aCustomer({}))
    fireEvent.keyDown(document.body, { key: '.', code: 'Period' })
    expect([menu(), ran]).toEqual([false, []])
    await act(async () => vi.advanceTimersByTime(1000))
    await act(async () => vi.advanceTimersByTime(1))
    expect(ran).toEqual([['actions.open', undefined, true]])
  })

  test('shows a count for each list, and the list selected by mouse or arrow keys', async () => {
    serve({}, { counts: { ...anOverview().counts, events: 1000, folders: 3, email: null } })
    await customerAt('/customers/8812')
    fireEvent.click(await screen.findByRole('tab', { name: 'More' }))
    const tab = (name: string) => screen.getByRole('tab', { name })
    await screen.findByRole('region', { name: 'Email activity' })
    expect(tab('Events').innerHTML).toContain('data-count="1.000+"')
    expect(tab('Folders').innerHTML).toContain('data-count="3"')
    expect(tab('Email activity').innerHTML).not.toContain('data-count')
    fireEvent.click(tab('Folders'))
    await screen.findByRole('region', { name: 'Folders' })
    fireEvent.keyDown(tab('Folders'), { key: 'ArrowUp' })
    await screen.findByRole('region', { name: 'Domains' })
    expect(screen.queryByRole('region', { name: 'Folders' })).toBeNull()
    expect(document.activeElement).toBe(tab('Domains'))
  })

  test('says of a customer without a subscription that there is none, in place of an empty card', async () => {
    serve({ planName: null, planPrice: null, stripeCustomerId: '' }, {})
    await customerAt('/customers/8812')
    const card = within(await screen.findByRole('region', { name: 'Subscription' }))
    card.getByText('No plan and no payment method.')
    expect(card.getByText(/^Show \d+ more fields$/)).toBeDefined()
  })

  test('collapses empty and disabled fields, group by group', async () => {
    serve({ whitelisted: true }, {})
    await customerAt('/customers/8812')
    const card = within(await screen.findByRole('region', { name: 'Customer' }))
    const folded = card.getByText(/^Show \d+ more fields$/).closest('details')
    expect(folded?.open).toBe(false)
    const labels = [...(folded?.querySelectorAll('dt, h3') ?? [])].map(({ textContent }) => textContent)
    expect(labels).toEqual(expect.arrayContaining(['Archived', 'Last IP', 'Limits', 'QR codes', 'gclid']))
    expect(labels).not.toContain('Whitelisted')
    expect(labels).not.toContain('Origin')
  })

  const paying = {
    status: 'active',
    subscriptionStatus: 'active',
    ...visa,
    currentPeriodEnd: at('2027-01-01'),
    createdAt: at('2024-03-01'),
  }
  test.each<[string, Partial<Customer>]>([
    ['paying', paying],
    [
      'on trial',
      { status: 'trialing', subscriptionStatus: 'trialing', triallingEndsAt: at('2026-11-30'), stripeTrialEnd: at('2026-11-30') },
    ],
    ['set to cancel', { ...paying, status: 'canceled', subscriptionInfo: willCancel, cancelAtPeriodEnd: true }],
    [
      'canceled',
      { status: 'canceledByUser', subscriptionStatus: 'canceled', subscriptionEnded: at('2026-10-01'), subscriptionCanceledBy: 'customer' },
    ],
    ['banned', { ...paying, banned: true, accountCreatedWithIp: '203.0.113.7', lastIp: '203.0.113.7' }],
  ])('says nothing twice unless it is unfolded: %s', async (_what, facts) => {
    serve(facts, {})
    await customerAt('/customers/8812')
    await screen.findByRole('region', { name: 'Subscription' })
    const all = document.body.querySelectorAll('[data-fact]')
    const shown = [...all].filter((fact) => fact.closest('details') === null).map(({ textContent }) => textContent.trim())
    const dates = shown.flatMap((text) => text.match(/\d\d-\d\d-\d{4}/g) ?? [])
    const values = shown.filter((text) => !/^(—|On|Off|Yes|No|None)?$/.test(text))
    for (const said of [dates, values]) expect(said.filter((text, at) => said.indexOf(text) !== at)).toEqual([])
  })
})
