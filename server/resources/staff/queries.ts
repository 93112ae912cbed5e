import { and, desc, eq, gt, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { beginsWords, termWords } from '../../../src/contract/customer-match.ts'
import { emailSpellings } from '../../../src/contract/email-identity.ts'
import { foldText } from '../../../src/contract/fold.ts'
import type { Pagination } from '../../../src/contract/list.ts'
import type { UserSession } from '../../../src/contract/user-sessions.ts'
import type { UserAccount, UserListQuery } from '../../../src/contract/users.ts'
import type { Db } from '../../db/connect.ts'
import { escapeLike } from '../../db/list/escape-like.ts'
import { listPage } from '../../db/list/list.ts'
import { sessions, staff } from '../../db/schema/staff.ts'
import { sessionLimits } from '../../http/access/session.ts'
import { ApiError } from '../../http/errors.ts'
import type { Config } from '../../process/config.ts'
import { locksOf } from '../auth/limits.ts'

/** An account as stored. */
export type UserRow = Omit<UserAccount, 'lockedUntil'>

/** Account columns that may leave the server: never password hash or secret. */
export const userColumns = {
  id: staff.id,
  name: staff.name,
  email: staff.email,
  rol: staff.rol,
  '2fa': sql<boolean>`staff.totp_secret is not null`,
  createdAt: staff.createdAt,
  isLastFull: sql<boolean>`staff.rol = 1 and staff.disabled_at is null and not exists (
    select from staff other where other.rol = 1 and other.disabled_at is null and other.id <> staff.id)`,
  passkeys: sql<number>`(select count(*)::int from passkeys where passkeys.staff_id = staff.id)`,
  provider: sql<string | null>`(select issuer from provider_accounts where provider_accounts.staff_id = staff.id)`,
  disabledAt: staff.disabledAt,
  version: staff.version,
}

const sortColumns: Record<UserListQuery['sort'], PgColumn | ReturnType<typeof sql>> = {
  id: staff.id,
  name: sql`lower(staff.name)`,
  email: sql`lower(staff.email)`,
  rol: staff.rol,
  createdAt: staff.createdAt,
}

/** A page of staff accounts (document 1, section 2). */
export async function listUsers(db: Db, query: UserListQuery): Promise<{ rows: UserAccount[]; pagination: Pagination }> {
  const { searchTerm, search } = query
  const where = and(searchTerm ? emailHas(searchTerm) : undefined, search ? await nameOrEmailHas(db, search) : undefined)
  const page = await listPage(db, { table: staff, columns: userColumns, where, sortBy: sortColumns[query.sort] }, query)
  return { ...page, rows: await withLocks(db, page.rows) }
}

const emailHas = (text: string) => or(...[text, ...emailSpellings(text)].map((part) => ilike(staff.email, `%${escapeLike(part)}%`)))

/** Compared here, because neither engine folds accents, and an installation has few accounts. */
async function nameOrEmailHas(db: Db, text: string): Promise<SQL> {
  const part = foldText(text)
  if (part === '') return sql`false`
  const hasWords = termWords(text).length > 0
  const accounts = await db.select({ id: staff.id, name: staff.name, email: staff.email }).from(staff)
  const isInside = (value: string) => foldText(value).includes(part)
  const found = accounts.filter(
    ({ name, email }) => (hasWords && beginsWords(name, text)) || isInside(name) || [email, ...emailSpellings(email)].some(isInside),
  )
  return inArray(
    staff.id,
    found.map(({ id }) => id),
  )
}

async function withLocks(db: Db, rows: readonly UserRow[]): Promise<UserAccount[]> {
  const locks = await locksOf(db, rows)
  return rows.map((row) => ({ ...row, lockedUntil: locks.get(row.id) ?? null }))
}

/** @throws ApiError not_found */
export async function getUser(db: Db, id: number): Promise<UserAccount> {
  const [found] = await withLocks(db, await db.select(userColumns).from(staff).where(eq(staff.id, id)))
  if (!found) throw userNotFound()
  return found
}

/** Documented wording (document 1, section 8). */
export function userNotFound(): ApiError {
  return new ApiError('not_found', 'User not found')
}

/** Most sessions shown per person. */
const maxSessions = 200

/**
 * A person's valid sessions, most recently seen first.
 * @param now unix seconds
 * @param ownIdHash the requesting session
 * @throws ApiError not_found for the person
 */
export async function listSessions(db: Db, config: Config, id: number, now: number, ownIdHash: string): Promise<UserSession[]> {
  await getUser(db, id)
  const { seenBefore, createdBefore } = sessionLimits(config, now)
  return db
    .select({
      id: sessions.publicId,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      ip: sessions.ip,
      userAgent: sessions.userAgent,
      isCurrent: sql<boolean>`${sessions.idHash} = ${ownIdHash}`,
    })
    .from(sessions)
    .where(and(eq(sessions.staffId, id), gt(sessions.lastSeenAt, seenBefore), gt(sessions.createdAt, createdBefore)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.publicId))
    .limit(maxSessions)
}
