import { formatCount } from '../contract/count.ts'
import { formatMoney } from '../contract/money.ts'
import type { Target, Targets } from './command.ts'
import type { InvoiceZipScope } from '../contract/invoices.ts'
import { nameOfMonth } from '../contract/sales.ts'

/** A customer's display name. */
export const customerLabel = ({ fullName, email }: Pick<Targets['customer'], 'fullName' | 'email'>) => fullName || email

/** Identifies a customer: name, e-mail and id. */
export const describeCustomer = (customer: Pick<Targets['customer'], 'fullName' | 'email' | 'id'>) =>
  `${customerLabel(customer)} (${customer.email}, #${customer.id})`

/** Identifies a payment: id, order, amount and customer. */
export const describePayment = ({ id, ref, amount, currency, email }: Targets['payment']) =>
  `payment #${id} (order ${ref}, ${formatMoney(amount, currency)}, ${email})`

/** Identifies a QR: name, uri, id and customer. */
export const describeQr = ({ id, name, uri, user }: Pick<Targets['qr'], 'id' | 'name' | 'uri' | 'user'>) =>
  `${name || 'QR code'} (uri ${uri}, #${id}, of customer #${user})`

/** Nouns for records that are selected and changed together. */
const selections = {
  customers: ['customer', 'customers'],
  qrs: ['QR code', 'QR codes'],
  webrisks: ['web-risk entry', 'web-risk entries'],
  abuses: ['abuse report', 'abuse reports'],
} as const
export type SelectionType = keyof typeof selections

/** The noun for one or many selected records. */
export const selectionNoun = (of: SelectionType, count: number) => selections[of][count === 1 ? 0 : 1]

/** A count with its noun. */
export const countedRecords = (of: SelectionType, count: number) => `${formatCount(count)} ${selectionNoun(of, count)}`

/** Identifies an invitation: e-mail, id and the account it is for. */
export const describeInvitation = ({ id, email, owner }: Targets['invitation']) =>
  `The invitation of ${email} (#${id}, into the account of customer #${owner})`

/** A count of QR codes. */
export const countedQrs = (count: number) => countedRecords('qrs', count)

/** A few folders by name, more by count. */
export const describeFolders = (folders: Targets['folders']['folders']) =>
  folders.length <= 3 ? folders.map(({ id, name }) => `${name || 'Folder'} (#${id})`).join(', ') : `${formatCount(folders.length)} folders`

/** An address shortened for titles and messages. */
export function shortUrl(url: string): string {
  const characters = Array.from(url)
  return characters.length <= 60 ? url : `${characters.slice(0, 60).join('')}…`
}

/** Identifies a staff account: name, e-mail and id. */
export const describeUser = ({ id, name, email }: Pick<Targets['user'], 'id' | 'name' | 'email'>) => `${name} (${email}, #${id})`

/** A record's name in messages. */
export function nameOfTarget(target: Target): string {
  switch (target.type) {
    case 'customer':
      return customerLabel(target.record)
    case 'payment':
      return `Payment ${target.record.id}`
    case 'note':
      return `Note on ${customerLabel(target.record)}`
    case 'feedback':
      return `Feedback of customer ${target.record.user}`
    case 'qr':
      return target.record.name || target.record.uri
    case 'customers':
    case 'qrs':
    case 'webrisks':
    case 'abuses':
      return countedRecords(target.type, target.record.ids.length)
    case 'webrisk':
    case 'tracker':
    case 'abuse':
      return shortUrl(target.record.url)
    case 'folders':
      return describeFolders(target.record.folders)
    case 'domain':
      return target.record.domain
    case 'domain-list':
      return target.record.list === 'blacklisted' ? 'Blocked domains' : 'Allowed domains'
    case 'hostname':
      return target.record.hostname
    case 'invoice':
      return `Invoice ${target.record.id}`
    case 'invoice-list':
      return describeZip(target.record.scope)
    case 'report':
      return `${nameOfMonth(target.record.month)} ${target.record.year}`
    case 'invitation':
      return `Invitation of ${target.record.email}`
    case 'api-call':
      return `API call ${target.record.id}`
    case 'user':
      return target.record.name
  }
}

/** Identifies a record, for questions about it. */
export function describeTarget(target: Target): string {
  if (target.type === 'customer') return describeCustomer(target.record)
  if (target.type === 'payment') return describePayment(target.record).replace(/^p/, 'P')
  if (target.type === 'qr') return describeQr(target.record)
  if ('ids' in target.record) return nameOfTarget(target)
  if (target.type === 'folders') return `${describeFolders(target.record.folders)} of ${describeCustomer(target.record)}`
  if (target.type === 'user') return describeUser(target.record)
  if (target.type === 'domain-list' || target.type === 'invoice-list' || target.type === 'report') return nameOfTarget(target)
  return `${nameOfTarget(target)} (#${target.record.id})`
}

/** 'Invoices of March 2026', 'Invoices of customer 8812'. */
export function describeZip(scope: InvoiceZipScope): string {
  if ('user' in scope) return `Invoices of customer ${scope.user}`
  return `Invoices of ${scope.month === null ? '' : `${nameOfMonth(scope.month)} `}${scope.year}`
}
