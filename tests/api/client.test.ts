import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiFailure, call, onSessionEnded, UnfitReply } from '../../src/api/client.ts'
import { learnFeatures } from '../../src/api/features.ts'
import { me, verifyTwoFactor } from '../../src/contract/auth.ts'
import { banCustomer, updateCustomer } from '../../src/contract/customer-actions.ts'
import { getCustomer, listCountries, listCustomers } from '../../src/contract/customers.ts'
import { addWhitelistedDomain } from '../../src/contract/domain-lists.ts'
import { reuploadInvoice } from '../../src/contract/invoices.ts'
import { refundPayment } from '../../src/contract/payments.ts'
import { setQrUri } from '../../src/contract/qr-actions.ts'
import { listUndoable } from '../../src/contract/undo.ts'
import { createUser, listUsers } from '../../src/contract/users.ts'

const fetchMock = vi.fn<typeof fetch>()
const ended = vi.fn<() => void>()
const answer = (status: number, body: unknown) => fetchMock.mockResolvedValue(Response.json(body, { status }))

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock.mockReset())
  ended.mockReset()
  onSessionEnded(ended)
})

describe('admin API calls (document 1, section 7)', () => {
  // [1.6 session cookie] [1.7 base path] [2.1 base path] [2.1 cookies] [2.1 query parameters] [2.7 countries]
  test('uses the base path and sends cookies; a GET has a query without empty values, and no body', async () => {
    answer(200, ['es'])
    expect(await call(listCountries)).toEqual(['es'])
    await call(listCustomers, { query: { searchTerm: 'a b', page: 2, country: '', status: undefined } }).catch(() => {})
    expect(fetchMock.mock.calls).toEqual([
      ['/api/admin/customers/countries', { method: 'GET', credentials: 'same-origin' }],
      ['/api/admin/customers?searchTerm=a+b&page=2', { method: 'GET', credentials: 'same-origin' }],
    ])
  })

  test('sends the body of a PATCH as JSON [1.7 json bodies] [2.1 json bodies]', async () => {
    answer(200, { success: true, banned: true })
    await call(banCustomer, { params: { id: 12 }, body: { banned: true } })
    expect(fetchMock.mock.calls).toEqual([
      [
        '/api/admin/customers/12/ban',
        { method: 'PATCH', credentials: 'same-origin', body: '{"banned":true}', headers: { 'content-type': 'application/json' } },
      ],
    ])
  })

  // [1.7 failures] [2.8 failures]
  test.each([400, 403, 404, 409, 422, 500, 503])('fails with the status and body of a %i response', async (status) => {
    const body = { statusCode: status, error: 'conflict', message: 'Somebody was first.' }
    answer(status, body)
    const failure = await call(getCustomer, { params: { id: 1 } }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiFailure)
    expect(failure).toMatchObject({ status, body, message: 'Somebody was first.' })
    expect(ended).not.toHaveBeenCalled()
  })

  // [1.7 failures] [2.7 json replies]
  test('fails with only the status if the body is not JSON, and without a status if there is no response', async () => {
    fetchMock.mockResolvedValue(new Response('<html>', { status: 502 }))
    await expect(call(me)).rejects.toMatchObject({ status: 502, body: null, message: 'Bad Gateway' })
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(call(me)).rejects.toMatchObject({ status: null, body: null, message: 'Unknwon error' })
  })

  // [1.7 2fa verify] [1.7 401 logs out] [R7 401 stays] [2.8 401 signs out]
  test('a 401 ends the session unless the call opts out (ruling 7)', async () => {
    answer(401, { statusCode: 401, error: 'unauthorized', message: 'Sign in to go on.' })
    await expect(call(getCustomer, { params: { id: 1 } })).rejects.toMatchObject({ status: 401 })
    expect(ended).toHaveBeenCalledOnce()
    answer(401, { statusCode: 401, error: 'invalid_code', message: 'Invalid 2FA code.' })
    await expect(call(verifyTwoFactor, { body: { code: '123456' }, keepSession: true })).rejects.toMatchObject({ status: 401 })
    expect(ended).toHaveBeenCalledOnce()
  })
})

const failureOf = (calling: Promise<unknown>) =>
  calling.then(
    () => null,
    (error: unknown) => error,
  )
const bodyOf = (index = 0): unknown => JSON.parse(fetchMock.mock.calls[index]?.[1]?.body as string)

