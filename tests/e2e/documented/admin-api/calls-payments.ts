import { type Call, File, known, listOf, paging, Refused, sort } from './call.ts'

const refundState = ({ amount, amountRefunded }: { amount: number; amountRefunded: number }) => {
  if (amountRefunded === 0) return null
  return amountRefunded === amount ? 'FULLY' : 'PARTIALLY'
}

/** Document 1, section 7: Payments; document 2, section 7: Invoices. */
export const paymentCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/payments',
    query: [
      ...paging,
      ...sort,
      'user',
      'country',
      'stripePaymentIntentStatus',
      'stripeInvoiceStatus',
      'refunded',
      'disputed',
      'stripePaymentMethodType',
      'trialPlan',
    ],
    answer: ({ world, query }) => {
      const { user, country, stripePaymentIntentStatus: intent, stripeInvoiceStatus: invoice, refunded, disputed } = query
      const found = world.payments.filter(
        (payment) =>
          (user === undefined || String(payment.userId) === user) &&
          (country === undefined || payment.country === country.toLowerCase()) &&
          (intent === undefined || payment.stripePaymentIntentStatus === intent) &&
          (invoice === undefined || payment.stripeInvoiceStatus === invoice) &&
          (refunded === undefined || refundState(payment) === refunded) &&
          (disputed === undefined ||
            (disputed === 'all' ? payment.stripeDisputeStatus !== null : payment.stripeDisputeStatus === disputed)),
      )
      return listOf(found, query)
    },
  },
  { method: 'GET', path: '/payments/coupons', answer: ({ world }) => world.coupons },
  {
    method: 'PATCH',
    path: '/payments/{id}/refund',
    body: { amount: 'number?' },
    answer: ({ world, params, body }) => {
      const payment = known(world.payments, params[0])
      const left = payment.amount - payment.amountRefunded
      const amount = body['amount'] === undefined ? left : Number(body['amount'])
      if (payment.stripeInvoiceStatus !== 'paid' || amount <= 0 || amount > left) throw new Refused(409, 'It cannot be refunded.')
      payment.amountRefunded += amount
      payment.finalAmountRefunded += Math.round((amount * payment.finalAmount) / payment.amount)
      payment.refundCurrency = payment.currency
      return { success: true }
    },
  },
  {
    // No document prints this path, so it is ours (ruling 16).
    method: 'PATCH',
    path: '/payments/{id}/force-approve',
    access: 'full',
    answer: ({ world, params }) => {
      const payment = known(world.payments, params[0])
      Object.assign(payment, {
        stripePaymentIntentStatus: 'succeeded',
        status: 'succeeded',
        stripeInvoiceStatus: 'paid',
        confirmedAt: world.now,
      })
      return { success: true, data: { paymentUpdate: { status: payment.status, confirmedAt: payment.confirmedAt } } }
    },
  },
  {
    method: 'GET',
    path: '/invoices',
    query: [...paging, 'user', 'invoiceId', 'month', 'year'],
    answer: ({ world, query }) => {
      const { user, invoiceId, month, year } = query
      const isOf = (seconds: number) => {
        const [, inMonth, inYear] = new Intl.DateTimeFormat('en-GB', {
          timeZone: 'Europe/Madrid',
          day: 'numeric',
          month: 'numeric',
          year: 'numeric',
        })
          .format(seconds * 1000)
          .split('/')
        return (month === undefined || Number(inMonth) === Number(month)) && (year === undefined || inYear === year)
      }
      const found = world.invoices.filter(
        ({ id, customer, createdAt }) =>
          (invoiceId === undefined || String(id) === invoiceId) && (user === undefined ? isOf(createdAt) : String(customer) === user),
      )
      return listOf(found, query)
    },
  },
  { method: 'GET', path: '/invoices/files/zip', query: ['month', 'year', 'user'], answer: () => new File('application/zip', emptyZip) },
  {
    method: 'DELETE',
    path: '/invoices/files/{link}',
    answer: ({ world, params }) => {
      const invoice = world.invoices.find(({ link }) => link === params[0])
      if (!invoice) throw new Refused(404, 'Not found')
      invoice.link = `${invoice.link}-again`
      return { fileId: invoice.link }
    },
  },
  { method: 'GET', path: '/invoices/files/{link}', answer: () => new File('application/pdf', '%PDF-1.4\n%%EOF\n') },
  {
    method: 'GET',
    path: '/invoices/csv-data',
    access: 'full',
    query: ['from', 'to'],
    answer: () => new File('text/csv', 'id,customer\n803,102\n'),
  },
  {
    method: 'GET',
    path: '/invoices/csv-sales',
    access: 'full',
    query: ['from', 'to'],
    answer: () => new File('text/csv', 'id,amount\n901,2400\n'),
  },
]

/** An empty zip: just its end record. */
const emptyZip = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])
