import { and, eq, isNotNull, lte } from 'drizzle-orm'
import type { Orm } from '../../../db/connect.ts'
import { sessions, staff } from '../../../db/schema/staff.ts'
import type { OpenIdProvider } from '../../../outside/openid/port.ts'

/** Ends what a notice of the provider names: one session, or all of a person that began before it. */
export async function endAtNotice(
  orm: Orm,
  { issuer, subject, session, issuedAt }: Awaited<ReturnType<OpenIdProvider['readLogout']>>,
): Promise<void> {
  const isMeant =
    session === null
      ? and(eq(staff.issuer, issuer), eq(staff.subject, subject ?? ''))
      : and(eq(staff.issuer, issuer), eq(sessions.providerSession, session), subject === null ? undefined : eq(staff.subject, subject))
  const found = await orm
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .innerJoin(staff, eq(staff.id, sessions.staffId))
    .where(and(isNotNull(sessions.refreshedAt), lte(sessions.createdAt, issuedAt), isMeant))
  for (const { idHash } of found) await orm.delete(sessions).where(eq(sessions.idHash, idHash))
}
