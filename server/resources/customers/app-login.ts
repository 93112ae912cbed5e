import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { type AppLoginMode, type AppVisit, appLinkSeconds, appVisitSeconds } from '../../../src/contract/app-login.ts'
import { whyNotAppLogin } from '../../../src/contract/customer-rules.ts'
import type { Actor } from '../../audit/write.ts'
import type { Orm } from '../../db/connect.ts'
import { externalIdOf } from '../../db/external-id.ts'
import { appLoginTokens } from '../../db/schema/customer-records.ts'
import { staff } from '../../db/schema/staff.ts'
import { throwIfRefused } from '../../http/errors.ts'
import { auditCustomer } from './change.ts'
import { requireInvited } from './invited.ts'
import { readCustomer, requireCustomer } from './rules.ts'

/** The app page a login lands on. */
const startPage = '/app/my-qr-codes'

interface Wanted {
  /** Without trailing slash. */
  appUrl: string
  /** Unix seconds. */
  now: number
  /** Log in as the invited person; refused if pending or another account's. */
  invitation?: number | undefined
  mode?: AppLoginMode | undefined
  reason?: string | undefined
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Creates a one-time URL of the product's app (ruling 37). Only the token's hash is stored, and none of it in the audit
 * row. What else the link stands for is told to the product alone, as addresses end up in histories and logs.
 * @throws ApiError not_found; unavailable_action for deleted accounts, and for customers who want no visits
 */
export async function appLoginUrl(
  orm: Orm,
  actor: Actor,
  id: number,
  { appUrl, now, invitation, mode = 'look', reason }: Wanted,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await orm.transaction(async (tx) => {
    throwIfRefused(whyNotAppLogin(await requireCustomer(tx, id)))
    if (invitation !== undefined) await requireInvited(tx, invitation, id)
    await tx.insert(appLoginTokens).values({ tokenHash: hashOf(token), userId: id, staffId: actor.staff.id, mode, reason, createdAt: now })
    await auditCustomer(tx, actor, id, now, { action: 'customer.app-login', after: { mode, reason: reason ?? null } })
  })
  return `${appUrl}${startPage}?token=${token}`
}

/**
 * Spends a link that somebody opened; one of several requests at once succeeds.
 * @param now unix seconds
 * @returns null if it is wrong, used or too old, or if the customer may not be visited any more
 */
export function redeemAppLogin(orm: Orm, token: string, now: number): Promise<AppVisit | null> {
  return orm.transaction(async (tx) => {
    const [used] = await tx
      .update(appLoginTokens)
      .set({ usedAt: now })
      .where(
        and(eq(appLoginTokens.tokenHash, hashOf(token)), isNull(appLoginTokens.usedAt), gt(appLoginTokens.createdAt, now - appLinkSeconds)),
      )
      .returning()
    if (!used) return null
    const customer = await readCustomer(tx, used.userId, { lock: false })
    const [asker] = used.staffId === null ? [] : await tx.select().from(staff).where(eq(staff.id, used.staffId))
    if (!customer || !asker || asker.disabledAt !== null || whyNotAppLogin(customer) !== null) return null
    return {
      customer: await externalIdOf(tx, 'customers', used.userId),
      customerId: used.userId,
      mode: used.mode,
      staff: { name: asker.name, email: asker.email },
      reason: used.reason,
      endsAt: used.createdAt + appVisitSeconds,
    }
  })
}
