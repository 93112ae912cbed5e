import type { FastifyRequest } from 'fastify'
import { searchCustomers } from '../../../src/contract/customer-search.ts'
import { findCustomer, getCustomer, listCustomers } from '../../../src/contract/customers.ts'
import { getInvoiceDetails, getPaymentDetails, getQrDetails } from '../../../src/contract/details.ts'
import { byItselfHeader, type Endpoint } from '../../../src/contract/endpoint.ts'
import { exportList, exportRows } from '../../../src/contract/exports.ts'
import { isEmailShaped } from '../../../src/contract/fields.ts'
import { downloadInvoices, getInvoiceFile } from '../../../src/contract/invoices.ts'
import { type PresenceRecord, putPresence } from '../../../src/contract/live.ts'
import { onDemandData } from '../../../src/contract/on-demand.ts'
import { exportPersonalData } from '../../../src/contract/personal-data.ts'
import { getQr } from '../../../src/contract/qrs.ts'
import { isStorable } from '../../../src/contract/storable.ts'
import type { ViewedType } from '../../../src/contract/views.ts'
import { apiBase } from '../../http/mount.ts'

/** What somebody looked at. An invoice's file names its link only. */
export type Looked =
  | { look: 'open'; recordType: ViewedType; recordId: number }
  | { look: 'open'; recordType: 'invoice'; link: string }
  | { look: 'export' | 'search'; text: string }
  | { look: 'show'; text: string; recordType?: ViewedType; recordId?: number }

/** A record as a tab sent it. */
type Opened = Pick<PresenceRecord, 'type'> & { id: number | string }

interface Input {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  body: unknown
}

const opens =
  (recordType: ViewedType) =>
  ({ params: { id } }: Input): Looked => ({ look: 'open', recordType, recordId: Number(id) })

const exports = ({ params: { list = '' } }: Input): Looked => ({ look: 'export', text: list })

/** A search by a whole address, whichever list or palette it was typed into. */
function searches(term: unknown): Looked | null {
  const text = typeof term === 'string' ? term.trim().toLowerCase() : ''
  return isEmailShaped(text) && isStorable(text) ? { look: 'search', text } : null
}

/** The calls that are looks. Any other shows rows of lists, or parts of a record that one of these has opened. */
const looks = new Map<Endpoint, (input: Input) => Looked | null>([
  [getCustomer, opens('customer')],
  [getQr, opens('qr')],
  [getQrDetails, opens('qr')],
  [getPaymentDetails, opens('payment')],
  [getInvoiceDetails, opens('invoice')],
  [getInvoiceFile, ({ params: { link = '' } }) => ({ look: 'open', recordType: 'invoice', link })],
  [exportList, exports],
  [exportRows, exports],
  [exportPersonalData, ({ params: { id } }) => ({ look: 'export', text: `all data about customer ${id}` })],
  [downloadInvoices, () => ({ look: 'export', text: 'invoice files' })],
  [findCustomer, ({ params: { term } }) => searches(term)],
  [listCustomers, ({ query: { searchTerm } }) => searches(searchTerm)],
  [searchCustomers, ({ query }) => searches(query['term'])],
])

/**
 * What a request that was answered looked at; null if nothing. A page that the console fetches ahead is none (its call says that nobody
 * asked for it): it becomes one when its tab says that the record is open.
 */
export function lookOf(request: FastifyRequest): Looked | null {
  const { endpoint } = request.routeOptions.config
  if (endpoint === undefined) return null
  const { params, query, body } = request as FastifyRequest & Input
  if (endpoint === putPresence) return openedIn(body as { record?: Opened | null })
  if (request.headers[byItselfHeader] !== undefined || request.method === 'HEAD') return null
  return looks.get(endpoint)?.({ params, query, body }) ?? null
}

const openedIn = ({ record }: { record?: Opened | null }): Looked | null =>
  record ? { look: 'open', recordType: record.type, recordId: Number(record.id) } : null

const typeOf: Readonly<Record<string, ViewedType>> = { customers: 'customer', qrs: 'qr', payments: 'payment', invoices: 'invoice' }

/** What a request that was answered had shown on demand, and of which record or where; null if nothing. */
export function shownBy({ shown = [], url }: FastifyRequest): Looked | null {
  if (shown.length === 0) return null
  const text = shown.map((name) => onDemandData[name].what).join(', ')
  const [path = ''] = url.slice(apiBase.length).split('?')
  const [, list = '', id] = /^\/(\w+)\/(\d+)/.exec(path) ?? []
  const recordType = typeOf[list]
  return recordType ? { look: 'show', text, recordType, recordId: Number(id) } : { look: 'show', text: `${text}, ${path}` }
}