describe('an unexpected response (ruling 56)', () => {
  test('fails with an error that names the call and the field, and has the status', async () => {
    answer(200, { rows: [{ fullName: 'Ana' }], pages: 1, total: 1 })
    const failure = await failureOf(call(listCustomers))
    expect(failure).toBeInstanceOf(UnfitReply)
    expect(failure).toMatchObject({
      status: 200,
      mayBeDone: false,
      message: 'The answer to GET /customers does not fit: rows.0.id is missing.',
    })
    answer(200, { rows: 'x' })
    await expect(call(listUsers)).rejects.toThrow(/^The answer to GET \/users does not fit: rows is not what it should be/)
    answer(200, null)
    await expect(call(listCountries)).rejects.toThrow('The answer to GET /customers/countries does not fit')
  })

  test('marks a change as possibly made', async () => {
    answer(200, {})
    expect(await failureOf(call(reuploadInvoice, { params: { link: 'a' } }))).toMatchObject({
      mayBeDone: true,
      message: 'The answer to DELETE /invoices/files/{link} does not fit: fileId is missing.',
    })
    fetchMock.mockResolvedValue(new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    expect(await failureOf(call(banCustomer, { params: { id: 1 }, body: { banned: true } }))).toMatchObject({
      mayBeDone: true,
      message: 'The answer to PATCH /customers/{id}/ban does not fit: it is not JSON.',
    })
  })

  test('treats truncated JSON as no response', async () => {
    fetchMock.mockResolvedValue(new Response('{"rows": [', { headers: { 'content-type': 'application/json' } }))
    expect(await failureOf(call(listCustomers))).toMatchObject({ status: null })
  })

  test('treats a change with an empty response as done, and one with success: false as failed', async () => {
    fetchMock.mockResolvedValue(new Response(null, { status: 204 }))
    expect(await call(banCustomer, { params: { id: 1 }, body: { banned: true } })).toMatchObject({ success: true })
    answer(200, { success: false, message: 'No.' })
    const failure = await failureOf(call(banCustomer, { params: { id: 1 }, body: { banned: true } }))
    expect(failure).not.toBeInstanceOf(UnfitReply)
    expect(failure).toMatchObject({ status: 200, message: 'No.' })
  })

  test('confirms a refund only if it says so explicitly', async () => {
    answer(200, { success: true })
    expect(await call(refundPayment, { params: { id: 1 }, body: {} })).toMatchObject({ success: true, payment: null })
    answer(200, {})
    expect(await failureOf(call(refundPayment, { params: { id: 1 }, body: {} }))).toMatchObject({ mayBeDone: true })
    answer(200, { success: false })
    const failure = await failureOf(call(refundPayment, { params: { id: 1 }, body: {} }))
    expect(failure).toBeInstanceOf(ApiFailure)
    expect(failure).not.toBeInstanceOf(UnfitReply)
    expect(failure).toMatchObject({ status: 200 })
  })
})

describe('an admin API limited to the documents (ruling 56)', () => {
  const asked = { amount: 5, expectedAmountRefunded: 0, idempotencyKey: '12345678', reason: 'x' }

  test('receives only documented fields until it lists the fields feature', async () => {
    answer(200, { success: true })
    learnFeatures([])
    await call(refundPayment, { params: { id: 1 }, body: asked })
    expect(bodyOf()).toEqual({ amount: 5 })
    answer(200, { success: true })
    learnFeatures(['fields'])
    await call(refundPayment, { params: { id: 1 }, body: asked })
    expect(bodyOf(1)).toEqual(asked)
  })

  test('gets no requests for features it lacks', async () => {
    learnFeatures(['fields'])
    await expect(call(listUndoable)).rejects.toMatchObject({ status: 404 })
    expect(fetchMock).not.toHaveBeenCalled()
    learnFeatures(['undo'])
    answer(200, { changes: [] })
    expect(await call(listUndoable)).toEqual({ changes: [] })
  })

  test('gets list requests with the documented parameter names', async () => {
    answer(200, { rows: [], pages: 1, total: 0 })
    await call(listUsers, { query: { page: 1, sort: 'id', sortDirection: 'asc' } })
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/admin/users?page=1&sortDirection=asc&sortField=id')
  })

  test.each([
    ['a taken email', createUser, {}, null, { error: 'email_conflict', message: 'Email already exists.' }],
    ['a customer’s taken email', updateCustomer, { id: 1 }, { message: 'Conflict' }, { error: 'email_conflict' }],
    ['a taken uri', setQrUri, { id: 1 }, { message: 'Conflict' }, { error: 'uri_in_use', message: 'URI already in use.' }],
    ['a code as message', banCustomer, { id: 1 }, { message: 'domain_already_exists' }, { error: 'domain_already_exists' }],
    [
      'a domain that is listed already',
      addWhitelistedDomain,
      {},
      { message: 'domain_already_exists' },
      { error: 'domain_already_exists', message: 'The domain is already whitelisted' },
    ],
    ['words alone', banCustomer, { id: 1 }, { message: 'Somebody was first.' }, { error: 'conflict', message: 'Somebody was first.' }],
  ])('maps a 409 to an error code: %s', async (_, endpoint, params, body, said) => {
    answer(409, body)
    await expect(call(endpoint, { params })).rejects.toMatchObject({ status: 409, body: said })
  })

  test('treats a generic 401 to a 2FA code as a wrong code', async () => {
    answer(401, { message: 'Unauthorized' })
    await expect(call(verifyTwoFactor, { body: { code: '123456' }, keepSession: true })).rejects.toMatchObject({
      body: { error: 'invalid_code', message: 'Invalid 2FA code.' },
    })
  })
})
