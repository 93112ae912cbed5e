import { eq, sql } from 'drizzle-orm'
import { whyNotEnableUser } from '../../../src/contract/user-rules.ts'
import { type AuditEntry, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { staff } from '../../db/schema/staff.ts'
import { ApiError, throwIfRefused } from '../../http/errors.ts'
import { findAccount, lockAccounts } from '../auth/accounts.ts'
import { makeLink } from '../auth/links.ts'
import { unlock } from './unlock.ts'

/** Actor for changes made on the server's command line. */
const commandLine = { staff: { id: null, email: 'npm run staff' }, ip: null } as const satisfies Partial<AuditEntry>

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** @throws ApiError not_found */
const onAccount = <Result>(orm: Orm, email: string, work: (tx: Db, account: Account) => Promise<Result>): Promise<Result> =>
  orm.transaction(async (tx) => {
    await lockAccounts(tx)
    const account = await findAccount(tx, email)
    if (!account) throw new ApiError('not_found', `There is no account with the e-mail ${email}.`)
    return work(tx, account)
  })

/**
 * Clears a sign-in lock.
 * @throws ApiError not_found; unavailable_action if sign-in isn't locked
 */
export const unlockByEmail = (orm: Orm, email: string, now: number): Promise<number> =>
  onAccount(orm, email, (tx, account) => unlock(tx, account, commandLine, now))

/**
 * Switches an account on again.
 * @throws ApiError not_found; unavailable_action if it is on
 */
export const enableByEmail = (orm: Orm, email: string, now: number): Promise<number> =>
  onAccount(orm, email, async (tx, account) => {
    throwIfRefused(whyNotEnableUser(account))
    await tx
      .update(staff)
      .set({ disabledAt: null, version: sql`${staff.version} + 1` })
      .where(eq(staff.id, account.id))
    const change = { action: 'user.enable', before: { disabled: true }, after: { disabled: false } } as const
    return writeAudit(tx, { ...commandLine, now, targetType: 'staff', targetId: account.id, ...change })
  })

/**
 * Makes a link that signs in once.
 * @returns its token
 * @throws ApiError not_found; unavailable_action if the account is switched off
 */
export const linkByEmail = (orm: Orm, email: string, now: number): Promise<string> =>
  onAccount(orm, email, (tx, account) => {
    if (account.disabledAt !== null) throw new ApiError('unavailable_action', `${email} is switched off: npm run staff -- enable ${email}`)
    return makeLink(tx, account.id, now)
  })
