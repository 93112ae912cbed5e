import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../server/outside/context.ts'
import { redeemAppLogin } from '../../server/resources/customers/app-login.ts'
import { readCustomer } from '../../server/resources/customers/rules.ts'
import { appLinkSeconds } from '../../src/contract/app-login.ts'
import { formatDateMinute } from '../../src/contract/dates.ts'
import { html, sendPage } from './page.ts'

/** Stands in for the product's app: shows who a one-time link logs in. */
export function appPages(app: FastifyInstance, { database, config, now }: AppContext): void {
  // Not for HEAD, which link checkers use: it would spend the link.
  app.get<{ Querystring: { token?: unknown } }>('/stand-in/app/my-qr-codes', { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = request.query
    const visit = typeof token === 'string' && token.length <= 200 ? await redeemAppLogin(database.orm, token, now()) : null
    const customer = visit && (await readCustomer(database.orm, visit.customerId, { lock: false }))
    if (!visit || !customer) {
      return sendPage(
        reply,
        403,
        'This link is not valid',
        html`<p>A link into the app works once and for ${appLinkSeconds} seconds. It was used, is too old, or is wrong. Ask for a new one in ${config.productName}.</p>`,
      )
    }
    const { mode, staff, reason, endsAt } = visit
    return sendPage(
      reply,
      200,
      'My QR codes',
      html`<p class="note">This page stands in for the product’s own app.</p>
<p>You are signed in as <strong>${customer.name}</strong>, ${customer.email}, customer ${customer.id}.</p>
<p>${staff.name} ${mode === 'look' ? 'looks around and can change nothing' : 'acts for them'}, until ${formatDateMinute(endsAt)}${reason === null ? '' : `: ${reason}`}.</p>`,
    )
  })
}
