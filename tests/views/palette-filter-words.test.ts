import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { learnFeatures } from '../../src/api/features.ts'
import { activeCommands } from '../../src/commands/keys/active.ts'
import { commands } from '../../src/commands/registry.ts'
import { allCapabilities, type Capability, capabilitiesOf } from '../../src/contract/capabilities.ts'
import { filteredLists, namedLists } from '../../src/layout/list/words/named-lists.ts'
import { wordsIn } from '../../src/layout/list/words/typed-words.ts'
import '../../src/layout/records/invoices-list.tsx'
import '../../src/layout/records/qrs-list.tsx'
import '../../src/views/abuse/abuse-list.tsx'
import '../../src/views/analysis/analysis-list.tsx'
import '../../src/views/api-calls/api-calls-list.tsx'
import '../../src/views/audit/audit-list.tsx'
import '../../src/views/customer-domains/customer-domains-list.tsx'
import '../../src/views/customers/customers-list.tsx'
import '../../src/views/payments/payments-page.tsx'
import '../../src/views/qrs-stats/stats-list.tsx'
import '../../src/views/referred/referred-list.tsx'
import '../../src/views/webrisk-logs/tracker-list.tsx'
import '../../src/views/webrisk/webrisk-list.tsx'
import { makeContext } from '../commands/samples.ts'

function listsFor(capabilities: readonly Capability[]) {
  const { context } = makeContext()
  return namedLists(activeCommands(commands, { ...context, user: { ...context.user, capabilities: [...capabilities] } }))
}
let lists: ReturnType<typeof listsFor>

/** Each list as the palette names it: its title, its filters and, after a dash, the text left over. */
const said = (text: string, of = lists) =>
  filteredLists(text, of).map(
    ({ list: { title }, chips, ignored }) => [title, ...chips].join(' · ') + (ignored.length > 0 ? ` — ${ignored.join(' ')}` : ''),
  )

beforeEach(() => {
  // Not earlier, because the previous test file may have left other API features set.
  lists ??= listsFor(allCapabilities)
  // A Monday.
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z'), toFake: ['Date'] })
})

