import { beforeAll, describe, expect, test } from 'vitest'
import { apiCalls } from '../../../server/db/schema/security.ts'
import type { ApiCall } from '../../../src/contract/api-calls.ts'
import { describeDatabase } from '../../support/database.ts'
import { insertCustomers } from '../../support/rows.ts'
import { useServer } from '../../support/server.ts'
import { signIn } from '../../support/sign-in.ts'

const secret = 'hunter2hunter2'
const sha1 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'

describeDatabase('GET /api-calls/{id}', (engine) => {
  const { database, server, browser: full } = useServer(engine)

  beforeAll(async () => {
    await insertCustomers(database.current, [{}, {}])
    const plain = {
      owner: 1,
      method: 'GET',
      path: '/v1/qrs',
      statusCode: 200,
      createdAt: 50,
      responseTime: 12,
      requestHeaders: {},
      responseHeaders: {},
    }
    await database.current.orm.insert(apiCalls).values([
      { ...plain, createdAt: 60 },
      {
        ...plain,
        method: 'POST',
        path: `/v1/reset/${sha1}`,
        query: `page=1&api_key=${secret}`,
        statusCode: 404,
        requestHeaders: { Authorization: `Bearer ${secret}`, cookie: [`sid=${secret}`], accept: '*/*', 'x-retries': 3 },
        requestBody: `{"name":"Menu","password":"${secret}"}`,
        responseHeaders: { 'set-cookie': `sid=${secret}`, 'x-token': secret },
        responseBody: `name=Menu&access_token=${secret}`,
      },
      { ...plain, owner: 2, createdAt: 55 },
      // In the same second, the higher id is the later call.
      { ...plain },
      {
        ...plain,
        createdAt: 40,
        requestBody: `{"list":[${'{"n":1,"t":"é"},'.repeat(200_000)}null]}`,
        responseBody: '<script>alert(1)</script>',
      },
    ])
  })

  const get = async (id: number) => (await full.get(`/api-calls/${id}`)).json<ApiCall>()
  /** The call with megabytes of body takes seconds, so it is read only once. */
  let large: Promise<ApiCall> | null = null
  const getLarge = () => (large ??= get(5))

  // [2.3 api call] [2.7 api call] [R50 masked when read]
  test('returns the whole call, with credentials masked in every part', async () => {
    const reply = await full.get('/api-calls/2')
    expect(reply.json()).toEqual({
      id: 2,
      owner: 1,
      method: 'POST',
      path: '/v1/reset/***',
      query: 'page=1&api_key=***',
      status: 404,
      statusCode: 404,
      createdAt: 50,
      responseTime: 12,
      requestHeaders: { Authorization: '***', cookie: ['***'], accept: '*/*', 'x-retries': '3' },
      requestBody: '{"name":"Menu","password":"***"}',
      responseHeaders: { 'set-cookie': '***', 'x-token': '***' },
      responseBody: 'name=Menu&access_token=***',
      previousId: 5,
      nextId: 4,
    })
    expect(reply.body).not.toContain(secret)
  })

  test('the list masks path and query as well [R50 masked when read]', async () => {
    const { body } = await full.get('/api-calls?owner=1')
    expect(body).toContain('/v1/reset/***')
    expect(body).not.toContain(secret)
    expect(body).not.toContain(sha1)
  })

  test('returns the customer’s previous and next call', async () => {
    const neighbours = async (id: number) => {
      const { previousId, nextId } = await (id === 5 ? getLarge() : get(id))
      return [previousId, nextId]
    }
    expect(await neighbours(1)).toEqual([4, null])
    expect(await neighbours(4)).toEqual([2, 1])
    expect(await neighbours(5)).toEqual([null, 2])
    expect(await neighbours(3)).toEqual([null, null])
  })

  test('returns megabytes and markup unchanged', async () => {
    const call = await getLarge()
    expect(call.requestBody.length).toBeGreaterThan(3_000_000)
    expect(JSON.parse(call.requestBody)).toMatchObject({ list: { length: 200_001 } })
    expect(call.responseBody).toBe('<script>alert(1)</script>')
  })

  test.each(['99', '0', '-1', 'abc', '1.5', '99999999999'])('%s is not found', async (id) => {
    expect((await full.get(`/api-calls/${id}`)).json()).toMatchObject({ statusCode: 404, error: 'not_found' })
  })

  describe('with role 2', () => {
    test.each(['/api-calls/1', '/api-calls/1?owner=1', '/api-calls/99'])('%s is forbidden for any call', async (path) => {
      const support = await signIn(server, { rol: 2 })
      expect((await support.get(path)).json()).toMatchObject({ statusCode: 403, error: 'forbidden' })
    })
  })
})
