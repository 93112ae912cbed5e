import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '../../../src/contract/sales.ts'
import { attachment } from '../../http/downloads/attachment.ts'
import { streamReply } from '../../http/downloads/stream-reply.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { invoicesReport } from './invoices-report.ts'
import { salesReport } from './sales-report.ts'

export function salesRoutes(app: FastifyInstance, context: AppContext) {
  const { database, config } = context

  async function send(reply: FastifyReply, report: contract.Report, from: number, parts: AsyncGenerator<string>) {
    const name = contract.reportName(config.productName, report, from)
    const csv = await streamReply(parts)
    void reply.type('text/csv; charset=utf-8').header('content-disposition', attachment(name))
    return csv
  }

  mount(app, context, contract.downloadInvoicesReport, async ({ query, reply }) =>
    send(reply, 'invoices', query.from, invoicesReport(database, query)),
  )

  mount(app, context, contract.downloadSalesReport, async ({ query, reply }) =>
    send(reply, 'sales', query.from, salesReport(database, query)),
  )
}
