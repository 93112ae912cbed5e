import { beforeAll, expect, test } from 'vitest'
import { apiCalls } from '../../../server/db/schema/security.ts'
import type { Pagination } from '../../../src/contract/list.ts'
import { describeDatabase } from '../../support/database.ts'
import { insertCustomers } from '../../support/rows.ts'
import { useServer } from '../../support/server.ts'
import { signIn } from '../../support/sign-in.ts'

describeDatabase('GET /api-calls', (engine) => {
  const { database, server, browser: full } = useServer(engine)
  beforeAll(async () => {
    await insertCustomers(database.current, [{}, {}])
    const { orm } = database.current
    const call = { requestHeaders: { authorization: 'secret-token' }, responseHeaders: { 'x-secret': 'secret-token' } }
    const bodies = { requestBody: 'secret-token', responseBody: 'secret-token' }
    await orm.insert(apiCalls).values(
      (
        [
          [1, 'GET', 200, 50],
          [1, 'POST', 201, 60],
          [2, 'GET', 404, 55],
          [1, 'GET', 404, 40],
          [2, 'DELETE', 100, 70],
        ] as const
      ).map(([owner, method, statusCode, createdAt]) => ({
        ...call,
        ...bodies,
        owner,
        method,
        path: '/v1/qrs',
        query: 'page=1&api_key=secret-token',
        statusCode,
        createdAt,
        responseTime: 12,
      })),
    )
  })

  const list = async (query: Record<string, string>, as = full) =>
    (await as.get(`/api-calls?${new URLSearchParams(query)}`)).json<{ rows: { id: number }[]; pagination: Pagination }>().rows

  // [2.2 customer api calls] [2.3 api call row]
  test('returns a customer’s calls to any role, newest first, with the status under both names', async () => {
    const rows = await list({ owner: '1' }, await signIn(server, { rol: 2 }))
    expect(rows.map(({ id }) => id)).toEqual([2, 1, 4])
    expect(rows[0]).toEqual({
      id: 2,
      owner: 1,
      method: 'POST',
      path: '/v1/qrs',
      query: 'page=1&api_key=***',
      status: 201,
      statusCode: 201,
      createdAt: 60,
      responseTime: 12,
    })
  })

  test('never returns the contents of headers or bodies', async () => {
    expect((await full.get('/api-calls?perPage=50')).body).not.toContain('secret-token')
  })

  test.each<[Record<string, string>, number[]]>([
    [{}, [5, 2, 3, 1, 4]],
    [{ method: 'GET' }, [3, 1, 4]],
    [{ method: 'PATCH' }, []],
    [{ statusCode: '404' }, [3, 4]],
    [{ statusCode: '100' }, [5]],
    [{ owner: '1', method: 'GET' }, [1, 4]],
    [{ owner: '1', method: 'GET', statusCode: '404' }, [4]],
    [{ owner: '99' }, []],
    [{ sort: 'id', sortDirection: 'asc', owner: '2' }, [3, 5]],
    [{ sort: 'createdAt', sortDirection: 'asc' }, [4, 1, 3, 2, 5]],
    [{ perPage: '2', page: '3' }, [4]],
    [{ from: '50', to: '60' }, [2, 3, 1]],
    [{ owner: '1', from: '50' }, [2, 1]],
    [{ statusCode: '404', to: '54' }, [4]],
    [{ from: '71' }, []],
    [{ result: 'failed' }, [3, 4]],
    [{ result: 'failed', owner: '1' }, [4]],
    [{ result: 'failed', statusCode: '200' }, []],
    [{ result: 'failed', from: '50' }, [3]],
    [{ result: 'succeeded' }, [5, 2, 1]],
  ])('%o [2.2 api call filters] [2.7 api calls]', async (query, ids) => {
    expect((await list(query)).map(({ id }) => id)).toEqual(ids)
  })
})
