import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readSession } from '../../server/http/access/session.ts'
import { ApiError } from '../../server/http/errors.ts'
import type { AppContext } from '../../server/outside/context.ts'
import { ProviderUnknown } from '../../server/outside/payments/port.ts'
import type { SandboxProvider } from '../../server/outside/payments/sandbox/sandbox.ts'
import { facts, type Html, html, sendPage } from './page.ts'

type Params = { Params: { id: string } }

/** Stands in for the payment provider's dashboard, showing the embedded provider's books to signed-in staff. */
export function providerPages(app: FastifyInstance, context: AppContext, sandbox: SandboxProvider): void {
  app.get<Params>('/stand-in/provider/customers/:id', (request, reply) =>
    forStaff(context, request, reply, async () => {
      const { id } = request.params
      const customer = await sandbox.customer(id)
      if (customer === null) return notFound(reply, `The payment provider knows no customer ${id}.`)
      const { subscription, discount, email } = customer
      return page(reply, `Customer ${id}`, [
        facts({ 'E-mail': email, Discount: discount === null ? null : `${discount} %` }),
        html`<h2>Subscription</h2>`,
        subscription === null
          ? html`<p>None.</p>`
          : facts({
              Id: subscription.id,
              Status: subscription.status,
              'Cancels at the end of the period': subscription.cancelAtPeriodEnd,
              'Period ends': day(subscription.currentPeriodEnd),
              'Trial ends': day(subscription.trialEnd),
              'Canceled at': day(subscription.canceledAt),
              'Ended at': day(subscription.endedAt),
            }),
      ])
    }),
  )

  app.get<Params>('/stand-in/provider/payments/:id', (request, reply) =>
    forStaff(context, request, reply, async () => {
      const { id } = request.params
      const payment = await sandbox.payment(id)
      if (payment === null) return notFound(reply, `The payment provider knows no payment ${id}.`)
      return page(reply, `Payment ${id}`, [
        facts({
          Status: payment.status,
          Invoice: payment.invoiceStatus,
          Dispute: payment.disputeStatus,
          'Reason of the dispute': payment.disputeReason,
          'Early fraud warning': payment.earlyFraud,
          'Refunded, in the smallest unit': payment.amountRefunded,
          'Confirmed at': day(payment.confirmedAt),
        }),
      ])
    }),
  )
}

async function forStaff(context: AppContext, request: FastifyRequest, reply: FastifyReply, show: () => Promise<FastifyReply>) {
  try {
    await readSession(context, request)
    return await show()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthorized')
      return sendPage(reply, 401, 'Sign in first', html`<p>This page is for staff: <a href="/login">sign in</a>, then open it again.</p>`)
    if (error instanceof ProviderUnknown)
      return sendPage(reply, 504, 'No answer', html`<p>The payment provider does not answer. Load the page again.</p>`)
    throw error
  }
}

function page(reply: FastifyReply, title: string, content: Html[]): FastifyReply {
  return sendPage(reply, 200, title, html`<p class="note">This page stands in for the payment provider’s own.</p>${content}`)
}

function notFound(reply: FastifyReply, message: string): FastifyReply {
  return sendPage(reply, 404, 'Not found', html`<p>${message}</p>`)
}

/** In UTC, like real providers. */
function day(at: number | null): string | null {
  return at === null ? null : `${new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
