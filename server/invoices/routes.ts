import type { FastifyInstance } from 'fastify'
import * as contract from '../../src/contract/invoices.ts'
import type { AppContext } from '../context.ts'
import { mount } from '../http/mount.ts'
import { listInvoices } from './queries.ts'

export function invoiceRoutes(app: FastifyInstance, context: AppContext) {
  const { database, now } = context

  mount(app, context, contract.listInvoices, ({ query }) => listInvoices(database.orm, query, now()))
}
