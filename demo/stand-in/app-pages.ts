import { createHash } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Orm } from '../../server/db/connect.ts'
import { appLoginTokens } from '../../server/db/schema/customer-records.ts'
import { customers } from '../../server/db/schema/customers.ts'
import type { AppContext } from '../../server/outside/context.ts'
import { fullNameOf } from '../../server/resources/customers/queries.ts'
import { html, sendPage } from './page.ts'

/** Seconds a link is valid (ruling 37). */
const linkSeconds = 60

/** Stands in for the product's app: shows who a one-time link logs in. */
export function appPages(app: FastifyInstance, { database, config, now }: AppContext): void {
  // Not for HEAD, which link checkers use: it would spend the link.
  app.get<{ Querystring: { token?: unknown } }>('/stand-in/app/my-qr-codes', { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = request.query
    const customer = typeof token === 'string' && token.length <= 200 ? await redeem(database.orm, token, now()) : null
    if (customer === null) {
      return sendPage(
        reply,
        403,
        'This link is not valid',
        html`<p>A link into the app works once and for ${linkSeconds} seconds. It was used, is too old, or is wrong. Ask for a new one in ${config.productName}.</p>`,
      )
    }
    return sendPage(
      reply,
      200,
      'My QR codes',
      html`<p class="note">This page stands in for the product’s own app.</p>
<p>You are signed in as <strong>${fullNameOf(customer) || customer.email}</strong>, ${customer.email}, customer ${customer.id}.</p>`,
    )
  })
}

/**
 * Spends a link; one of several concurrent requests succeeds. Null
 * if it is wrong, used, too old, or the customer is deleted.
 */
async function redeem(orm: Orm, token: string, now: number) {
  const tokenHash = createHash('sha256').update(token).digest('hex')
  return orm.transaction(async (tx) => {
    const [used] = await tx
      .update(appLoginTokens)
      .set({ usedAt: now })
      .where(and(eq(appLoginTokens.tokenHash, tokenHash), isNull(appLoginTokens.usedAt), gt(appLoginTokens.createdAt, now - linkSeconds)))
      .returning({ userId: appLoginTokens.userId })
    if (!used) return null
    const [customer] = await tx
      .select({ id: customers.id, firstName: customers.firstName, lastName: customers.lastName, email: customers.email })
      .from(customers)
      .where(and(eq(customers.id, used.userId), eq(customers.deleted, false)))
    return customer ?? null
  })
}
