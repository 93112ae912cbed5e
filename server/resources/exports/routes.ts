import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import * as contract from '../../../src/contract/exports.ts'
import { writeAudit } from '../../audit/write.ts'
import { judging } from '../../http/access/judging.ts'
import { hiddenFields } from '../../http/access/on-demand.ts'
import { readSession, type SignedIn } from '../../http/access/session.ts'
import { attachment } from '../../http/downloads/attachment.ts'
import { downloadTurns, inTurn } from '../../http/downloads/download-turns.ts'
import { streamReply } from '../../http/downloads/stream-reply.ts'
import { ApiError } from '../../http/errors.ts'
import { mount, requireCapability } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { listExports } from './lists.ts'

/** CSV exports of lists (ruling 3). */
export function exportRoutes(app: FastifyInstance, context: AppContext) {
  const { database, config, now } = context
  const turns = downloadTurns(context, 'an export')

  mount(app, context, contract.exportList, (call) => send(call))
  mount(app, context, contract.exportRows, (call) => send(call, call.body.ids))

  async function send({ params: { list }, query, staff, request, reply }: Call, ids?: readonly number[]) {
    const { endpoint, prepare } = listExports[list]
    requireList(staff, endpoint)
    const turn = await turns.begin(staff.id)
    // The turn is held while the database works, whether or not anyone still waits.
    const prepared = await prepare(context, query, ids).catch(async (error: unknown) => {
      await turn.end()
      throw error
    })
    if (reply.raw.destroyed) {
      await turn.end()
      throw new ApiError('bad_request', 'The export was canceled.')
    }
    // However it ends, even if the browser leaves before the first line.
    reply.raw.once('close', () => void turn.end())
    const { rows, isCut, filters, parts } = prepared
    await writeAudit(database.orm, {
      staff,
      ip: request.ip,
      now: now(),
      action: 'list.export',
      targetType: 'staff',
      targetId: staff.id,
      after: { list, rows, ...filters },
      rows,
    })
    let checkedAt = now()
    const goOn = async () => {
      if (now() === checkedAt) return
      checkedAt = now()
      // Checked every second, so that the export stops once the person signs out or loses the right.
      requireList(await readSession(context, request), endpoint)
    }
    const csv = await streamReply(inTurn(turn, parts(goOn, hiddenFields(judging(), request))))
    void reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachment(contract.exportName(config.productName, list, now())))
      .header(contract.exportRowsHeader, String(rows))
    if (isCut) void reply.header(contract.exportCutHeader, 'true')
    return csv
  }
}

interface Call {
  params: { list: contract.ExportedList }
  query: unknown
  staff: SignedIn
  request: FastifyRequest
  reply: FastifyReply
}

/** Exporting requires the right to read the list. */
function requireList(staff: SignedIn, { access }: Endpoint) {
  requireCapability(staff, 'lists.export')
  if (typeof access === 'object') requireCapability(staff, access.capability)
}
