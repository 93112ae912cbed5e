import { describe, expect, test } from 'vitest'
import { LoginReply } from '../../src/contract/auth.ts'
import { capabilitiesOf } from '../../src/contract/capabilities.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { readReply, withoutExtras } from '../../src/contract/extra.ts'
import { asDocumented } from '../../src/contract/list.ts'
import { documentedFiles, documentedReplies } from './documented-replies.ts'
import { customerDetail } from './documented-rows.ts'

const contract = import.meta.glob<Record<string, unknown>>('../../src/contract/*.ts', { eager: true })

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && ['method', 'path', 'access', 'changesState'].every((key) => key in value)

/** Every endpoint of the contract, including those nested in objects. */
const endpoints = new Map(
  Object.values(contract)
    .flatMap((file) => Object.values(file))
    .flatMap((value) => (isEndpoint(value) ? [value] : typeof value === 'object' && value !== null ? Object.values(value) : []))
    .filter(isEndpoint)
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)

function endpointOf(call: string): Endpoint {
  const endpoint = endpoints.get(call)
  if (!endpoint) throw new Error(`${call} is not in the contract`)
  return endpoint
}

const read = (call: string, reply: unknown, query = {}) => readReply(endpointOf(call).reply, reply, query)

/** Our own endpoint. Only tests and people who try out the product call it. */
const neverCalled = ['PUT /sandbox/faults']

