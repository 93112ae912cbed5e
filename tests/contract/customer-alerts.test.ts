import { describe, expect, test } from 'vitest'
import { customerParts } from '../../src/commands/customers/parts.ts'
import { commands } from '../../src/commands/registry.ts'
import { customerAlerts, isCardExpired } from '../../src/contract/customer-alerts.ts'
import type { CustomerOverview, PaymentFact } from '../../src/contract/customer-overview.ts'
import type { Customer } from '../../src/contract/customers.ts'
import { endOfDay, startOfDay } from '../../src/contract/dates.ts'
import { readCustomerSearch } from '../../src/views/customer/search.ts'
import { aCustomer, anOverview } from '../views/support/customer.ts'

const now = startOfDay('2026-11-20') + 12 * 3600
const at = (day: string) => startOfDay(day) + 3600
const will = { willCancel: true, requiresAction: false }

const payment = (facts: Partial<PaymentFact>): PaymentFact => ({
  id: 1,
  amount: 3990,
  amountRefunded: 0,
  currency: 'eur',
  createdAt: at('2026-11-01'),
  stripePaymentIntentStatus: 'succeeded',
  stripeDisputeStatus: null,
  ...facts,
})
const failed = (stripePaymentIntentStatus: string) => ({ lastPayment: payment({ stripePaymentIntentStatus }) })
const disputed = (stripeDisputeStatus: string) => ({ dispute: { ...payment({ stripeDisputeStatus }), reason: 'product_not_received' } })

const active = { status: 'active', subscriptionStatus: 'active', currentPeriodEnd: at('2026-12-08') }
const pastDue = { status: 'past_due', subscriptionStatus: 'past_due' }
const card = (expiryMonth: number, expiryYear: number) => ({ last4: '4242', expiryMonth, expiryYear })
const trial = (end: string) => ({ status: 'trialing', subscriptionStatus: 'trialing', triallingEndsAt: at(end) })

const textsOf = (customer: Partial<Customer>, overview: Partial<CustomerOverview> | null = {}) =>
  customerAlerts(aCustomer(customer), overview && anOverview(overview), now).map(({ text }) => text)

