import { and, eq, isNotNull, lte } from 'drizzle-orm'
import type { Orm } from '../../../db/connect.ts'
import { providerAccounts, sessions } from '../../../db/schema/staff.ts'
import type { OpenIdProvider } from '../../../outside/openid/port.ts'

/** Ends what a notice of the provider names: one session, or all of a person that began before it. */
export async function endAtNotice(
  orm: Orm,
  { issuer, subject, session, issuedAt }: Awaited<ReturnType<OpenIdProvider['readLogout']>>,
): Promise<void> {
  const isThere = eq(providerAccounts.issuer, issuer)
  const isMeant =
    session === null
      ? and(isThere, eq(providerAccounts.subject, subject ?? ''))
      : and(isThere, eq(sessions.providerSession, session), subject === null ? undefined : eq(providerAccounts.subject, subject))
  const found = await orm
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .innerJoin(providerAccounts, eq(providerAccounts.staffId, sessions.staffId))
    .where(and(isNotNull(sessions.refreshedAt), lte(sessions.createdAt, issuedAt), isMeant))
  for (const { idHash } of found) await orm.delete(sessions).where(eq(sessions.idHash, idHash))
}
