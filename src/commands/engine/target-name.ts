import { formatCount } from '../../contract/count.ts'
import { formatDate } from '../../contract/dates.ts'
import type { InvoiceZipScope } from '../../contract/invoices.ts'
import { formatMoney } from '../../contract/money.ts'
import { nameOfMonth } from '../../contract/sales.ts'
import type { Targets } from './targets.ts'

export const customerLabel = ({ fullName, email }: Pick<Targets['customer'], 'fullName' | 'email'>) => fullName || email

export const describeCustomer = (customer: Pick<Targets['customer'], 'fullName' | 'email' | 'id'>) =>
  `${customerLabel(customer)} (${customer.email}, #${customer.id})`

export const describePayment = ({ id, createdAt, ref, amount, currency, email }: Targets['payment']) =>
  `payment #${id} of ${formatDate(createdAt)} (order ${ref}, ${formatMoney(amount, currency)}, ${email})`

export const describeQr = ({ id, name, uri, user }: Pick<Targets['qr'], 'id' | 'name' | 'uri' | 'user'>) =>
  `${name || 'QR code'} (URI ${uri}, #${id}, customer #${user})`

export const describeInvitation = ({ id, email, owner }: Targets['invitation']) =>
  `The invitation of ${email} (#${id}, into the account of customer #${owner})`

export const describeFolders = (folders: Targets['folders']['folders']) =>
  folders.length <= 3 ? folders.map(({ id, name }) => `${name || 'Folder'} (#${id})`).join(', ') : `${formatCount(folders.length)} folders`

export function shortUrl(url: string): string {
  const characters = Array.from(url)
  return characters.length <= 60 ? url : `${characters.slice(0, 60).join('')}…`
}

export const describeUser = ({ id, name, email }: Pick<Targets['user'], 'id' | 'name' | 'email'>) => `${name} (${email}, #${id})`

/** 'Invoices of March 2026', 'Invoices of customer 8812'. */
export function describeZip(scope: InvoiceZipScope): string {
  if ('user' in scope) return `Invoices of customer ${scope.user}`
  return `Invoices of ${scope.month === null ? '' : `${nameOfMonth(scope.month)} `}${scope.year}`
}
