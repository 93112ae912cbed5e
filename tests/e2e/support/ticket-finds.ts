import type { CustomerRow } from '../../../src/contract/customers.ts'
import { dayOf } from '../../../src/contract/dates.ts'
import { whyNotRefund } from '../../../src/contract/payment-rules.ts'
import type { PaymentRow } from '../../../src/contract/payments.ts'
import { customerFor, type Desk } from './ticket.ts'

const secondsPerDay = 86_400
const now = () => Date.now() / 1000

/** The month that a moment is in, as '2026-10'. */
export const monthOf = (at: number) => dayOf(at).slice(0, 7)
/** Its name, as people type it. */
export const monthName = (at: number) =>
  new Date(`${dayOf(at)}T12:00:00Z`).toLocaleString('en', { month: 'long', timeZone: 'UTC' }).toLowerCase()
/** A moment of last month. */
export const lastMonth = () => Date.parse(`${monthOf(now())}-01T12:00:00Z`) / 1000 - secondsPerDay

/** A moment of an earlier month that its name alone says. */
export const isEarlierMonth = (at: number) => monthOf(at) < monthOf(now()) && at > now() - 300 * secondsPerDay

/** All payments of a customer, newest first. */
export const paymentsOf = ({ staff }: Desk, user: number) => staff.rows<PaymentRow>(`/payments?perPage=150&user=${user}`)

export const isRefundable = (payment: PaymentRow) =>
  whyNotRefund(payment) === null && payment.amountRefunded === 0 && payment.stripeDisputeStatus === null && payment.currency === 'eur'

/** The first ordinary customer who has what is looked for, and that. */
export async function customerWith<Found>(
  desk: Desk,
  fits: (row: CustomerRow) => boolean,
  find: (row: CustomerRow) => Promise<Found | undefined>,
): Promise<{ row: CustomerRow; found: Found }> {
  for (const tried = new Set(desk.taken); ; ) {
    const row = await customerFor({ ...desk, taken: tried }, fits)
    const found = await find(row)
    if (found === undefined) continue
    desk.taken.add(row.id)
    return { row, found }
  }
}

/** The first of these rows that fits. */
export function oneOf<Row>(rows: readonly Row[], fits: (row: Row) => boolean): Row {
  const found = rows.find(fits)
  if (found === undefined) throw new Error('the demo has no such record (any more)')
  return found
}
