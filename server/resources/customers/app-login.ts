import { createHash, randomBytes } from 'node:crypto'
import { whyNotAppLogin } from '../../../src/contract/customer-rules.ts'
import type { Actor } from '../../audit/write.ts'
import type { Orm } from '../../db/connect.ts'
import { appLoginTokens } from '../../db/schema/customer-records.ts'
import { throwIfRefused } from '../../http/errors.ts'
import { auditCustomer } from './change.ts'
import { requireInvited } from './invited.ts'
import { requireCustomer } from './rules.ts'

/** The app page a login lands on. */
const startPage = '/app/my-qr-codes'

/**
 * Creates a one-time URL of the product's app (ruling 37). Only the token's hash is stored, and none of it in the audit
 * row.
 * @param appUrl without trailing slash
 * @param now unix seconds
 * @param invitation log in as the invited person; refused if pending or another account's
 * @throws ApiError not_found; unavailable_action for deleted accounts
 */
export async function appLoginUrl(
  orm: Orm,
  actor: Actor,
  id: number,
  { appUrl, now, invitation }: { appUrl: string; now: number; invitation?: number | undefined },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const tokenHash = createHash('sha256').update(token).digest('hex')
  await orm.transaction(async (tx) => {
    throwIfRefused(whyNotAppLogin(await requireCustomer(tx, id)))
    if (invitation !== undefined) await requireInvited(tx, invitation, id)
    await tx.insert(appLoginTokens).values({ tokenHash, userId: id, staffId: actor.staff.id, createdAt: now })
    await auditCustomer(tx, actor, id, now, { action: 'customer.app-login' })
  })
  return `${appUrl}${startPage}?token=${token}`
}
