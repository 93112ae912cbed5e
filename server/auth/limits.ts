import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { and, gt, inArray } from 'drizzle-orm'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../db/connect.ts'
import { knownBrowsers, rateLimits } from '../db/schema/staff.ts'
import { ApiError } from '../http/errors.ts'

const quarterHour = 15 * 60
const day = 24 * 60 * 60

/** How many sign-ins may be tried, and in how many seconds. One that is completed with its code is not counted. */
export const signInLimits = {
  address: { points: 40, duration: quarterHour },
  /** Passwords of an account, tried with browsers that are new to it: all of these share one limit. */
  account: { points: 10, duration: quarterHour },
  /**
   * Codes of an account, tried with such browsers, over all challenges: who knows the password can get a new challenge for every five
   * tries, and without this would guess a code in days.
   */
  code: { points: 20, duration: day },
  /** The same for each browser that somebody signed in to the account with before, so that no stranger can lock its owner out. */
  browser: { points: 10, duration: quarterHour },
  'browser-code': { points: 20, duration: day },
} as const

type LimitName = keyof typeof signInLimits

/** What is counted: one limit, and whose it is. */
type Counted = [name: LimitName, key: string]

interface Account {
  id: number
  email: string
}

/** Counts what is tried before it is checked, in the database and atomically: many at once count as many in a row. */
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
    account: limiter('account'),
    code: limiter('code'),
    browser: limiter('browser'),
    'browser-code': limiter('browser-code'),
  }

  /** Counts one after the other until one refuses: one that is not reached is not used up. */
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

  /** Until none of them refuses: waiting for one of two would be waiting for nothing. */
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
     * Counts a try with a password. The address comes first: once it is refused it cannot lock others' accounts.
     * @param browserId the row of the browser, if it is known to the account
     * @throws ApiError too_many_requests
     */
    async countPassword(ip: string, email: string, browserId: number | null): Promise<void> {
      await consume(['address', addressKey(ip)], browserId === null ? ['account', emailKey(email)] : ['browser', String(browserId)])
    },
    /**
     * Counts a try with a code.
     * @param browserId the row of the browser, if it is known to the account
     * @throws ApiError too_many_requests
     */
    async countCode(staffId: number, browserId: number | null): Promise<void> {
      await consume(browserId === null ? ['code', String(staffId)] : ['browser-code', String(browserId)])
    },
    /**
     * A completed sign-in: takes back what it counted on the address, and all that was held against the account; with a known browser
     * what was held against that alone, or else each of its sign-ins would let strangers guess on.
     * @param browserId the row of the browser, if it was known to the account before
     */
    async forgive(ip: string, staff: Account, browserId: number | null): Promise<void> {
      await limiters.address.reward(addressKey(ip))
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

/**
 * Until when signing in is refused, in unix seconds, for each account where it is: with browsers that are new to it, or with one that it
 * knows.
 */
export async function locksOf(db: Db, accounts: readonly Account[]): Promise<Map<number, number>> {
  const counted = await countedAgainst(db, accounts)
  const rows = await db
    .select()
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, [...counted.keys()]), gt(rateLimits.expire, Date.now())))
  const locks = new Map<number, number>()
  for (const { key, points, expire } of rows) {
    const of = counted.get(key)
    if (of === undefined || expire === null || points < of.most) continue
    locks.set(of.staffId, Math.max(locks.get(of.staffId) ?? 0, Math.ceil(expire / 1000)))
  }
  return locks
}

/** Takes back all that was tried on an account, whoever tried it. Addresses keep their limits. */
export async function liftLimits(db: Db, account: Account): Promise<void> {
  const counted = await countedAgainst(db, [account])
  await db.delete(rateLimits).where(inArray(rateLimits.key, [...counted.keys()]))
}

/** The keys of all limits of accounts: whose each is, and how many tries it allows. */
async function countedAgainst(db: Db, accounts: readonly Account[]): Promise<Map<string, { staffId: number; most: number }>> {
  const ids = accounts.map(({ id }) => id)
  const browsers = await db
    .select({ id: knownBrowsers.id, staffId: knownBrowsers.staffId })
    .from(knownBrowsers)
    .where(inArray(knownBrowsers.staffId, ids))
  const counted = new Map<string, { staffId: number; most: number }>()
  const add = (staffId: number, [name, key]: Counted) =>
    counted.set(`${prefixOf(name)}:${key}`, { staffId, most: signInLimits[name].points })
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

/** Hashed, as anything may be typed there: the table keeps neither other people's addresses nor long text. */
function emailKey(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex')
}

/** One key for each household: an IPv4 address, or the /64 network of an IPv6 address, within which addresses cost nothing. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail = ''] = ip.split('%', 1).join('').split('::')
  const [left, right] = [groupsOf(head), groupsOf(tail)]
  const all = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}
