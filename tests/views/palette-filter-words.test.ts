import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { learnFeatures } from '../../src/api/features.ts'
import { activeCommands } from '../../src/commands/active.ts'
import { commands } from '../../src/commands/registry.ts'
import { allCapabilities, type Capability, capabilitiesOf } from '../../src/contract/capabilities.ts'
import { filteredLists, namedLists } from '../../src/layout/palette/readings/filters.ts'
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
    ['banned customers', 'Customers · Account: banned', 'Customers · Status: banned'],
    ['whitelisted customers in spain', 'Customers · Account: whitelisted · Country: Spain'],
    ['archived customers', 'Customers · Account: archived'],
    ['customers in spain', 'Customers · Country: Spain'],
    ['Customers in Côte d’Ivoire', 'Customers · Country: Côte d’Ivoire'],
    ['customers from the united states', 'Customers · Country: United States'],
    ['customers in the USA', 'Customers · Country: United States'],
    ['IT customers', 'Customers · Country: Italy'],
    ['spain', 'Customers · Country: Spain', 'Payments · Country: Spain', 'Analysis · Country: Spain'],
    ['visa 4242', 'Customers · Card: •••• 4242 — visa'],
    ['card ending in 4242', 'Customers · Card: •••• 4242'],
    ['customers expiring 05/2027', 'Customers · Card: expires 05/2027'],
    ['trialing since monday', 'Customers · Status: trialing · Created: 23-11-2026 / 23-11-2026'],
    ['trialling customers', 'Customers · Status: trialing'],
    ['trilaing customers', 'Customers · Status: trialing'],
    ['customers on trial', 'Customers · Status: trialing'],
    ['canceled', 'Customers · Status: canceled', 'Payments · Payment: canceled'],
    ['active_canceled customers', 'Customers · Status: active canceled'],
    ['germany unpaid', 'Customers · Status: canceled by unpaid · Country: Germany'],
    ['overdue customers in germany', 'Customers · Status: past due · Country: Germany'],
    ['customers referred by 12', 'Customers · Referred by #12'],
    ['customers created yesterday', 'Customers · Created: 22-11-2026 / 22-11-2026'],
    ['stopped qrs of 4711', 'QR codes · Status: stopped · Customer #4711'],
    ['stopped QRs of #4711', 'QR codes · Status: stopped · Customer #4711'],
    ['wifi qr codes since 01-03-2026', 'QR codes · Type: Wi-Fi · Created: 01-03-2026 / 23-11-2026'],
    ['blocked qrs', 'QR codes · Status: blocked'],
    ['text qrs', 'QR codes · Type: Text'],
    [
      'refunded payments march',
      'Payments · Refunded: fully refunded · Confirmed: 01-03-2026 / 31-03-2026',
      'Payments · Refunded: partly refunded · Confirmed: 01-03-2026 / 31-03-2026',
    ],
    ['paypal payments last month', 'Payments · Method: PayPal · Confirmed: 01-10-2026 / 31-10-2026'],
    ['card payments spain', 'Payments · Country: Spain · Method: Card'],
    ['failed payments', 'Payments · Payment: requires payment method'],
    ['payments requires action', 'Payments · Payment: requires action'],
    ['disputed payments', 'Payments · Disputed: any dispute'],
    ['lost disputes', 'Payments · Disputed: lost'],
    ['payments of 4711', 'Payments · Customer #4711'],
    ['paid invoices', 'Payments · Invoice: paid'],
    ['invoices march 2025', 'Invoices · March 2025'],
    ['invoices of 4711', 'Invoices · Customer #4711'],
    ['api calls 404', 'API calls · Status: 404'],
    ['post api calls of 12', 'API calls · Owner: #12 · Method: POST'],
    ['pending domains', 'Customer domains · Status: pending'],
    ['finished abuse reports', 'Abuse reports · Status: finished'],
    ['safe web risk', 'Web risk · Status: safe'],
    ['qr statistics last month', 'QR statistics · Period: 01-10-2026 / 31-10-2026'],
    // These are listed below the entry with exactly this name.
    ['customer 4711', 'Payments · Customer #4711', 'QR codes · Customer #4711', 'Invoices · Customer #4711'],
    ['blocked domains', 'Customer domains · Status: blocked'],
    // Text that is not understood is shown as such.
    ['unpaid customers carvajal', 'Customers · Status: canceled by unpaid — carvajal'],
    ['customers since 31-02-2026', 'Customers — since 31-02-2026'],
    ['customers in spain < 3', 'Customers · Country: Spain — 3'],
  ])('%s', (text, ...expected) => {
    expect(said(text)).toEqual(expected)
  })

  test.each([
    ['names of screens', ['customers', 'payments', 'users', 'qr codes', 'referred customers']],
    ['names of people', ['ana', 'ana ruiz', 'carvajal', 'customers ruiz', 'in', 'no', 'it', 'de']],
    ['dates of nothing', ['march', 'since monday', '2026', '01-03-2026']],
    ['identifiers', ['4711', '#12', 'ana@cafesol.es', 'aB3xYz', 'cus_aB3xYz9']],
    ['verbs', ['ban', 'refund 10', 'extend trial 7', 'cancel', 'block cafe-sol-menu']],
    ['bad input', ['', '   ', '(.*', '%', "'; drop table customers; --", '\u0000', '😀', 'مقهى', 'unpaid '.repeat(40), 'x'.repeat(10_000)]],
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
    expect(said('refunded payments', documented)).toHaveLength(2)
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
          const found = filteredLists(`${list.title}: ${label}`, lists).map(({ href }) =>
            new URLSearchParams(href.split('?')[1]).get(filter.spec.param),
          )
          expect(found, `${list.title}: ${label}`).toContain(value)
        }
      }
  })

  test('handles any text, with valid links and no excess leftovers', () => {
    const words = fc.oneof(
      fc.constantFrom(
        'unpaid',
        'customers',
        'in',
        'spain',
        'qrs',
        'of',
        '4711',
        'since',
        'march',
        'payments',
        'refunded',
        'visa',
        '4242',
        'referred',
        'by',
      ),
      fc.string({ maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), (parts) => {
        for (const { href, ignored } of filteredLists(parts.join(' '), lists)) {
          expect(href).toMatch(/^\//)
          expect(ignored.length).toBeLessThanOrEqual(parts.join(' ').length)
        }
      }),
      { numRuns: 200 },
    )
  })
})
