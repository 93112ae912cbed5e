import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/personal-data.ts'
import { final } from '../../audit/reply.ts'
import { readSession } from '../../http/access/session.ts'
import { attachment } from '../../http/downloads/attachment.ts'
import { downloadTurns, inTurn } from '../../http/downloads/download-turns.ts'
import { streamReply } from '../../http/downloads/stream-reply.ts'
import { ApiError } from '../../http/errors.ts'
import { mount, requireCapability } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { StorageError } from '../../outside/storage/port.ts'
import { auditCustomer } from '../customers/change.ts'
import { customerNotFound } from '../customers/queries.ts'
import { readCustomer } from '../customers/rules.ts'
import { InvoiceFiles } from '../invoices/files.ts'
import { countPersonalData, erasePerson, personOf } from './erase.ts'
import { countFiles, zipPersonalData } from './export.ts'

/** A customer's rights: to get everything stored about them, and to be erased. */
export function personalDataRoutes(app: FastifyInstance, context: AppContext) {
  const { database, config, now } = context
  const files = new InvoiceFiles(context)
  app.addHook('onClose', () => files.close())
  const turns = downloadTurns(context, 'a customer’s data')

  const known = async (id: number) => {
    const customer = await readCustomer(database.orm, id, { lock: false })
    if (!customer) throw customerNotFound(id)
    return personOf(database.orm, customer)
  }

  mount(app, context, contract.exportPersonalData, async ({ params: { id }, staff, actor, request, reply }) => {
    const person = await known(id)
    const count = await countFiles(database.orm, person)
    const turn = await turns.begin(staff.id)
    // However it ends: sent, refused or aborted.
    reply.raw.once('close', () => void turn.end())
    await auditCustomer(database.orm, actor, id, now(), { action: 'customer.export', after: { files: count } })
    let checkedAt = now()
    const goOn = async () => {
      if (now() === checkedAt) return
      checkedAt = now()
      // Checked every second, so that the export stops once the person signs out or loses the right.
      requireCapability(await readSession(context, request), 'customers.personal-data')
    }
    try {
      const zip = await streamReply(inTurn(turn, zipPersonalData(context, { person, files, log: request.log, goOn })))
      void reply
        .type('application/zip')
        .header('content-disposition', attachment(contract.personalDataName(config.productName, id, now())))
        .header(contract.filesHeader, String(count))
      return zip
    } catch (error) {
      if (error instanceof StorageError) throw new ApiError('bad_gateway', 'The file store does not answer, try again.')
      throw error
    }
  })

  mount(app, context, contract.previewErasure, async ({ params: { id } }) => ({
    counts: await countPersonalData(database.orm, await known(id)),
  }))

  mount(app, context, contract.eraseCustomer, async ({ params: { id }, actor }) => final(await erasePerson(database.orm, actor, id, now())))
}