describe('filters typed as words', () => {
  test.each<[text: string, ...lists: string[]]>([
    ['unpaid customers', 'Customers · Status: canceled by unpaid'],
    ['unpaid', 'Customers · Status: canceled by unpaid'],
    // Two filters have a value of this name: the first is meant, unless the label is typed.
    ['banned customers', 'Customers · Account: banned'],
    ['deleted customers', 'Customers · Account: deleted'],
    ['customers with status banned', 'Customers · Status: banned'],
    ['whitelisted customers in spain', 'Customers · Account: whitelisted · Country: Spain'],
    ['archived customers', 'Customers · Account: archived'],
    ['customers in spain', 'Customers · Country: Spain'],
    ['Customers in Côte d’Ivoire', 'Customers · Country: Côte d’Ivoire'],
    ['customers from the united states', 'Customers · Country: United States'],
    ['customers in the USA', 'Customers · Country: United States'],
    ['IT customers', 'Customers · Country: Italy'],
    ['spain', 'Customers · Country: Spain', 'Payments · Country: Spain', 'Analysis · Country: Spain'],
    ['visa 4242', 'Customers · Card: •••• 4242 · Card brand: Visa'],
    ['visa card ending in 4242', 'Customers · Card: •••• 4242 · Card brand: Visa'],
    ['customers paying with amex', 'Customers · Card brand: American Express'],
    ['card ending in 4242', 'Customers · Card: •••• 4242'],
    ['customers expiring 05/2027', 'Customers · Card: expires 05/2027'],
    ['trialing since monday', 'Customers · Status: trialing · Created: 23-11-2026 / 23-11-2026'],
    ['trialling customers', 'Customers · Status: trialing'],
    ['trilaing customers', 'Customers · Status: trialing'],
    ['customers on trial', 'Customers · Status: trialing'],
    ['canceled', 'Customers · Status: canceled', 'Customers · Canceled: 20-05-2022 / 23-11-2026', 'Payments · Payment: canceled'],
    ['active_canceled customers', 'Customers · Status: active canceled'],
    ['germany unpaid', 'Customers · Status: canceled by unpaid · Country: Germany'],
    ['overdue customers in germany', 'Customers · Status: past due · Country: Germany'],
    ['unpaid invoices', 'Payments · Invoice: open'],
    ['overdue invoices in march', 'Payments · Invoice: open · Created: 01-03-2026 / 31-03-2026'],
    ['paid invoices in march', 'Payments · Invoice: paid · Confirmed: 01-03-2026 / 31-03-2026'],
    ['germans', 'Customers · Country: Germany', 'Payments · Country: Germany', 'Analysis · Country: Germany'],
    ['spaniards', 'Customers · Country: Spain', 'Payments · Country: Spain', 'Analysis · Country: Spain'],
    ['signups from france', 'Customers · Country: France'],
    ['sign-ups today', 'Customers · Created: 23-11-2026 / 23-11-2026'],
    ['new signups', 'Customers · Newest first'],
    ['failed certificates', 'Customer domains · Certificate: failed'],
    ['business customers', 'Customers — business'],
    ['customers referred by 12', 'Customers · Referred by #12'],
    ['customers created yesterday', 'Customers · Created: 22-11-2026 / 22-11-2026'],
    ['stopped qrs of 4711', 'QR codes · Status: stopped · Customer #4711'],
    ['stopped QRs of #4711', 'QR codes · Status: stopped · Customer #4711'],
    ['wifi qr codes since 01-03-2026', 'QR codes · Type: Wi-Fi · Created: 01-03-2026 / 23-11-2026'],
    ['blocked qrs', 'QR codes · Status: blocked'],
    ['text qrs', 'QR codes · Type: Text'],
    // Days are by what happened.
    ['refunded payments march', 'Payments · Refunded: fully or partly · Refunded on: 01-03-2026 / 31-03-2026'],
    ['refunds last month', 'Payments · Refunded: fully or partly · Refunded on: 01-10-2026 / 31-10-2026'],
    ['partly refunded payments last month', 'Payments · Refunded: partly refunded · Refunded on: 01-10-2026 / 31-10-2026'],
    ['full refunds this year', 'Payments · Refunded: fully refunded · Refunded on: 01-01-2026 / 23-11-2026'],
    ['failed payments this week', 'Payments · Payment: requires payment method · Created: 23-11-2026 / 23-11-2026'],
    ['payments in march that failed', 'Payments · Payment: requires payment method · Created: 01-03-2026 / 31-03-2026'],
    ['successful payments today', 'Payments · Payment: succeeded · Confirmed: 23-11-2026 / 23-11-2026'],
    ['payments paid in march', 'Payments · Invoice: paid · Confirmed: 01-03-2026 / 31-03-2026'],
    ['payments today', 'Payments · Created: 23-11-2026 / 23-11-2026'],
    ['payments confirmed today', 'Payments · Confirmed: 23-11-2026 / 23-11-2026'],
    ['who disputed this month', 'Payments · Disputed: any dispute · Created: 01-11-2026 / 23-11-2026'],
    ['disputed customers', 'Customers — disputed'],
    ['canceled by dispute', 'Customers · Status: canceled by dispute'],
    ['cancelled in october by user', 'Customers · Status: canceled by user · Canceled: 01-10-2026 / 31-10-2026'],
    ['blocked qrs this week', 'QR codes · Status: blocked — this week'],
    ['stopped qrs created today', 'QR codes · Status: stopped · Created: 23-11-2026 / 23-11-2026'],
    ['payments created yesterday', 'Payments · Created: 22-11-2026 / 22-11-2026'],
    ['chargebacks this month', 'Payments · Disputed: any dispute · Created: 01-11-2026 / 23-11-2026'],
    ['lost disputes this year', 'Payments · Disputed: lost · Created: 01-01-2026 / 23-11-2026'],
    ['disputes needing a response', 'Payments · Disputed: needs response'],
    ['disputes that need a response', 'Payments · Disputed: needs response'],
    ['new customers today', 'Customers · Created: 23-11-2026 / 23-11-2026'],
    ['customers who signed up in march', 'Customers · Created: 01-03-2026 / 31-03-2026'],
    ['churned in october', 'Customers · Canceled: 01-10-2026 / 31-10-2026'],
    ['churned customers', 'Customers · Canceled: 20-05-2022 / 23-11-2026'],
    ['customers who canceled last month', 'Customers · Canceled: 01-10-2026 / 31-10-2026'],
    [
      'canceled in october',
      'Customers · Canceled: 01-10-2026 / 31-10-2026',
      'Payments · Payment: canceled · Created: 01-10-2026 / 31-10-2026',
    ],
    ['customers canceled by user in october', 'Customers · Status: canceled by user · Canceled: 01-10-2026 / 31-10-2026'],
    ['trials ending this week', 'Customers · Trial ends: 23-11-2026 / 29-11-2026'],
    ['which trials are ending next month', 'Customers · Trial ends: 01-12-2026 / 31-12-2026'],
    ['trials ending in 3 days', 'Customers · Trial ends: 26-11-2026 / 26-11-2026'],
    ['this week ending trials', 'Customers · Trial ends: 23-11-2026 / 29-11-2026'],
    ['expired trials', 'Customers · Status: trial ended'],
    ['expired trials last week', 'Customers · Status: trial ended · Trial ends: 16-11-2026 / 22-11-2026'],
    ['expired cards', 'Customers · Card: expired'],
    ['german customers with an expired card', 'Customers · Country: Germany · Card: expired'],
    ['cards expiring soon', 'Customers · Card: expires this month or next'],
    ['cards expiring in december', 'Customers · Card: expires 12/2026'],
    ['cards expired in october', 'Customers · Card: expires 10/2026'],
    // Nobody knows when an account was banned.
    ['banned customers this week', 'Customers · Account: banned — this week'],
    ['banned customers created this week', 'Customers · Account: banned · Created: 23-11-2026 / 23-11-2026'],
    ['who pays by paypal', 'Customers · Pays by: PayPal'],
    ['customers who pay with sepa', 'Customers · Pays by: SEPA debit'],
    ['payments by paypal', 'Payments · Method: PayPal'],
    ['german customers on pro', 'Customers · Country: Germany · Plan: pro'],
    ['customers on the Pro plan', 'Customers · Plan: Pro'],
    ['pro plan customers', 'Customers · Plan: pro'],
    ['polish customers', 'Customers · Country: Poland'],
    ['biggest customers', 'Customers · Highest revenue first'],
    ['top customers in spain', 'Customers · Country: Spain · Highest revenue first'],
    ['largest payments this month', 'Payments · Created: 01-11-2026 / 23-11-2026 · Highest amount first'],
    ['oldest customers in spain', 'Customers · Country: Spain · Oldest first'],
    ['most scanned qrs', 'QR codes · Most scans first'],
    ['newest pdf qrs', 'QR codes · Type: PDF · Newest first'],
    ['qrs without scans', 'QR codes — without scans'],
    [
      'https://www.cafesol.example/menu/2026/11?a=1,2',
      'QR codes · Leads to cafesol.example/menu/2026/11?a=1,2',
      'QR codes · Leads to cafesol.example',
    ],
    ['<https://cafesol.example>.', 'QR codes · Leads to cafesol.example'],
    ['qr leading to cafesol.example', 'QR codes · Leads to cafesol.example'],
    ['qrs to www.cafesol.example/2026/11', 'QR codes · Leads to cafesol.example/2026/11'],
    ['stopped qrs of 4711 to cafesol.example', 'QR codes · Status: stopped · Leads to cafesol.example · Customer #4711'],
    ['qrs to somewhere', 'QR codes — somewhere'],
    [
      `https://cafesol.example/${'a'.repeat(400)}`,
      `QR codes · Leads to cafesol.example/${'a'.repeat(184)}`,
      'QR codes · Leads to cafesol.example',
    ],
    ['invoices of 2032 march', 'Invoices · March 2026 · Customer #2032'],
    ['december invoices of #2032', 'Invoices · December 2025 · Customer #2032'],
    ['19,95', 'Payments · Amount: 19,95', 'Invoices · Amount: 19,95'],
    ['payments of 19,95 €', 'Payments · Amount: 19,95 €'],
    ['payments of USD 1.234,50', 'Payments · Amount: 1.234,50 USD'],
    ['payments of 20 eur in germany', 'Payments · Country: Germany · Amount: 20,00 €'],
    ['payments of 1200 jpy', 'Payments · Amount: 1.200 JPY'],
    ['payments of 5,000 kwd', 'Payments · Amount: 5,000 KWD'],
    ['payments of 1.234,500 kwd', 'Payments · Amount: 1.234,500 KWD'],
    ['payments of 5,000 eur', 'Payments · Amount: 5.000,00 €'],
    ['status 404', 'API calls · Status: 404'],
    ['spain spain customers', 'Customers · Country: Spain'],
    ['foo banned foo customers', 'Customers · Account: banned — foo foo'],
    ['customers in spain requires_foo', 'Customers · Country: Spain — requires_foo'],
    ['paypal payments last month', 'Payments · Method: PayPal · Created: 01-10-2026 / 31-10-2026'],
    ['card payments spain', 'Payments · Country: Spain · Method: Card'],
    ['failed payments', 'Payments · Payment: requires payment method'],
    ['payments requires action', 'Payments · Payment: requires action'],
    ['disputed payments', 'Payments · Disputed: any dispute'],
    ['lost disputes', 'Payments · Disputed: lost'],
    ['payments of 4711', 'Payments · Customer #4711'],
    ['paid invoices', 'Payments · Invoice: paid'],
    ['unpaid invoices', 'Payments · Invoice: open'],
    ['invoices march 2025', 'Invoices · March 2025'],
    ['invoices of 4711', 'Invoices · Customer #4711'],
    ['api calls 404', 'API calls · Status: 404'],
    ['post api calls of 12', 'API calls · Owner: #12 · Method: POST'],
    ['pending domains', 'Customer domains · Status: pending'],
    ['new abuse reports', 'Abuse reports'],
    ['finished abuse reports', 'Abuse reports · Status: finished'],
    ['safe web risk', 'Web risk · Status: safe'],
    ['qr statistics last month', 'QR statistics · Period: 01-10-2026 / 31-10-2026'],
    // These are listed below the entry with exactly this name.
    ['customer 4711', 'Payments · Customer #4711', 'QR codes · Customer #4711', 'Invoices · Customer #4711'],
    ['blocked domains', 'Customer domains · Status: blocked'],
    // Text that is not understood is shown as such.
    ['unpaid customers carvajal', 'Customers · Status: canceled by unpaid — carvajal'],
    ['customers since 31-02-2026', 'Customers — since 31-02-2026'],
    ['customers ruiz', 'Customers — ruiz'],
    ['all customers', 'Customers'],
    ['refunded customers', 'Customers — refunded'],
    ['customers in spain < 3', 'Customers · Country: Spain — < 3'],
  ])('%s', (text, ...expected) => {
    expect(said(text)).toEqual(expected)
  })

  test.each<[text: string, ...lists: string[]]>([
    // 'Over' leaves the amount itself out, 'at least' doesn't.
    ['payments over 100', 'Payments · Amount: from 100,01'],
    ['payments above 50 eur', 'Payments · Amount: from 50,01 €'],
    ['payments of more than 100', 'Payments · Amount: from 100,01'],
    ['payments greater than 100,50', 'Payments · Amount: from 100,51'],
    ['payments bigger than $1,000', 'Payments · Amount: from 1.000,01 USD'],
    ['payments over 1,000', 'Payments · Amount: from 1.000,01'],
    ['payments over 1.000,50', 'Payments · Amount: from 1.000,51'],
    ['payments > 100', 'Payments · Amount: from 100,01'],
    ['payments >100', 'Payments · Amount: from 100,01'],
    ['payments >€100', 'Payments · Amount: from 100,01 €'],
    ['payments >= 100', 'Payments · Amount: from 100,00'],
    ['payments ≥100', 'Payments · Amount: from 100,00'],
    ['payments of at least 100', 'Payments · Amount: from 100,00'],
    ['payments from 100', 'Payments · Amount: from 100,00'],
    ['payments from 50 on', 'Payments · Amount: from 50,00'],
    ['payments from 50 upwards in spain', 'Payments · Country: Spain · Amount: from 50,00'],
    ['payments of 19,95 or more', 'Payments · Amount: from 19,95'],
    ['payments of 100 or above', 'Payments · Amount: from 100,00'],
    ['payments of 100 usd and more', 'Payments · Amount: from 100,00 USD'],
    ['payments min 20', 'Payments · Amount: from 20,00'],
    ['payments with a minimum of 20', 'Payments · Amount: from 20,00'],
    ['payments 20 minimum', 'Payments · Amount: from 20,00'],
    ['payments under 10', 'Payments · Amount: up to 9,99'],
    ['payments below 10,00', 'Payments · Amount: up to 9,99'],
    ['payments less than 10 eur', 'Payments · Amount: up to 9,99 €'],
    ['payments <50', 'Payments · Amount: up to 49,99'],
    ['payments <= 50', 'Payments · Amount: up to 50,00'],
    ['payments of at most 50', 'Payments · Amount: up to 50,00'],
    ['payments up to 50', 'Payments · Amount: up to 50,00'],
    ['payments of 50 or less', 'Payments · Amount: up to 50,00'],
    ['payments max 50', 'Payments · Amount: up to 50,00'],
    ['payments over 1000 jpy', 'Payments · Amount: from 1.001 JPY'],
    ['payments over 5 kwd', 'Payments · Amount: from 5,001 KWD'],
    ['payments between 20 and 50', 'Payments · Amount: from 20,00 to 50,00'],
    ['payments between 1,000 and 2,000', 'Payments · Amount: from 1.000,00 to 2.000,00'],
    ['payments between 20 and 50 usd', 'Payments · Amount: from 20,00 to 50,00 USD'],
    ['payments between 500 and 1000 jpy', 'Payments · Amount: from 500 to 1.000 JPY'],
    ['payments from 20 to 50', 'Payments · Amount: from 20,00 to 50,00'],
    ['payments 20 to 50 in germany', 'Payments · Country: Germany · Amount: from 20,00 to 50,00'],
    ['payments 20 - 50', 'Payments · Amount: from 20,00 to 50,00'],
    ['payments 20 – 50', 'Payments · Amount: from 20,00 to 50,00'],
    ['payments 20-50', 'Payments · Amount: from 20,00 to 50,00'],
    ['payments 20-50 eur', 'Payments · Amount: from 20,00 to 50,00 €'],
    ['payments 19,95-29,95', 'Payments · Amount: from 19,95 to 29,95'],
    ['payments €20-€50', 'Payments · Amount: from 20,00 to 50,00 €'],
    ['payments 10-12 eur', 'Payments · Amount: from 10,00 to 12,00 €'],
    ['payments over 20 and under 50', 'Payments · Amount: from 20,01 to 49,99'],
    ['payments at least 500 but under 1000 jpy', 'Payments · Amount: from 500 to 999 JPY'],
    ['payments with an amount over 100', 'Payments · Amount: from 100,01'],
    ['payments with amount 100', 'Payments · Amount: 100,00'],
    [
      'refunded payments over 100 last month',
      'Payments · Refunded: fully or partly · Refunded on: 01-10-2026 / 31-10-2026 · Amount: from 100,01',
    ],
    ['payments over 20 in march', 'Payments · Created: 01-03-2026 / 31-03-2026 · Amount: from 20,01'],
    ['payments of 4711 over 100', 'Payments · Amount: from 100,01 · Customer #4711'],
    ['invoices over 100', 'Invoices · Amount: from 100,01'],
    ['invoices of 4711 over 100 eur', 'Invoices · Amount: from 100,01 € · Customer #4711'],
    ['over 100', 'Payments · Amount: from 100,01', 'Invoices · Amount: from 100,01'],
    // A comparison that is denied is the other end.
    ['payments not over 50', 'Payments · Amount: up to 50,00'],
    ['payments of no more than 50', 'Payments · Amount: up to 50,00'],
    ['payments not under 50', 'Payments · Amount: from 50,00'],
    ['payments not between 20 and 50', 'Payments · Amount: from 20,00 to 50,00 — not'],
    // Days, numbers of something else and two currencies are no amounts.
    ['payments 10-12', 'Payments · Created: 10-12-2025 / 10-12-2025'],
    ['payments between 20 and 22 november', 'Payments · Created: 20-11-2026 / 22-11-2026'],
    ['payments from 2025', 'Payments · Created: 01-01-2025 / 31-12-2025', 'Payments · Created: 01-01-2025 / 23-11-2026'],
    ['payments between 2024 and 2025', 'Payments · Created: 01-01-2024 / 31-12-2025'],
    ['payments 2024-2025', 'Payments — 2024-2025'],
    ['payments more than 3 days ago', 'Payments · Created: 20-11-2026 / 20-11-2026 — more than'],
    ['payments over 30 days', 'Payments — over 30 days'],
    ['payments over 20%', 'Payments — over 20%'],
    ['payments over 10k', 'Payments — over 10k'],
    ['payments between 20 eur and 50 usd', 'Payments · Amount: 20,00 € — between 50 usd', 'Payments · Amount: 50,00 USD — between 20 eur'],
    ['payments 100', 'Payments — 100'],
    ['customers over 100', 'Customers — over 100'],
    ['invoices 2026-000123', 'Invoices — 2026-000123'],
  ])('amounts: %s', (text, ...expected) => {
    expect(said(text)).toEqual(expected)
  })

  test.each([
    ['names of screens', ['customers', 'payments', 'users', 'qr codes', 'referred customers']],
    ['names of people', ['ana', 'ana ruiz', 'carvajal', 'in', 'no', 'it', 'de']],
    ['dates of nothing', ['march', 'since monday', '2026', '01-03-2026', 'created yesterday', 'new', 'tomorrow']],
    ['words of orders', ['biggest', 'top', 'on pro']],
    ['identifiers', ['4711', '20-50', 'from 4711', '20 to 50', '1 - 3', '#12', 'ana@cafesol.es', 'aB3xYz', 'cus_aB3xYz9']],
    ['verbs', ['ban', 'refund 10', 'extend trial 7', 'cancel', 'block cafe-sol-menu']],
    ['bad input', ['', '   ', '(.*', '%', "'; drop table users; --", '\u0000', '😀', 'مقهى', 'unpaid '.repeat(40), 'x'.repeat(10_000)]],
  ])('suggests no filters for %s', (_, texts) => {
    for (const text of texts) expect(said(text), text).toEqual([])
  })

  test('offers role 2 only the lists it may open', () => {
    const ofRole2 = listsFor(capabilitiesOf(2))
    expect(said('spain', ofRole2)).toEqual(['Customers · Country: Spain', 'Payments · Country: Spain'])
    expect(said('finished abuse reports', ofRole2)).toEqual([])
    expect(said('api calls 404', ofRole2)).toEqual([])
  })

  test('leaves out filters that the admin API lacks', () => {
    learnFeatures([])
    const documented = listsFor(allCapabilities)
    expect(said('stopped qrs of 4711', documented)).toEqual(['QR codes · Customer #4711 — stopped'])
    expect(said('refunded payments', documented)).toEqual(['Payments · Refunded: fully refunded', 'Payments · Refunded: partly refunded'])
    expect(said('banned customers', documented)).toEqual(['Customers · Status: banned'])
    expect(said('visa 4242', documented)).toEqual([])
    expect(said('https://cafesol.example/', documented)).toEqual([])
    expect(said('customers visa 4242', documented)).toEqual(['Customers · Card: •••• 4242 — visa'])
    expect(said('payments of 4711 in march', documented)).toEqual(['Payments · Customer #4711 — march'])
    // Not those who were created then.
    expect(said('canceled customers in march', documented)).toEqual(['Customers · Status: canceled — march'])
  })

  test('every filter with a control has words, except the period', () => {
    const without = lists.flatMap(({ list }) =>
      list.filters.filter(({ words, Control, isSearch }) => words === null && Control && !isSearch),
    )
    // The analysis shows its range without a chip, so a row could not name it.
    expect(without.map(({ id }) => id)).toEqual(['period'])
  })

  test('every choice is found by its list title and label', () => {
    for (const { list, words } of lists)
      for (const filter of words) {
        if (filter.kind !== 'choice') continue
        for (const { label, value } of filter.spec.choices) {
          // With its label, as another filter may have a value of the same name.
          const text = `${list.title}: ${filter.spec.label} ${label}`
          const found = filteredLists(text, lists).map(({ href }) => new URLSearchParams(href.split('?')[1]).get(filter.spec.param))
          expect(found, text).toContain(value)
        }
      }
  })

  test.each([
    [
      'names a list or several words of a filter',
      true,
      ['unpaid customers', 'expired cards', 'churned in october', 'status 404', 'lost disputes'],
    ],
    ['is one word that may mean something else', false, ['unpaid', 'spain', 'german', 'paypal', '19,95', '19,95 €']],
    ['has words that filter nothing', false, ['unpaid customers carvajal', 'banned customers this week']],
  ])('is likely or not if a text %s', (_, isLikely, texts) => {
    const likely = texts.map((text) => [text, filteredLists(text, lists)[0]?.isLikely])
    expect(likely).toEqual(texts.map((text) => [text, isLikely]))
  })

  const knownWords =
    'unpaid customers in spain qrs of 4711 since march payments refunded visa 4242 referred by german on pro biggest failed last week 19,95 trials ending expired cards canceled banned requires_action over under between 20 50 not > - to 100 usd or more __proto__ constructor hasOwnProperty'

  test('handles any text, with valid links and every word either used or left out once', () => {
    const words = fc.oneof(fc.constantFrom(...knownWords.split(' ')), fc.string({ maxLength: 12 }))
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), (parts) => {
        const typed = wordsIn(parts.join(' ')).map(({ raw }) => raw)
        for (const { href, ignored, isWhole, isLikely } of filteredLists(parts.join(' '), lists)) {
          expect(href).toMatch(/^\//)
          expect(isWhole).toBe(ignored.length === 0)
          expect(isLikely && !isWhole).toBe(false)
          const rest = [...typed]
          for (const word of ignored) expect(rest.splice(rest.indexOf(word), 1)).toEqual([word])
        }
      }),
      { numRuns: 200 },
    )
  })

  test('a word that nothing understands is left out once, wherever it stands', () => {
    const before = fc.array(fc.constantFrom(...knownWords.split(' ')), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(before, before, (first, last) => {
        for (const { ignored, isWhole, isLikely } of filteredLists([...first, '7zz', ...last].join(' '), lists)) {
          expect(ignored.filter((word) => word === '7zz')).toHaveLength(1)
          expect([isWhole, isLikely]).toEqual([false, false])
        }
      }),
      { numRuns: 200 },
    )
  })
})
