import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppLogin } from '../../../src/contract/app-login.ts'
import { Instant } from '../../../src/contract/ingest/fields.ts'
import { IngestBody, type IngestResource, ingestResources, ingestSchemas } from '../../../src/contract/ingest/resources.ts'
import { dismissRefused, getIngestStatus, listWaiting } from '../../../src/contract/ingest-status.ts'
import { forgetLargeFilters } from '../../db/list/large-filters.ts'
import { type Program, programName, readToken } from '../../http/access/bearer.ts'
import { judgedBy, judgingOf } from '../../http/access/judging.ts'
import { ApiError } from '../../http/errors.ts'
import { mount, parse } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { redeemAppLogin } from '../../resources/customers/app-login.ts'
import { deleteRecord } from './delete.ts'
import { countIngest, ingestRows, releaseWaiting, replyOf } from './ingest.ts'
import { dismissRefused as dismiss, ingestStatus, listWaiting as waitingIn } from './queries.ts'
import { Turns } from './turns.ts'

export const ingestBase = '/api/ingest'

/** Enough for a thousand API calls with their bodies; other resources need a tenth of it. */
const bodyLimit = 16 * 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    program?: Program
  }
}

/**
 * The ingest API: the product sends us its data with a service token that has the scope. It can change neither
 * staff nor the audit trail, nor what Stripe reports.
 */
export async function ingestRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { database, now } = context
  const turns = new Turns()
  const success = true as const

  mount(app, context, getIngestStatus, async () => ({ rows: await ingestStatus(database.orm) }))
  mount(app, context, listWaiting, () => waitingIn(database.orm))
  mount(app, context, dismissRefused, async ({ body, actor }) => ({
    success,
    auditId: await dismiss(database.orm, actor, body, now()),
  }))

  await app.register(async (scope) => {
    // Before the body is read, so that strangers cannot make us read one.
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      request.program = await readToken(context, request)
      if (!request.program.scopes.includes('ingest')) throw new ApiError('forbidden', 'The service token may not do this.')
    })
    scope.addHook('onResponse', async (request, reply) => {
      request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime), program: request.program?.id }, 'answered')
    })

    scope.post(`${ingestBase}/app-logins`, async ({ body }) => {
      const visit = await redeemAppLogin(database.orm, parse(AppLogin, body).token, now())
      if (!visit) throw new ApiError('not_found', 'This link was used, is too old, or is wrong.')
      return visit
    })

    scope.post<{ Params: { resource: string } }>(`${ingestBase}/:resource`, { bodyLimit }, async ({ params, body }) => {
      const resource = resourceOf(params.resource)
      const { rows } = parse(IngestBody, body)
      return turns.take(async () => {
        const outcomes = await ingestRows(database, resource, rows, now())
        const reply = replyOf(rows, outcomes)
        const newest = newestOf(rows, now())
        await countIngest(database.orm, resource, { rows: rows.length, refused: reply.refused.length, newest }, now())
        forgetLargeFilters(database.orm)
        return reply
      })
    })

    scope.delete<{ Params: { resource: string; '*': string } }>(`${ingestBase}/:resource/*`, async (request) => {
      const { params, query, program, ip } = request
      const resource = resourceOf(params.resource)
      if (resource === 'daily-scans') throw new ApiError('not_found', 'Days of scans cannot be deleted. Set them to 0.')
      const { at = now() } = parse(DeletionQuery, query)
      const externalId = params['*']
      if (externalId === '' || externalId.length > 401 || externalId.includes('\0')) throw new ApiError('not_found', 'Not found')
      if (!program) throw new Error('no program was read')
      const email = programName(program)
      const actor = { staff: { id: null, email }, ip }
      const caller = { ...program, email, actor: { is: 'token', id: program.id } as const }
      const judging = await judgingOf({ orm: database.orm, now: now() }, caller, request)
      const remove = () => deleteRecord(database.orm, actor, resource, externalId, at, now())
      const changed = await turns.take(() => (judging ? judgedBy(judging, remove) : remove()))
      // Rows that wait for this folder are stored without it.
      await releaseWaiting(database, now(), [{ resource, id: externalId }])
      forgetLargeFilters(database.orm)
      return { changed }
    })
  })
}

/** `at`: when the record was deleted; defaults to now. */
const DeletionQuery = z.strictObject({ at: Instant.optional() })

/** @throws ApiError not_found, with the list of resources */
function resourceOf(name: string): IngestResource {
  if (Object.hasOwn(ingestSchemas, name)) return name as IngestResource
  throw new ApiError('not_found', `There is no resource of this name. There are: ${ingestResources.join(', ')}.`)
}

/** The latest time among the rows; times ahead of our clock do not count. */
function newestOf(rows: readonly unknown[], now: number): number | null {
  let newest: number | null = null
  for (const row of rows) {
    const { updatedAt, date, createdAt } = (row ?? {}) as Record<string, unknown>
    const at = Instant.safeParse(updatedAt ?? date ?? createdAt).data
    if (at !== undefined && at <= now) newest = Math.max(newest ?? 0, at)
  }
  return newest
}
