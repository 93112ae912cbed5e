import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError, registerErrorHandler } from '../../server/http/errors.ts'
import { ErrorReply, errorCodes, errorStatus } from '../../src/contract/errors.ts'

/** Errors a handler may throw, by a word in the path. */
const faults: Record<string, () => Error> = {
  query: () =>
    Object.assign(new Error('Failed query: select password_hash from staff where id = $1'), { cause: new Error('secret of the row') }),
  away: () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.3:5432'), { code: 'ECONNREFUSED' }),
  busy: () => new Error('timeout exceeded when trying to connect'),
  broken: () => new Error('Client has encountered a connection error and is not queryable'),
  closed: () => new Error('Client was closed and is not queryable'),
  lost: () => new Error('Connection terminated unexpectedly'),
  stopped: () => Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
  crashed: () => Object.assign(new Error('terminating connection because of crash of another server process'), { code: '57P02' }),
  rollback: () =>
    new Error('Failed query: rollback', { cause: new Error('Client has encountered a connection error and is not queryable') }),
  full: () => new Error('Failed query: insert', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) }),
  'full-log': () =>
    Object.assign(new Error('PANIC: could not write to file "pg_wal/xlogtemp.42": No space left on device'), { code: '57P01' }),
  'full-files': () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
}

describe('rejected and failed requests (ruling 21)', () => {
  const app = fastify()
  registerErrorHandler(app)
  app.get<{ Params: { fault: string } }>('/faults/:fault', ({ params }) => {
    throw faults[params.fault]?.() ?? new Error('unknown')
  })
  app.get<{ Params: { code: (typeof errorCodes)[number] } }>('/codes/:code', ({ params }) => {
    throw new ApiError(params.code, 'Check: name.', { details: { name: 'Must be present.' } })
  })
  beforeAll(() => app.ready())
  afterAll(() => app.close())

  test.each(errorCodes)('%s returns status, code, message and fields [R21 error shape]', async (code) => {
    const reply = await app.inject(`/codes/${code}`)
    expect(reply.statusCode).toBe(errorStatus[code])
    expect(reply.json()).toEqual({
      statusCode: errorStatus[code],
      error: code,
      message: 'Check: name.',
      details: { name: 'Must be present.' },
    })
    expect(ErrorReply.safeParse(reply.json()).success).toBe(true)
  })

  test('no stack, SQL or secret leaves the server [R21 no secrets]', async () => {
    const reply = await app.inject('/faults/query')
    expect(reply.json()).toEqual({ statusCode: 500, error: 'server_error', message: 'Internal Server Error.' })
  })

  test.each(['away', 'busy', 'broken', 'closed', 'lost', 'stopped', 'crashed', 'rollback'])(
    'responds with 503 and Retry-After if the database does not answer: %s',
    async (fault) => {
      const reply = await app.inject(`/faults/${fault}`)
      expect(reply.json()).toEqual({
        statusCode: 503,
        error: 'service_unavailable',
        message: 'The database does not answer, try again.',
      })
      expect(reply.headers['retry-after']).toBe('1')
    },
  )

  test.each(['full', 'full-log', 'full-files'])('responds with 507 if the disk is full: %s', async (fault) => {
    const reply = await app.inject(`/faults/${fault}`)
    expect(reply.json()).toEqual({
      statusCode: 507,
      error: 'disk_full',
      message: 'The disk is full: nothing can be stored until somebody makes room.',
    })
  })
})
