import { and, arrayOverlaps, eq, ne, sql } from 'drizzle-orm'
import { emailIdentity, emailSpellings } from '../../../src/contract/email-identity.ts'
import { messages } from '../../../src/contract/fields.ts'
import { foldText } from '../../../src/contract/fold.ts'
import type { Db } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { ApiError } from '../../http/errors.ts'
import { hasKnownTopLevelDomain } from './email-domain.ts'

/** Advisory lock namespace for e-mail addresses. */
const emailLock = 46_000_010

/**
 * Whether another account that isn't deleted has this e-mail, ignoring case. There is no unique index, because deleted
 * accounts keep their address. Instead the address is locked for the transaction, so one of two concurrent changes wins.
 */
export async function isEmailTaken(tx: Db, email: string, exceptId: number): Promise<boolean> {
  const identity = emailIdentity(email)
  await tx.execute(sql`select pg_advisory_xact_lock(${emailLock}::int, hashtext(${identity}))`)
  const others = await tx
    .select({ email: customers.email })
    .from(customers)
    // The index finds similar addresses.
    .where(
      and(
        arrayOverlaps(customers.searchKeys, emailSpellings(email).map(foldText)),
        eq(customers.deleted, false),
        ne(customers.id, exceptId),
      ),
    )
  return others.some((other) => emailIdentity(other.email) === identity)
}

/** @throws ApiError email_conflict */
export async function requireFreeEmail(tx: Db, email: string, exceptId: number): Promise<void> {
  if (await isEmailTaken(tx, email, exceptId))
    throw new ApiError('email_conflict', messages.emailConflict, { details: { email: messages.emailConflict } })
}

/** @throws ApiError bad_request with the field if the top-level domain doesn't exist */
export function requireKnownTopLevelDomain(email: string): void {
  if (!hasKnownTopLevelDomain(email)) throw new ApiError('bad_request', 'Check: email.', { details: { email: messages.email } })
}
