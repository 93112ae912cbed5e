import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { emailIdentity, emailSpellings } from '../../../src/contract/email-identity.ts'
import { messages } from '../../../src/contract/fields.ts'
import { nameLength } from '../../../src/contract/users.ts'
import type { Db } from '../../db/connect.ts'
import { staff } from '../../db/schema/staff.ts'
import { ApiError } from '../../http/errors.ts'
import { liftLimits } from './limits.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

const isWritten = (email: string): SQL => sql`lower(${staff.email}) = lower(${email.trim()})`

/** Matches the account with this e-mail, ignoring case, surrounding blanks and how the host is spelled. */
export const hasEmail = (email: string): SQL => sql`(${isWritten(email)} or lower(${staff.email}) in ${emailSpellings(email)})`

/** The account with this e-mail; of two made earlier under two spellings of the host, the one as written. */
export async function findAccount(db: Db, email: string) {
  const [found] = await db
    .select()
    .from(staff)
    .where(hasEmail(email))
    .orderBy(desc(isWritten(email)), asc(staff.id))
    .limit(1)
  return found ?? null
}

/** Advisory lock for all staff accounts. */
const accountsLock = 46_000_030

/**
 * Serializes account changes, because being the last with role 1 depends on all other accounts. The lock is held
 * until the transaction ends; take it before locking any row.
 */
export async function lockAccounts(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${accountsLock}::bigint)`)
}

export interface NewStaff {
  name: string
  email: string
  password: string
  /** 1 is full access; 2 by default (ruling 5). */
  rol?: number
  /** Unix seconds. */
  now: number
}

/**
 * Creates a staff account. Doesn't check the password: use `passwordRule` first. Earlier failed tries on the e-mail are
 * cleared.
 * @throws ApiError email_conflict if the e-mail already has an account, ignoring case and how the host is spelled
 */
export async function createStaff(db: Db, { name, email, password, rol = 2, now }: NewStaff): Promise<{ id: number }> {
  await requireFreeEmail(db, email)
  const [created] = await db
    .insert(staff)
    .values({ name, email: email.trim(), passwordHash: await hashPassword(password), rol, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: staff.id })
  if (!created) throw emailConflict()
  await liftLimits(db, { ...created, email })
  return created
}

/** The unique index folds only ASCII and knows one spelling of a host, so compare here; there are few accounts. */
async function requireFreeEmail(db: Db, email: string): Promise<void> {
  const [identity, lowered] = [emailIdentity(email), email.trim().toLowerCase()]
  const accounts = await db.select({ email: staff.email }).from(staff)
  if (accounts.some((other) => emailIdentity(other.email) === identity || other.email.toLowerCase() === lowered)) throw emailConflict()
}

const emailConflict = () => new ApiError('email_conflict', messages.emailConflict, { details: { email: messages.emailConflict } })

/**
 * Ensures that a role 1 account with this password exists and is on; runs at every start for `ADMIN_EMAIL` and `ADMIN_PASSWORD`.
 * If it has to change the account, its sessions and lock end (ruling 10).
 */
export async function upsertAdmin(
  db: Db,
  { email, password, now = Math.floor(Date.now() / 1000) }: { email: string; password: string; now?: number },
): Promise<{ id: number; outcome: 'created' | 'updated' | 'unchanged' }> {
  const existing = await findAccount(db, email)
  if (!existing) {
    const local = email.trim().split('@')[0] ?? ''
    const name = local.length < nameLength.min ? 'Administrator' : local.slice(0, nameLength.max)
    try {
      return { ...(await createStaff(db, { name, email, password, rol: 1, now })), outcome: 'created' }
    } catch (error) {
      // Another server starts at the same time and was first.
      if (error instanceof ApiError && error.code === 'email_conflict') return upsertAdmin(db, { email, password, now })
      throw error
    }
  }
  const isFull = existing.rol === 1 && existing.disabledAt === null
  if (isFull && (await verifyPassword(existing.passwordHash, password))) return { id: existing.id, outcome: 'unchanged' }
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    await tx
      .update(staff)
      .set({ passwordHash, rol: 1, disabledAt: null, version: sql`${staff.version} + 1` })
      .where(eq(staff.id, existing.id))
    await endSessions(tx, existing.id)
    await liftLimits(tx, existing)
  })
  return { id: existing.id, outcome: 'updated' }
}

/** Whether the account is on and still has the checked password hash; locks the row until the transaction ends. */
export async function lockUnchanged(db: Db, account: { id: number; passwordHash: string }): Promise<boolean> {
  const rows = await db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, account.id), eq(staff.passwordHash, account.passwordHash), isNull(staff.disabledAt)))
    .for('share')
  return rows.length === 1
}

/** Locks an account for a sign-in that needs no password. @returns whether it is on */
export async function lockEnabled(db: Db, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, id), isNull(staff.disabledAt)))
    .for('share')
  return rows.length === 1
}

/** Said only to whoever has proved that the account is theirs. */
export const accountIsOff = () =>
  new ApiError('forbidden', 'This account is switched off. A colleague with full access can switch it on again.')