describe('an admin API that returns only documented fields (ruling 56)', () => {
  test('every contract call is either documented or part of an optional feature [R56 documented replies]', () => {
    const documented = new Set([...documentedReplies.map(([call]) => call), ...documentedFiles, ...neverCalled])
    expect([...endpoints].filter(([call, { feature }]) => documented.has(call) === (feature !== undefined)).map(([call]) => call)).toEqual(
      [],
    )
  })

  test.each(documentedReplies)('reads %s %j', (call, reply) => {
    expect(() => read(call, reply)).not.toThrow()
  })

  test('our own server must return every field: most replies with only documented fields are rejected', () => {
    const whole = documentedReplies.filter(([call, reply]) => endpointOf(call).reply.safeParse(reply).success).map(([call]) => call)
    // The replies of these calls have only documented fields.
    expect([...new Set(whole)].sort()).toEqual([
      'DELETE /invoices/files/{link}',
      'GET /abuse',
      'GET /api-calls',
      'GET /auth/2fa/generate',
      'GET /blacklisted-domains',
      'GET /customers/countries',
      'GET /customers/domains',
      'GET /customers/find/{term}',
      'GET /events/paginate',
      'GET /payments/coupons',
      'GET /qrs/archived',
      'GET /qrs/infected',
      'GET /qrs/media/{id}',
      'GET /qrs/stats',
      'GET /stats/daily-cancelations',
      'GET /stats/daily-discount-subscribers',
      'GET /stats/daily-new-qrs',
      'GET /stats/daily-new-scans',
      'GET /stats/daily-referred-users',
      'GET /stats/daily-revenue',
      'GET /stats/daily-subscriptions',
      'GET /stats/daily-trials',
      'GET /stats/daily-visits',
      'GET /whitelisted-domains',
      'POST /auth/2fa/verify',
    ])
  })

  test('gives the signed-in user an id no account has, the role’s capabilities and no features', () => {
    const marta = read('GET /auth/me', { name: 'Marta', rol: 2 }) as { id: number }
    const sam = read('GET /auth/me', { name: 'Sam', rol: 2 }) as { id: number }
    expect(marta).toMatchObject({ name: 'Marta', email: '', rol: 2, capabilities: capabilitiesOf(2), features: [] })
    expect(marta.id).toBeLessThan(0)
    expect(marta.id).not.toBe(sam.id)
    expect(read('GET /auth/me', { name: 'Marta', rol: 1 })).toMatchObject({ id: marta.id })
    expect(read('GET /auth/me', { name: 'A', rol: 1, features: ['undo', 'of a later version'] })).toMatchObject({ features: ['undo'] })
  })

  test('reads a login without a flag as one without two-factor', () => {
    expect(readReply(LoginReply, {})).toMatchObject({ '2fa': false, email: '' })
    expect(readReply(LoginReply, { '2fa': true })).toMatchObject({ '2fa': true })
  })

  test('builds a customer’s full name from both names, and the displayed status from raw status and flags', () => {
    expect(read('GET /customers/{id}', customerDetail)).toMatchObject({ fullName: 'Ana Ruiz', status: 'active', legacyFlag: false })
    const shown = (facts: object) => (read('GET /customers/{id}', { ...customerDetail, ...facts }) as { status: string }).status
    expect(shown({ subscriptionInfo: { willCancel: true, requiresAction: false } })).toBe('canceled')
    expect(shown({ subscriptionStatus: 'canceled', payment: { earlyFraud: true, stripeDisputeReason: null } })).toBe('canceledByEarlyFraud')
    expect(shown({ subscriptionStatus: 'canceled', stripeDisputeReason: 'fraudulent' })).toBe('canceledByDispute')
    expect(shown({ subscriptionStatus: 'canceled', subscriptionCanceledBy: 'customer' })).toBe('canceledByUser')
    expect(shown({ subscriptionStatus: 'unpaid' })).toBe('canceledByUnpaid')
    expect(shown({ cancelAtPeriodEnd: true })).toBe('active_canceled')
    expect(shown({ subscriptionStatus: 'trialling' })).toBe('trialing')
    expect(shown({ subscriptionStatus: null })).toBe('inactive')
    expect(shown({ subscriptionInfo: { willCancel: false, requiresAction: true } })).toBe('requires_action')
    const end = 1_800_000_000
    expect(shown({ subscriptionStatus: 'trialing', triallingEndsAt: end, stripeTrialEnd: end })).toBe('trialing')
    expect(shown({ subscriptionStatus: 'trial_ended', triallingEndsAt: end, archived: 1 })).toBe('trial_ended')
    expect(shown({ subscriptionStatus: 'soft_deleted', deleted: true, deletedAt: end })).toBe('soft_deleted')
  })

  test('marks rows without the fields actions need as partial; a referred customer gets name and status', () => {
    const rows = documentedReplies.filter(([call]) => call === 'GET /customers').map(([call, reply]) => read(call, reply))
    expect(rows[0]).toMatchObject({ rows: [{ fullName: 'Ana Ruiz', isPartial: true }] })
    expect(rows[1]).toMatchObject({ rows: [{ fullName: 'Luis Prat', status: 'canceledByUnpaid', isPartial: true }] })
  })

  test('reads pagination beside the rows, or derives it from the total of an autocomplete result', () => {
    const { pagination } = (documentedReplies.find(([call]) => call === 'GET /invoices')?.[1] ?? {}) as { pagination: object }
    expect(read('GET /customers', { rows: [], ...pagination })).toMatchObject({ pagination })
    expect(read('GET /customers', { rows: [], pages: 3, total: 24 }, { page: 2, perPage: 10 })).toMatchObject({
      pagination: { current_page: 2, total_pages: 3, total_results: 24, has_next_page: true },
    })
    expect(() => read('GET /customers', { rows: [] })).toThrow('pagination')
  })

  test('uses the list position as id for rows without one', () => {
    const mail = { event: 'opened', subject: 'Hi', tag: null, email: 'a@example.com', date: 1 }
    expect(read('GET /customers/{id}/email/activity', [mail, mail])).toMatchObject([{ id: 1 }, { id: 2 }])
  })

  test('derives undocumented figures from documented ones', () => {
    const stats = documentedReplies.find(([call]) => call === 'GET /stats/general-stats')?.[1]
    expect(read('GET /stats/general-stats', stats)).toMatchObject({ gross: 74_400, expenses: 9600, coupons: 3, referredPaid: null })
    const analysis = documentedReplies.find(([call]) => call === 'GET /stats/analysis')?.[1]
    expect(read('GET /stats/analysis', analysis)).toMatchObject({ rows: [{ freeTrialsRate: 20 }], totals: null })
  })

  test('reads a web-risk log’s domains as a list, and an API call’s bodies as text', () => {
    const reply = (call: string) => read(call, documentedReplies.find(([each]) => each === call)?.[1])
    expect(reply('GET /webrisk/tracker')).toMatchObject({ rows: [{ id: 1, unsafeDomains: ['a.example', 'b.example'] }] })
    expect(reply('GET /api-calls/{id}')).toMatchObject({ requestBody: '{"some":"json"}', previousId: null })
  })

  test('treats a change as done unless the reply says otherwise', () => {
    expect(read('PATCH /customers/{id}/ban', undefined)).toMatchObject({ success: true })
    expect(() => read('PATCH /customers/{id}/ban', { success: false })).toThrow('success')
    expect(read('PATCH /payments/{id}/force-approve', { success: false })).toMatchObject({ success: false })
  })

  test('rejects a reply without a documented field', () => {
    const { id: _, ...without } = customerDetail
    expect(() => read('GET /customers/{id}', without)).toThrow('"id"')
    expect(() => read('GET /customers', { rows: [without], pages: 1, total: 1 })).toThrow('"rows"')
  })
})

