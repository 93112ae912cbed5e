import { and, eq, isNotNull, lte } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Role } from '../../../../src/contract/users.ts'
import { writeAudit } from '../../../audit/write.ts'
import type { Db } from '../../../db/connect.ts'
import { providerAccounts, sessions, staff } from '../../../db/schema/staff.ts'
import type { AppContext } from '../../../outside/context.ts'
import { ProviderRefusal } from '../../../outside/openid/port.ts'
import { lockAccounts } from '../accounts.ts'
import { openSecret, sealSecret } from '../secrets.ts'
import { endSession } from '../sessions.ts'
import { giveRole, roleOf } from './account.ts'
import { refreshRow } from './rows.ts'

/** Seconds after which a session is asked for again at the provider. */
const every = 300
/** Sessions per round. */
const atOnce = 100

/**
 * Asks the provider whether those who signed in by it may still, with their refresh tokens. A no ends the session; a provider that is down ends
 * nothing. Several servers share the work.
 */
export async function refreshSessions(context: AppContext, log: FastifyBaseLogger, signal?: AbortSignal): Promise<void> {
  const { openId, config, database, now } = context
  if (openId === null || config.oidc === null) return
  const { orm } = database
  const due = and(isNotNull(sessions.refreshToken), lte(sessions.refreshedAt, now() - every))
  const rows = await orm
    .select({
      idHash: sessions.idHash,
      refreshToken: sessions.refreshToken,
      account: { id: staff.id, email: staff.email },
      subject: providerAccounts.subject,
    })
    .from(sessions)
    .innerJoin(staff, eq(staff.id, sessions.staffId))
    .innerJoin(providerAccounts, eq(providerAccounts.staffId, staff.id))
    .where(due)
    .limit(atOnce)
  for (const { idHash, refreshToken, account, subject } of rows) {
    if (signal?.aborted) return
    // Whoever sets the time asks: a rotated token works once.
    const taken = await orm
      .update(sessions)
      .set({ refreshedAt: now() })
      .where(and(eq(sessions.idHash, idHash), due))
      .returning({ idHash: sessions.idHash })
    if (taken.length === 0 || refreshToken === null) continue
    try {
      const token = openSecret(config.secretKey, refreshRow(idHash), refreshToken)
      const fresh = await openId.refresh(token, subject)
      const sealed = sealSecret(config.secretKey, refreshRow(idHash), fresh.refreshToken)
      await orm.update(sessions).set({ refreshToken: sealed }).where(eq(sessions.idHash, idHash))
      if (fresh.groups === null) continue
      const rol = roleOf(config.oidc, fresh.groups)
      if (rol === null) await endSession(orm, idHash)
      else await orm.transaction((tx) => followGroups(tx, account, rol, now()))
    } catch (error) {
      if (error instanceof ProviderRefusal) await endSession(orm, idHash)
      else log.warn({ err: error }, 'the provider could not be asked about a session')
    }
  }
}

/** Gives the account the role of its groups, audited as at a sign-in. Under the lock, as being the last with role 1 depends on all others. */
async function followGroups(tx: Db, account: { id: number; email: string }, rol: Role, now: number): Promise<void> {
  await lockAccounts(tx)
  const [current] = await tx.select({ id: staff.id, rol: staff.rol }).from(staff).where(eq(staff.id, account.id)).for('update')
  if (!current || !(await giveRole(tx, current, rol))) return
  await writeAudit(tx, {
    staff: account,
    ip: null,
    now,
    action: 'auth.provider',
    targetType: 'staff',
    targetId: account.id,
    after: { rol },
  })
}
