import { randomBytes } from 'node:crypto'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { ProviderRefusedFor } from '../../../../src/contract/provider-refusals.ts'
import { nameLength, type Role } from '../../../../src/contract/users.ts'
import type { Db } from '../../../db/connect.ts'
import { providerAccounts, staff } from '../../../db/schema/staff.ts'
import type { ProviderPerson } from '../../../outside/openid/port.ts'
import type { Config } from '../../../process/config.ts'
import { createStaff, findAccount } from '../accounts.ts'
import { endSessions } from '../sessions.ts'

type Settings = NonNullable<Config['oidc']>

/** The strongest role among a person's groups; null if none of them has one. */
export function roleOf({ roles }: Settings, groups: readonly string[]): Role | null {
  const found = roles.flatMap(({ group, rol }) => (groups.includes(group) ? [rol] : []))
  return found.length === 0 ? null : found.includes(1) ? 1 : 2
}

export type Bound = { account: { id: number; email: string }; changes: Record<string, unknown> } | { refusal: ProviderRefusedFor }

/**
 * The account of a person from the provider: bound to issuer and subject, the first time matched by verified email, else made. Its role follows
 * the groups, but the last one with role 1 keeps it (ruling 5). A new role ends the person's other sessions (ruling 10).
 * @param now unix seconds
 */
export async function accountOf(tx: Db, settings: Settings, person: ProviderPerson, now: number): Promise<Bound> {
  const rol = roleOf(settings, person.groups)
  const bound = await findBound(tx, person)
  if (rol === null) {
    // Whoever has left all groups is out everywhere, as if switched off there.
    if (bound) await endSessions(tx, bound.id)
    return { refusal: 'no-group' }
  }
  const known = bound ?? (person.email === null ? null : await findAccount(tx, person.email))
  if (!bound && !person.isEmailVerified) return { refusal: 'unverified-email' }
  if (!known)
    return person.email === null ? { refusal: 'unverified-email' } : { ...(await makeAccount(tx, person, person.email, rol, now)) }
  if (known.disabledAt !== null) return { refusal: 'switched-off' }
  const isFirst = bound === null
  // Of two at once the second finds the account bound already.
  if (isFirst && !(await bind(tx, known.id, person))) return { refusal: 'other-account' }
  const given = await giveRole(tx, known, rol)
  const changes = { ...(isFirst ? { provider: person.issuer } : {}), ...(given ? { rol } : {}) }
  return { account: { id: known.id, email: known.email }, changes }
}

async function findBound(tx: Db, { issuer, subject }: ProviderPerson) {
  const [found] = await tx
    .select({ staff })
    .from(providerAccounts)
    .innerJoin(staff, eq(staff.id, providerAccounts.staffId))
    .where(and(eq(providerAccounts.issuer, issuer), eq(providerAccounts.subject, subject)))
    .for('update', { of: staff })
  return found?.staff ?? null
}

/** @returns whether it was not bound before */
async function bind(tx: Db, staffId: number, { issuer, subject }: ProviderPerson): Promise<boolean> {
  const bound = await tx.insert(providerAccounts).values({ staffId, issuer, subject }).onConflictDoNothing().returning()
  return bound.length === 1
}

/** Its password is unknown to everybody until one is set. */
async function makeAccount(tx: Db, person: ProviderPerson, email: string, rol: Role, now: number) {
  const called = (person.name ?? email.split('@')[0] ?? '').trim().slice(0, nameLength.max)
  const fits = called.length >= nameLength.min ? called : 'Staff'
  const { id } = await createStaff(tx, { name: fits, email, password: randomBytes(32).toString('base64url'), rol, now })
  await bind(tx, id, person)
  return { account: { id, email }, changes: { provider: person.issuer, rol, created: true } }
}

/**
 * Gives an account the role of its groups.
 * @returns whether it changed
 */
export async function giveRole(tx: Db, account: { id: number; rol: number }, rol: Role): Promise<boolean> {
  if (account.rol === rol || (account.rol === 1 && (await isLastFull(tx, account.id)))) return false
  await tx
    .update(staff)
    .set({ rol, version: sql`${staff.version} + 1` })
    .where(eq(staff.id, account.id))
  await endSessions(tx, account.id)
  return true
}

async function isLastFull(tx: Db, id: number): Promise<boolean> {
  const full = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.rol, 1), isNull(staff.disabledAt), ne(staff.id, id)))
    .limit(1)
  return full.length === 0
}