describe('customer alerts', () => {
  test.each<[name: string, customer: Partial<Customer>, overview: Partial<CustomerOverview> | null, texts: string[]]>([
    ['nothing of a customer in good order', { ...active, ...card(8, 2029) }, failed('succeeded'), []],
    ['nothing without an overview either', { ...active, ...card(8, 2029) }, null, []],
    ['nothing of who never had anything', {}, {}, []],
    ['nothing while a payment is processing', active, failed('processing'), []],
    ['nothing of a failed payment once it is over', { status: 'canceledByUser', subscriptionStatus: 'canceled' }, failed('canceled'), []],

    ['deleted', { deleted: true, deletedAt: at('2026-11-12') }, {}, ['The account was deleted on 12-11-2026.']],
    ['deleted, when unknown', { deleted: true }, null, ['The account was deleted.']],
    ['deleted, but paying', { ...active, deleted: true }, {}, ['The account was deleted, but the subscription still runs.']],
    ['deleted, ended', { ...active, deleted: true, subscriptionEnded: now - 1 }, {}, ['The account was deleted.']],

    [
      'erased, which nothing restores',
      { deleted: true, erased: true },
      {},
      ['The personal data was erased for good. Payments and invoices are kept.'],
    ],

    ['banned, of unknown origin', { banned: true }, {}, ['Banned: the customer cannot sign in.']],
    [
      'banned, which the product has not confirmed',
      { banned: true },
      { unconfirmed: { event: 'customer.banned', since: now - 120 } },
      ['Banned: the customer cannot sign in.', 'Banned here; the product has not confirmed it for 2 min.'],
    ],
    [
      'an edit just now',
      {},
      { unconfirmed: { event: 'customer.updated', since: now - 20 } },
      ['Edited the customer here; the product has not confirmed it.'],
    ],
    [
      'an edit of the morning',
      {},
      { unconfirmed: { event: 'customer.updated', since: now - 5 * 3600 } },
      ['Edited the customer here; the product has not confirmed it since 20-11-2026 07:00:00.'],
    ],
    ['nothing while the product may still confirm', {}, { unconfirmed: { event: 'customer.updated', since: now - 10 } }, []],
    [
      'banned by staff, but paying',
      { ...active, banned: true },
      { ban: { at: at('2026-11-12'), by: 'sam@quaydesk.test', reason: null } },
      ['Banned on 12-11-2026 by sam@quaydesk.test: the customer cannot sign in, but the subscription still runs.'],
    ],
    [
      'banned by web risk',
      { banned: true },
      { ban: { at: at('2026-11-12'), by: null, reason: 'SOCIAL_ENGINEERING' } },
      ['Banned on 12-11-2026 by web risk (social engineering): the customer cannot sign in.'],
    ],

    ['fraud on the customer', { earlyFraud: true }, {}, ['The card network warned of fraud on the last payment.']],
    [
      'fraud on both is one',
      { earlyFraud: true, payment: { earlyFraud: true, stripeDisputeReason: null } },
      {},
      ['The card network warned of fraud on the last payment.'],
    ],

    [
      'fraud on a payment that was refunded',
      { earlyFraud: true },
      { lastPayment: payment({ amountRefunded: 3990 }) },
      ['The card network warned of fraud on the last payment, which was refunded.'],
    ],
    [
      'an open dispute',
      active,
      disputed('needs_response'),
      ['The dispute of 39,90\u00a0€, paid on 01-11-2026, is open. Reason given: product not received.'],
    ],
    [
      'a lost one',
      active,
      disputed('lost'),
      ['The dispute of 39,90\u00a0€, paid on 01-11-2026, was lost (product not received): the customer has the money back.'],
    ],
    ['one that only the record knows', { stripeDisputeReason: 'fraudulent' }, null, ['A payment is disputed (fraudulent).']],

    ['past due', pastDue, null, ['A payment is overdue.']],
    ['past due, the payment known', pastDue, failed('requires_payment_method'), ['The payment of 01-11-2026 (39,90\u00a0€) failed.']],
    [
      'past due by an expired card',
      { ...pastDue, ...card(5, 2025) },
      failed('requires_action'),
      ['Card expired 05/2025, and the payment of 01-11-2026 (39,90\u00a0€) needs confirmation.'],
    ],
    [
      'waiting for the customer',
      { ...active, status: 'requires_action', subscriptionInfo: { requiresAction: true, willCancel: false } },
      null,
      ['A payment needs the customer’s confirmation.'],
    ],
    [
      'unpaid',
      { status: 'canceledByUnpaid', subscriptionStatus: 'unpaid' },
      failed('canceled'),
      ['The payment of 01-11-2026 (39,90\u00a0€) was canceled.'],
    ],
    [
      'active, but the last payment failed',
      active,
      failed('requires_confirmation'),
      ['The payment of 01-11-2026 (39,90\u00a0€) was not confirmed.'],
    ],

    [
      'blocked and infected codes',
      active,
      { qrs: { used: 9, blocked: 1, infected: 2 } },
      ['1 QR code blocked, 2 QR codes flagged as infected.'],
    ],
    [
      'e-mails that bounce',
      { ...active, email: 'ana@cafesol.example' },
      { bounce: { event: 'hardBounces', at: at('2026-11-13') } },
      ['Last email hard-bounced on 13-11-2026. Emails to ana@cafesol.example don’t arrive.'],
    ],
    [
      'more codes than the limit',
      { ...active, qrLimit: 50 },
      { qrs: { used: 62, blocked: 0, infected: 0 } },
      ['62 QR codes, but the limit is 50.'],
    ],
    ['as many as the limit', { ...active, qrLimit: 62 }, { qrs: { used: 62, blocked: 0, infected: 0 } }, []],
    ['as many as the plan allows', active, { qrs: { used: 62, blocked: 0, infected: 0 } }, []],

    [
      'an expired card before it fails',
      { ...active, ...card(10, 2026) },
      {},
      ['Card expired 10/2026: the payment on 08-12-2026 will fail.'],
    ],
    ['a card that expires in time', { ...active, ...card(11, 2026) }, {}, ['Card expires 11/2026, before the payment on 08-12-2026.']],
    ['a card that outlasts the payment', { ...active, ...card(12, 2026) }, {}, []],
    ['an expired card of nobody who pays', { ...card(10, 2020), status: 'canceled', subscriptionStatus: 'canceled' }, {}, []],

    [
      'set to cancel by staff',
      { ...active, subscriptionInfo: will, ...card(10, 2020) },
      { cancel: { at: at('2026-11-02'), by: 'sam@quaydesk.test' } },
      ['Set to cancel by sam@quaydesk.test.'],
    ],
    [
      'set to cancel by the customer',
      { ...active, cancelAtPeriodEnd: true, subscriptionCanceledBy: 'customer' },
      null,
      ['Set to cancel on 08-12-2026 by the customer.'],
    ],
    ['set to cancel, who and when unknown', { ...active, currentPeriodEnd: null, subscriptionInfo: will }, null, ['Set to cancel.']],

    ['a trial that ends soon', { ...trial('2026-11-23'), last4: '4242' }, {}, ['The trial ends on 23-11-2026, in 3 days.']],
    ['a trial that ends tomorrow without a card', trial('2026-11-21'), {}, ['The trial ends tomorrow, and there is no card.']],
    ['a trial that ends today', { status: 'trialing', triallingEndsAt: now + 60, last4: '1' }, {}, ['The trial ends today.']],
    ['a trial that ends in eight days', trial('2026-11-28'), {}, []],
    [
      'a trial that has just ended',
      { ...trial('2026-11-10'), status: 'trial_ended' },
      {},
      ['The trial ended on 10-11-2026 without a subscription.'],
    ],
    ['a trial that ended long ago', { ...trial('2026-08-10'), status: 'trial_ended' }, {}, []],

    ['a deleted subscription', { status: 'soft_deleted', subscriptionStatus: 'soft_deleted' }, {}, ['The subscription was deleted.']],
    ['archived codes', { archived: 1 }, {}, ['The QR codes are archived.']],
  ])('%s', (_name, customer, overview, texts) => expect(textsOf(customer, overview)).toEqual(texts))

  test('show all that is wrong now, and up to three with what will be', () => {
    const everything = {
      ...active,
      deleted: true,
      banned: true,
      earlyFraud: true,
      archived: 1 as const,
      qrLimit: 1,
      subscriptionInfo: will,
    }
    const alerts = customerAlerts(aCustomer(everything), anOverview(disputed('needs_response')), now)
    expect(alerts.map(({ id }) => id)).toEqual(['deleted', 'banned', 'fraud', 'dispute'])
    expect(alerts.at(-1)?.text).toContain('is open')
    // An admin API without an overview knows the reason alone.
    const [, , , disputedOnly] = customerAlerts(aCustomer({ ...everything, stripeDisputeReason: 'product_not_received' }), null, now)
    expect(disputedOnly?.text).toBe('A payment is disputed (product not received).')
    const lost = customerAlerts(aCustomer(pastDue), anOverview({ ...disputed('lost'), qrs: { used: 1, blocked: 1, infected: 1 } }), now)
    expect(lost.map(({ id }) => id)).toEqual(['payment', 'blocked', 'dispute'])
  })

  test('link only to existing commands and tabs', () => {
    const known = new Set(commands.filter(({ target }) => target === 'customer').map(({ id }) => id))
    const troubles: [Partial<Customer>, Partial<CustomerOverview>][] = [
      [{ ...active, deleted: true, banned: true, earlyFraud: true }, {}],
      [
        { ...pastDue, ...card(1, 2020) },
        { ...disputed('lost'), bounce: { event: 'error', at: now } },
      ],
      [{ ...active, qrLimit: 1 }, { qrs: { used: 2, blocked: 1, infected: 1 } }],
      [{ ...active, subscriptionInfo: will }, disputed('needs_response')],
      [{ ...trial('2026-11-21'), archived: 1 }, {}],
      [{ status: 'soft_deleted', subscriptionStatus: 'soft_deleted' }, {}],
    ]
    const steps = troubles.flatMap(([customer, overview]) =>
      customerAlerts(aCustomer(customer), anOverview(overview), now).flatMap(({ next }) => next),
    )
    expect(steps.length).toBeGreaterThan(12)
    for (const step of steps) {
      if ('command' in step) expect(known).toContain(step.command)
      else if ('part' in step) expect(customerParts).toHaveProperty(step.part)
      else {
        const asked = Object.fromEntries(new URLSearchParams(step.search))
        expect(readCustomerSearch(asked)).toMatchObject(asked)
      }
    }
  })
})

test('a card is valid until the end of its expiry month in Madrid', () => {
  const november = { expiryMonth: 11, expiryYear: 2026 }
  expect(isCardExpired(november, endOfDay('2026-11-30'))).toBe(false)
  expect(isCardExpired(november, endOfDay('2026-11-30') + 1)).toBe(true)
  expect(isCardExpired({ expiryMonth: null, expiryYear: null }, now)).toBe(false)
})