describe('requests to an API limited to the documents', () => {
  /** Written by hand from section 7 of each document: body fields, and query fields other than paging and sorting. */
  test.each([
    ['POST /users', { name: 'A', email: 'a@example.com', password: 'abc', rol: 1 }, ['name', 'email', 'password']],
    ['PATCH /users/{id}', { name: 'A', password: 'abc', rol: 1, version: 3 }, ['name', 'password']],
    ['PATCH /customers/{id}', { email: 'a@example.com', qrLimit: null, version: 3 }, ['email', 'qrLimit']],
    ['PATCH /customers/{id}/billing', { country: 'es', version: 3 }, ['country']],
    ['PATCH /customers/{id}/note', { text: 'A', version: null }, ['text']],
    ['POST /customers/{id}/trial/extend', { days: 3, version: 3 }, ['days']],
    ['PATCH /payments/{id}/refund', { amount: 1, expectedAmountRefunded: 0, idempotencyKey: '12345678', reason: 'x' }, ['amount']],
    ['PUT /blacklisted-domains/{id}', { domain: 'a.example', from: 'b.example' }, ['domain']],
    ['PATCH /webrisk/{id}/status', { status: 1, expected: 0 }, ['status']],
    ['PATCH /abuse/{id}/status', { status: 1, expected: 0 }, ['status']],
    ['PATCH /qrs/transfer', { origin: 1, destiny: 2, qrId: 'all' }, ['origin', 'destiny', 'qrId']],
  ])('the body of %s', (call, body, documented) => {
    expect(Object.keys(withoutExtras(endpointOf(call).body, body))).toEqual(documented)
  })

  test.each([
    ['GET /qrs', { page: 1, searchTerm: 'a', searchMode: 'uri', exactSearch: true }, { page: 1, searchTerm: 'a', searchMode: 'uri' }],
    ['GET /payments', { user: 1, from: 1, to: 2, sort: 'id' }, { user: 1, sort: 'id' }],
    ['GET /payments', { user: 1, paymentId: 1, ref: 'QD-1', stripePaymentIntentId: 'pi_1' }, { user: 1 }],
    ['GET /invoices', { user: 1, number: '2026-000001', from: 1, to: 2 }, { user: 1 }],
    ['GET /payments', { refunded: 'ANY', createdFrom: 1, createdTo: 2, refundedFrom: 1, amount: 1995, currency: 'eur' }, {}],
    ['GET /payments', { user: 1, amountFrom: 1, amountTo: 2 }, { user: 1 }],
    ['GET /invoices', { user: 1, amount: 1, amountFrom: 1, amountTo: 2, currency: 'eur' }, { user: 1 }],
    ['GET /payments', { refunded: 'FULLY' }, { refunded: 'FULLY' }],
    ['GET /customers', { sort: 'totalRevenue', page: 1 }, { page: 1 }],
    ['GET /customers', { revenueFrom: 1, revenueTo: 2 }, {}],
    ['GET /qrs', { type: 'url', scansFrom: 1, scansTo: 2 }, { type: 'url' }],
    [
      'GET /customers',
      { canceledFrom: 1, trialEndsTo: 2, paymentMethod: 'card', planName: 'Pro', cardState: 'expired', last4: '4242' },
      { last4: '4242' },
    ],
    ['GET /qrs/stats', { from: 1, to: 2, sort: 'count', sortDirection: 'asc' }, { from: 1, to: 2 }],
    ['GET /customers/{id}/app-login', { invitation: 7 }, {}],
    ['DELETE /blacklisted-domains/{id}', { from: 'a.example' }, {}],
    ['GET /invoices', { user: 1, sort: 'id', sortDirection: 'asc' }, { user: 1 }],
    ['GET /events/paginate', { user: 1, sort: 'createdAt' }, { user: 1 }],
    ['GET /users', { sort: 'id', sortDirection: 'asc' }, { sortField: 'id', sortDirection: 'asc' }],
    ['GET /customers', { sort: 'id', sortDirection: 'asc' }, { sort: 'id', sortDirection: 'asc' }],
    ['GET /customers/feedback', { sort: 'createdAt' }, { sortField: 'createdAt' }],
    ['GET /customers/domains', { sort: 'id' }, { sortField: 'id' }],
    ['GET /qrs/uri/history', { sort: 'updatedAt' }, { sortField: 'updatedAt' }],
    [
      'GET /qrs/infected',
      { page: 3, perPage: 20, sort: 'id', sortDirection: 'desc' },
      { offset: 40, limit: 20, sortBy: '{"key":"id","direction":"desc"}' },
    ],
  ])('the query of %s, with the documented names', (call, query, documented) => {
    const { query: schema } = endpointOf(call)
    expect(asDocumented(schema, withoutExtras(schema, query))).toEqual(documented)
  })

  test('our own server understands a query with those names', () => {
    const { query } = endpointOf('GET /qrs/infected')
    const asked = { page: 3, perPage: 20, sort: 'uri', sortDirection: 'asc' }
    expect(query.parse(asDocumented(query, asked))).toEqual(asked)
  })
})
