import { formatCount } from '../contract/count.ts'
import { formatMoney } from '../contract/money.ts'
import type { Target, Targets } from './command.ts'

/** How a customer is called. */
export const customerName = ({ fullName, email }: Pick<Targets['customer'], 'fullName' | 'email'>) => fullName || email

/** A customer beyond doubt: name, e-mail and number. */
export const describeCustomer = (customer: Pick<Targets['customer'], 'fullName' | 'email' | 'id'>) =>
  `${customerName(customer)} (${customer.email}, #${customer.id})`

/** A payment beyond doubt: number, order, amount and whose it is. */
export const describePayment = ({ id, ref, amount, currency, email }: Targets['payment']) =>
  `payment #${id} (order ${ref}, ${formatMoney(amount, currency)}, ${email})`

/** A QR beyond doubt: name, address, number and whose it is. */
export const describeQr = ({ id, name, uri, user }: Pick<Targets['qr'], 'id' | 'name' | 'uri' | 'user'>) =>
  `${name || 'QR code'} (uri ${uri}, #${id}, of customer #${user})`

/** So many QR codes. */
export const countedQrs = (count: number) => (count === 1 ? '1 QR code' : `${formatCount(count)} QR codes`)

/** So many folders, by name where they are few. */
export const describeFolders = (folders: Targets['folders']['folders']) =>
  folders.length <= 3 ? folders.map(({ id, name }) => `${name || 'Folder'} (#${id})`).join(', ') : `${formatCount(folders.length)} folders`

/** How a record is called wherever an action on it is named. */
export function nameOfTarget(target: Target): string {
  switch (target.type) {
    case 'customer':
      return customerName(target.record)
    case 'payment':
      return `Payment ${target.record.id}`
    case 'note':
      return `Note on ${customerName(target.record)}`
    case 'feedback':
      return `Feedback of customer ${target.record.user}`
    case 'qr':
      return target.record.name || target.record.uri
    case 'qrs':
      return countedQrs(target.record.ids.length)
    case 'folders':
      return describeFolders(target.record.folders)
    case 'invoice':
      return `Invoice ${target.record.id}`
  }
}

/** A record beyond doubt, for questions about it. */
export function describeTarget(target: Target): string {
  if (target.type === 'customer') return describeCustomer(target.record)
  if (target.type === 'payment') return describePayment(target.record).replace(/^p/, 'P')
  if (target.type === 'qr') return describeQr(target.record)
  if (target.type === 'qrs') return countedQrs(target.record.ids.length)
  if (target.type === 'folders') return `${describeFolders(target.record.folders)} of ${describeCustomer(target.record)}`
  return `${nameOfTarget(target)} (#${target.record.id})`
}
