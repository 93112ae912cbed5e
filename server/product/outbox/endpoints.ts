import { randomBytes } from 'node:crypto'
import { count, eq } from 'drizzle-orm'
import { maxWebhookEndpoints, type WebhookEndpointEdit, type WebhookEndpointInput } from '../../../src/contract/webhooks.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { webhookDeliveries, webhookEndpoints } from '../../db/schema/outbox.ts'
import { ApiError, throwIfRefused } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { openSecret, sealSecret } from '../../resources/auth/secrets.ts'
import { requireStill } from '../../resources/staff/lock.ts'
import { whyNotAsked } from './addresses.ts'
import { type Answer, sendWebhook } from './send.ts'

type EndpointRow = typeof webhookEndpoints.$inferSelect

/** Binds the sealed secret to its endpoint. */
const sealedFor = (id: number) => `webhook:${id}`

/**
 * The signing secret of an endpoint.
 * @throws Error if it was sealed with another key
 */
export const secretOf = (key: Buffer, { id, secret }: Pick<EndpointRow, 'id' | 'secret'>) => openSecret(key, sealedFor(id), secret)

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/**
 * Gives every endpoint a new secret: without the lost key, the old ones can't be opened. Deliveries are retried until the product has them.
 * @param key the new key
 */
export async function renewSecrets(tx: Db, key: Buffer): Promise<{ url: string; secret: string }[]> {
  const rows = await tx.select().from(webhookEndpoints).orderBy(webhookEndpoints.id).for('update')
  const renewed = rows.map(({ id, url }) => ({ id, url, secret: newSecret() }))
  for (const { id, secret } of renewed)
    await tx
      .update(webhookEndpoints)
      .set({ secret: sealSecret(key, sealedFor(id), secret) })
      .where(eq(webhookEndpoints.id, id))
  return renewed.map(({ url, secret }) => ({ url, secret }))
}

/**
 * Adds an endpoint. It receives changes that staff make from now on.
 * @returns its id, its secret, which is shown only this once, and the audit row's id
 * @throws ApiError unprocessable if the address is not allowed; unavailable_action if there are too many endpoints; forbidden
 */
export async function createEndpoint({ database, config, now }: AppContext, actor: Actor, { url, events }: WebhookEndpointInput) {
  requireAskable(url, config.webhookPrivateAddresses)
  const secret = newSecret()
  return database.orm.transaction(async (tx) => {
    await requireStill(tx, actor.staff.id, 'integrations.manage')
    const [has] = await tx.select({ all: count() }).from(webhookEndpoints)
    throwIfRefused((has?.all ?? 0) < maxWebhookEndpoints ? null : `There are ${maxWebhookEndpoints} webhooks already.`)
    const [row] = await tx
      .insert(webhookEndpoints)
      .values({ url, secret: '', events: [...new Set(events)], createdAt: now() })
      .returning()
    if (!row) throw new Error('the endpoint was not returned')
    // The secret is sealed for its row, whose id is known only now.
    await tx
      .update(webhookEndpoints)
      .set({ secret: sealSecret(config.secretKey, sealedFor(row.id), secret) })
      .where(eq(webhookEndpoints.id, row.id))
    const auditId = await writeAudit(tx, {
      ...actor,
      now: now(),
      action: 'webhook.create',
      targetType: 'webhook',
      targetId: row.id,
      after: shown(row),
    })
    return { id: row.id, secret, auditId }
  })
}

/**
 * Changes an endpoint's address, events, or whether it is on. Turning it on makes pending deliveries due immediately.
 * @throws ApiError not_found; unprocessable; forbidden
 */
export async function updateEndpoint({ database, config, now }: AppContext, actor: Actor, id: number, edit: WebhookEndpointEdit) {
  if (edit.url !== undefined) requireAskable(edit.url, config.webhookPrivateAddresses)
  return database.orm.transaction(async (tx) => {
    await requireStill(tx, actor.staff.id, 'integrations.manage')
    const before = await lock(tx, id)
    const { url = before.url, events = before.events, isOn = before.disabledAt === null } = edit
    const wasOn = before.disabledAt === null
    const state = isOn
      ? { disabledAt: null, disabledReason: null, ...(wasOn ? {} : { failingSince: null }) }
      : wasOn
        ? { disabledAt: now(), disabledReason: `Switched off by ${actor.staff.email}.` }
        : {}
    const [after] = await tx
      .update(webhookEndpoints)
      .set({ url, events: [...new Set(events)], ...state })
      .where(eq(webhookEndpoints.id, id))
      .returning()
    if (isOn && !wasOn) await tx.update(webhookDeliveries).set({ nextAt: now() }).where(eq(webhookDeliveries.endpointId, id))
    return writeAudit(tx, {
      ...actor,
      now: now(),
      action: 'webhook.edit',
      targetType: 'webhook',
      targetId: id,
      before: shown(before),
      after: shown(after ?? before),
    })
  })
}

/**
 * Deletes an endpoint and its deliveries.
 * @throws ApiError not_found; forbidden
 */
export async function deleteEndpoint({ database, now }: AppContext, actor: Actor, id: number): Promise<number> {
  return database.orm.transaction(async (tx) => {
    await requireStill(tx, actor.staff.id, 'integrations.manage')
    const before = await lock(tx, id)
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id))
    return writeAudit(tx, {
      ...actor,
      now: now(),
      action: 'webhook.delete',
      targetType: 'webhook',
      targetId: id,
      before: shown(before),
    })
  })
}

/**
 * Sends a `test` event and returns the endpoint's answer.
 * @throws ApiError not_found
 */
export async function testEndpoint({ database, config, now }: AppContext, id: number): Promise<Answer> {
  const [row] = await database.orm.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  if (!row) throw missing(id)
  const body = JSON.stringify({ type: 'test', timestamp: new Date(now() * 1000).toISOString(), data: {} })
  const message = {
    id: `test_${randomBytes(9).toString('base64url')}`,
    url: row.url,
    secret: secretOf(config.secretKey, row),
    body,
    now: now(),
  }
  return sendWebhook(message, config.webhookPrivateAddresses)
}

/** What the audit trail records of an endpoint: never its secret. */
const shown = ({ url, events, disabledAt }: EndpointRow) => ({ url, events, on: disabledAt === null })

const missing = (id: number) => new ApiError('not_found', `There is no webhook ${id}.`)

async function lock(tx: Db, id: number): Promise<EndpointRow> {
  const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('update')
  if (!row) throw missing(id)
  return row
}

function requireAskable(url: string, allowsPrivate: boolean) {
  const refusal = whyNotAsked(new URL(url), allowsPrivate)
  if (refusal !== null) throw new ApiError('unprocessable', 'Check: url.', { details: { url: refusal } })
}
