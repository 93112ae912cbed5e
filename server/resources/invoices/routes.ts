import type { FastifyInstance } from 'fastify'
import { getInvoiceDetails } from '../../../src/contract/details.ts'
import * as contract from '../../../src/contract/invoices.ts'
import { downloadTurns, inTurn } from '../../http/downloads/download-turns.ts'
import { streamReply } from '../../http/downloads/stream-reply.ts'
import { ApiError } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { StorageError } from '../../outside/storage/port.ts'
import { invoiceDetails } from './details.ts'
import { InvoiceFiles } from './files.ts'
import { countInvoices, listInvoices, zipCondition } from './queries.ts'
import { eachInvoice, findInvoice } from './records.ts'
import { invoiceFileNotFound, reuploadInvoice } from './reupload.ts'
import { entryName, zipInvoices } from './zip.ts'

/** Browsers' PDF viewers use inline styles, which the usual policy forbids. */
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'"

export function invoiceRoutes(app: FastifyInstance, context: AppContext) {
  const { database, now } = context
  const files = new InvoiceFiles(context)
  app.addHook('onClose', () => files.close())

  mount(app, context, contract.listInvoices, ({ query }) => database.reading((orm) => listInvoices(orm, query, now())))

  mount(app, context, getInvoiceDetails, ({ params }) => invoiceDetails(database.orm, params.id))

  const turns = downloadTurns(context, 'a zip of invoices')
  mount(app, context, contract.downloadInvoices, async ({ query, staff, request, reply }) => {
    const scope = contract.zipScope(query, now())
    const where = zipCondition(scope)
    const count = await database.reading((orm) => countInvoices(orm, where))
    if (count === 0) throw new ApiError('not_found', 'There are no invoices to download.')
    const turn = await turns.begin(staff.id)
    const zip = await orBadGateway(() => streamReply(inTurn(turn, zipInvoices(eachInvoice(database, where), files, request.log))))
    void reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${contract.zipName(scope)}"`)
      .header(contract.totalCountHeader, String(count))
    return zip
  })

  mount(app, context, contract.getInvoiceFile, async ({ params, request, reply }) => {
    const invoice = await findInvoice(database.orm, params.link)
    if (invoice === null) throw invoiceFileNotFound()
    const pdf = await orBadGateway(() => files.read(invoice, { log: request.log, isUrgent: true }))
    void reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${entryName(invoice)}"`)
      .header('content-security-policy', filePolicy)
    return pdf
  })

  mount(app, context, contract.reuploadInvoice, async ({ params, request, actor }) => ({
    fileId: await reuploadInvoice(context, files, actor, params.link, request.log),
  }))
}

async function orBadGateway<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StorageError) throw new ApiError('bad_gateway', 'The file store does not answer, try again.')
    throw error
  }
}
