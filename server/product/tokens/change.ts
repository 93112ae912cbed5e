import { eq } from 'drizzle-orm'
import type { TokenInput } from '../../../src/contract/tokens.ts'
import { type AuditEntry, writeAudit } from '../../audit/write.ts'
import type { Orm } from '../../db/connect.ts'
import { serviceTokens } from '../../db/schema/tokens.ts'
import { newSecret } from '../../http/access/secrets.ts'
import { ApiError, throwIfRefused } from '../../http/errors.ts'
import { requireStill } from '../../resources/staff/lock.ts'

/** Who creates or revokes a token: a staff member, or the command line, which has no id. */
export type TokenManager = Pick<AuditEntry, 'staff' | 'ip'>

/** Characters of a token that are stored and shown. The other 36 contain 216 random bits. */
const prefixLength = 10

/**
 * Creates a service token with 256 random bits. Only its hash is stored, so it can be shown only now.
 * @param now unix seconds
 * @throws ApiError forbidden if the account may no longer do this
 */
export async function createToken(orm: Orm, actor: TokenManager, { name, scopes }: TokenInput, now: number) {
  const { value: token, hash: tokenHash } = newSecret('qd_')
  const made = { name, prefix: token.slice(0, prefixLength), scopes: [...new Set(scopes)] }
  return orm.transaction(async (tx) => {
    if (actor.staff.id !== null) await requireStill(tx, actor.staff.id, 'integrations.manage')
    const [row] = await tx
      .insert(serviceTokens)
      .values({ ...made, tokenHash, createdAt: now, createdBy: actor.staff.email })
      .returning({ id: serviceTokens.id })
    if (!row) throw new Error('the token was not returned')
    const auditId = await writeAudit(tx, { ...actor, now, action: 'token.create', targetType: 'token', targetId: row.id, after: made })
    return { id: row.id, token, auditId }
  })
}

/**
 * Revokes a service token for good.
 * @param now unix seconds
 * @returns the audit row's id
 * @throws ApiError not_found; forbidden; unavailable_action if it is already revoked
 */
export async function revokeToken(orm: Orm, actor: TokenManager, id: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    if (actor.staff.id !== null) await requireStill(tx, actor.staff.id, 'integrations.manage')
    const [token] = await tx.select().from(serviceTokens).where(eq(serviceTokens.id, id)).for('update')
    if (!token) throw new ApiError('not_found', `There is no token ${id}.`)
    throwIfRefused(token.revokedAt === null ? null : 'Already revoked.')
    await tx.update(serviceTokens).set({ revokedAt: now }).where(eq(serviceTokens.id, id))
    const { name, prefix } = token
    const change = { before: { name, prefix, revoked: false }, after: { name, prefix, revoked: true } }
    return writeAudit(tx, { ...actor, now, action: 'token.revoke', targetType: 'token', targetId: id, ...change })
  })
}
