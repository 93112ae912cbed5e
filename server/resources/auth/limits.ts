import { createHash } from 'node:crypto'
import { and, gt, inArray } from 'drizzle-orm'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { emailIdentity } from '../../../src/contract/email-identity.ts'
import type { Db } from '../../db/connect.ts'
import { knownBrowsers, rateLimits } from '../../db/schema/staff.ts'
import { addressKey } from '../../http/access/address-key.ts'
import { ApiError } from '../../http/errors.ts'

const quarterHour = 15 * 60
const day = 24 * 60 * 60

/** Sign-in tries per seconds. A sign-in completed with its code isn't counted. */
export const signInLimits = {
  address: { points: 40, duration: quarterHour },
  /** Questions for passkeys and the OpenID provider per address: each is a row. */
  question: { points: 120, duration: quarterHour },
  /** Password tries per account from unknown browsers, which share this limit. */
  account: { points: 10, duration: quarterHour },
  /**
   * Code tries per account from unknown browsers, across challenges: otherwise whoever knows the password could start
   * challenge after challenge and guess a code within days.
   */
  code: { points: 20, duration: day },
  /** The same per known browser, so that strangers can't lock out the owner. */
  browser: { points: 10, duration: quarterHour },
  'browser-code': { points: 20, duration: day },
} as const

type LimitName = keyof typeof signInLimits

/** A limit and the key it is counted by. */
type Counted = [name: LimitName, key: string]

interface Account {
  id: number
  email: string
}

/** Counts tries before they are checked, atomically in the database, so that parallel tries each count. */
export function signInLimiter(pool: Pool) {
  const limiter = (name: LimitName) =>
    new RateLimiterPostgres({
      ...signInLimits[name],
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: prefixOf(name),
      clearExpiredByTimeout: false,
    })
  const limiters: Record<LimitName, RateLimiterPostgres> = {
    address: limiter('address'),
    question: limiter('question'),
    account: limiter('account'),
    code: limiter('code'),
    browser: limiter('browser'),
    'browser-code': limiter('browser-code'),
  }

  /** Consumes limits in order and stops at the first refusal, so that later ones aren't used up. */
  async function consume(...all: Counted[]): Promise<void> {
    for (const [name, key] of all) {
      try {
        await limiters[name].consume(key)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        throw new ApiError('too_many_requests', 'Too many attempts, try again later.', { retryAfter: await secondsToWait(all) })
      }
    }
  }

  /** Waits for the longest refusing limit. */
  async function secondsToWait(all: Counted[]): Promise<number> {
    const waits = await Promise.all(
      all.map(async ([name, key]) => {
        const state = await limiters[name].get(key)
        return state !== null && state.consumedPoints >= signInLimits[name].points ? state.msBeforeNext : 0
      }),
    )
    return Math.max(1, Math.max(...waits) / 1000)
  }

  return {
    /**
     * Counts a password try. The address limit comes first: once it refuses, it can no longer lock others' accounts.
     * @param browserId row of the browser if the account knows it
     * @throws ApiError too_many_requests
     */
    async countPassword(ip: string, email: string, browserId: number | null): Promise<void> {
      await consume(['address', addressKey(ip)], browserId === null ? ['account', emailKey(email)] : ['browser', String(browserId)])
    },
    /**
     * Counts a question before a sign-in without a password.
     * @throws ApiError too_many_requests
     */
    async countQuestion(ip: string): Promise<void> {
      await consume(['question', addressKey(ip)])
    },
    /**
     * Counts a try without a password, which names no account.
     * @throws ApiError too_many_requests
     */
    async countAddress(ip: string): Promise<void> {
      await consume(['address', addressKey(ip)])
    },
    /**
     * Counts a code try.
     * @param browserId row of the browser if the account knows it
     * @throws ApiError too_many_requests
     */
    async countCode(staffId: number, browserId: number | null): Promise<void> {
      await consume(browserId === null ? ['code', String(staffId)] : ['browser-code', String(browserId)])
    },
    /**
     * After a completed sign-in: refunds the address and clears the account's limits; with a known browser only that
     * browser's, or each of its sign-ins would give strangers new guesses.
     * @param ip null if nothing was counted by address
     * @param browserId row of the browser if the account knew it before
     */
    async forgive(ip: string | null, staff: Account, browserId: number | null): Promise<void> {
      if (ip !== null) await limiters.address.reward(addressKey(ip))
      if (browserId === null) {
        await limiters.account.delete(emailKey(staff.email))
        await limiters.code.delete(String(staff.id))
      } else {
        await limiters.browser.delete(String(browserId))
        await limiters['browser-code'].delete(String(browserId))
      }
    },
  }
}

/** When sign-in locks end, in unix seconds, for accounts that have one, from known or unknown browsers. */
export async function locksOf(db: Db, accounts: readonly Account[]): Promise<Map<number, number>> {
  const counted = await countedAgainst(db, accounts)
  const rows = await db
    .select()
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, [...counted.keys()]), gt(rateLimits.expire, Date.now())))
  const locks = new Map<number, number>()
  for (const { key, points, expire } of rows) {
    const of = counted.get(key)
    if (of === undefined || expire === null || points < of.max) continue
    locks.set(of.staffId, Math.max(locks.get(of.staffId) ?? 0, Math.ceil(expire / 1000)))
  }
  return locks
}

/** Clears all tries on an account. Limits by address stay. */
export async function liftLimits(db: Db, account: Account): Promise<void> {
  const counted = await countedAgainst(db, [account])
  await db.delete(rateLimits).where(inArray(rateLimits.key, [...counted.keys()]))
}

/** All limit keys of the accounts, with account and limit. */
async function countedAgainst(db: Db, accounts: readonly Account[]): Promise<Map<string, { staffId: number; max: number }>> {
  const ids = accounts.map(({ id }) => id)
  const browsers = await db
    .select({ id: knownBrowsers.id, staffId: knownBrowsers.staffId })
    .from(knownBrowsers)
    .where(inArray(knownBrowsers.staffId, ids))
  const counted = new Map<string, { staffId: number; max: number }>()
  const add = (staffId: number, [name, key]: Counted) =>
    counted.set(`${prefixOf(name)}:${key}`, { staffId, max: signInLimits[name].points })
  for (const { id, email } of accounts) {
    add(id, ['account', emailKey(email)])
    add(id, ['code', String(id)])
  }
  for (const { id, staffId } of browsers) {
    add(staffId, ['browser', String(id)])
    add(staffId, ['browser-code', String(id)])
  }
  return counted
}

const prefixOf = (name: LimitName) => `sign-in-${name}`

/**
 * The same for all spellings of an address, or each would have tries of its own. Hashed because the input may be anything: the table should
 * hold neither strangers' e-mails nor long text.
 */
function emailKey(email: string): string {
  return createHash('sha256').update(emailIdentity(email).toLowerCase()).digest('hex')
}
