import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiFailure, call, onSessionEnded } from '../../src/api/client.ts'
import { me, verifyTwoFactor } from '../../src/contract/auth.ts'
import { banCustomer } from '../../src/contract/customer-actions.ts'
import { getCustomer, listCountries, listCustomers } from '../../src/contract/customers.ts'

const fetchMock = vi.fn<typeof fetch>()
const ended = vi.fn<() => void>()
const answer = (status: number, body: unknown) => fetchMock.mockResolvedValue(Response.json(body, { status }))

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock.mockReset())
  ended.mockReset()
  onSessionEnded(ended)
})
afterEach(() => void vi.unstubAllGlobals())

describe('a call of the admin API (document 1, section 7)', () => {
  test('goes to the base path with cookies; a GET sends its query and no body, without what is empty', async () => {
    answer(200, ['es'])
    expect(await call(listCountries)).toEqual(['es'])
    await call(listCustomers, { query: { searchTerm: 'a b', page: 2, country: '', status: undefined } }).catch(() => {})
    expect(fetchMock.mock.calls).toEqual([
      ['/api/admin/customers/countries', { method: 'GET', credentials: 'same-origin' }],
      ['/api/admin/customers?searchTerm=a+b&page=2', { method: 'GET', credentials: 'same-origin' }],
    ])
  })

  test('sends a JSON body where the method has one', async () => {
    answer(200, { success: true, banned: true })
    await call(banCustomer, { params: { id: 12 }, body: { banned: true } })
    expect(fetchMock.mock.calls).toEqual([
      [
        '/api/admin/customers/12/ban',
        { method: 'PATCH', credentials: 'same-origin', body: '{"banned":true}', headers: { 'content-type': 'application/json' } },
      ],
    ])
  })

  test.each([400, 403, 404, 409, 422, 500, 503])('fails at %i with the status and the body', async (status) => {
    const body = { statusCode: status, error: 'conflict', message: 'Somebody was first.' }
    answer(status, body)
    const failure = await call(getCustomer, { params: { id: 1 } }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiFailure)
    expect(failure).toMatchObject({ status, body, message: 'Somebody was first.' })
    expect(ended).not.toHaveBeenCalled()
  })

  test('fails with the status alone where there is no JSON, and without one where no answer came', async () => {
    fetchMock.mockResolvedValue(new Response('<html>', { status: 502 }))
    await expect(call(me)).rejects.toMatchObject({ status: 502, body: null, message: 'Bad Gateway' })
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(call(me)).rejects.toMatchObject({ status: null, body: null, message: 'Unknwon error' })
  })

  test('a 401 ends the session, unless that is switched off for the call (ruling 7)', async () => {
    answer(401, { statusCode: 401, error: 'unauthorized', message: 'Sign in to go on.' })
    await expect(call(getCustomer, { params: { id: 1 } })).rejects.toMatchObject({ status: 401 })
    expect(ended).toHaveBeenCalledOnce()
    answer(401, { statusCode: 401, error: 'invalid_code', message: 'Invalid 2FA code.' })
    await expect(call(verifyTwoFactor, { body: { code: '123456' }, keepSession: true })).rejects.toMatchObject({ status: 401 })
    expect(ended).toHaveBeenCalledOnce()
  })
})
