import type { FastifyInstance } from 'fastify'
import { getPaymentDetails } from '../../../src/contract/details.ts'
import * as contract from '../../../src/contract/payments.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { askProvider } from '../../outside/payments/ask.ts'
import { approvePayment } from './approve.ts'
import { paymentDetails } from './details.ts'
import { listPayments } from './queries.ts'
import { refundPayment } from './refund.ts'

export function paymentRoutes(app: FastifyInstance, context: AppContext) {
  const { database, payments } = context

  mount(app, context, contract.listPayments, ({ query }) => database.reading((orm) => listPayments(orm, query)))

  mount(app, context, getPaymentDetails, ({ params }) => paymentDetails(database.orm, params.id))

  mount(app, context, contract.listCoupons, async () => {
    const unanswered = 'The payment provider did not answer in time: the coupons are not known.'
    const coupons = await askProvider(unanswered, () => payments.coupons())
    return coupons.map(({ name, percentOff }) => ({ name, percent_off: percentOff }))
  })

  mount(app, context, contract.refundPayment, async ({ params, body, actor }) => {
    const { payment, auditId } = await refundPayment(context, actor, params.id, body)
    return { success: true as const, payment, undoable: false, ...(auditId === null ? {} : { auditId }) }
  })

  mount(app, context, contract.approvePayment, async ({ params, actor }) => {
    const { success, status, confirmedAt, auditId } = await approvePayment(context, actor, params.id)
    return { success, data: { paymentUpdate: { status, confirmedAt } }, ...(auditId === null ? {} : { auditId }) }
  })
}
