import { CreditCardIcon, ShieldCheckIcon } from '@primer/octicons-react'
import { paymentsQuery } from '../../api/payments.ts'
import { dayOf, formatDate } from '../../contract/dates.ts'
import { maxPageSize } from '../../contract/list.ts'
import { formatMoney } from '../../contract/money.ts'
import { whyNotApprove, whyNotRefund } from '../../contract/payment-rules.ts'
import { PaymentListQuery, type PaymentRow } from '../../contract/payments.ts'
import { awaited } from '../engine/awaited.ts'
import type { Command, Delegate } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import type { Target } from '../engine/targets.ts'
import { cachedPage } from '../shared/cached-page.ts'
import { commandsOn } from '../shared/commands-on.ts'
import { goOnTo } from '../shared/go-on.ts'

const onCustomer = commandsOn('customer', { section: 'Payment', needs: 'payments.refund', places: ['page-menu'] })
const none = 'Nothing to refund.'
const refund = { command: 'payment.refund', none } as const

/** The first page of a customer's payments, newest first. */
const newestQuery = (customerId: number) => paymentsQuery({ ...PaymentListQuery.parse({}), user: customerId })
const allQuery = (customerId: number) => paymentsQuery({ ...PaymentListQuery.parse({}), perPage: maxPageSize, user: customerId })

const newest = ({ queryClient }: CommandContext, id: number) => cachedPage(queryClient, newestQuery(id).queryKey)
const all = ({ queryClient }: CommandContext, id: number) => queryClient.getQueryData(allQuery(id).queryKey)

/** The last one that brought money. */
const lastPaid = (rows: readonly PaymentRow[]) => rows.find(({ stripeInvoiceStatus }) => stripeInvoiceStatus === 'paid') ?? null
const asTarget = (record: PaymentRow): Target => ({ type: 'payment', record })
const titleOf = ({ amount, currency, createdAt }: PaymentRow) => `${formatMoney(amount, currency)}, ${formatDate(createdAt)}`

const last: Delegate = {
  ...refund,
  load: ({ queryClient }, id) => queryClient.fetchQuery({ ...newestQuery(id), networkMode: 'always' }),
  one: (context, id) => {
    const payment = lastPaid(newest(context, id)?.rows ?? [])
    return payment && asTarget(payment)
  },
}

const another: Delegate = {
  ...refund,
  load: ({ queryClient }, id) => queryClient.fetchQuery({ ...allQuery(id), networkMode: 'always' }),
  among: (context, id) =>
    all(context, id)?.rows.map((payment) => ({
      target: asTarget(payment),
      title: `${titleOf(payment)}, order ${payment.ref}`,
      day: dayOf(payment.createdAt),
    })) ?? null,
}

const approvable = (context: CommandContext, id: number) =>
  all(context, id)?.rows.filter((payment) => whyNotApprove(payment) === null) ?? null
const noApproval = 'Nothing to approve.'

const approval: Delegate = {
  command: 'payment.approve',
  none: noApproval,
  load: another.load,
  one: (context, id) => {
    const [only, second] = approvable(context, id) ?? []
    return only && !second ? asTarget(only) : null
  },
  among: another.among,
}

/** Refunding and approving a customer's payments, from the customer (rulings 30 and 31). */
export const customerRefundCommands: readonly Command[] = [
  onCustomer({
    verb: 'refund',
    title: ({ id }, context) => {
      const payment = context && lastPaid(newest(context, id)?.rows ?? [])
      return payment ? `Refund the last payment (${titleOf(payment)})` : 'Refund the last payment'
    },
    genericTitle: "Refund a customer's last payment",
    icon: CreditCardIcon,
    aka: ['Refund', 'Refund the last payment', 'Reimburse', 'Give money back', 'Money back', 'Give back', 'Pay back'],
    keywords: 'return latest newest amount',
    keys: 'p r',
    delegate: last,
    whyNot: ({ id }, context) => {
      const known = newest(context, id)
      if (!known) return null
      const payment = lastPaid(known.rows)
      return payment ? whyNotRefund(payment) : none
    },
    run: (context, { id }) => goOnTo(last, context, id),
  }),
  onCustomer({
    verb: 'refund-another',
    title: 'Refund another payment…',
    genericTitle: "Refund another of a customer's payments",
    icon: CreditCardIcon,
    aka: ['Money back', 'Give back', 'Pay back'],
    keywords: 'return choose',
    delegate: another,
    whyNot: ({ id }, context) => {
      const known = newest(context, id)
      const isWhole = known && known.pagination.total_results <= known.rows.length
      return isWhole && known.rows.every((payment) => whyNotRefund(payment) !== null) ? none : null
    },
    run: (context, record) => choose(context, 'customer.refund-another', record),
  }),
  onCustomer({
    verb: 'approve-payment',
    title: 'Force-approve a payment',
    genericTitle: "Force-approve a customer's payment",
    aka: ['Force approve', 'Approve', 'Approve payment', 'Approve bank transfer', 'Force approve bank transfer'],
    icon: ShieldCheckIcon,
    keywords: 'confirm accept',
    needs: 'payments.approve',
    places: [],
    delegate: approval,
    whyNot: ({ id }, context) => (approvable(context, id)?.length === 0 ? noApproval : null),
    run: (context, record) => choose(context, 'customer.approve-payment', record),
  }),
]

/** Opens the palette, which asks for the payment. */
function choose(context: CommandContext, command: string, record: Extract<Target, { type: 'customer' }>['record']) {
  awaited.current = { command, of: { type: 'customer', record } }
  context.ui.openPalette()
}
