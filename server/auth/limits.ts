import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../http/errors.ts'

const quarterHour = 15 * 60
const day = 24 * 60 * 60

/** How many sign-ins may be tried, and in how many seconds. One that is completed with its code is not counted. */
export const signInLimits = {
  address: { points: 40, duration: quarterHour },
  account: { points: 10, duration: quarterHour },
  /**
   * Codes tried on one account, over all challenges: who knows the password can get a new challenge for every five tries, and
   * without this would guess a code in days.
   */
  code: { points: 20, duration: day },
} as const

/** Counts what is tried before it is checked, in the database and atomically: many at once count as many in a row. */
export function signInLimiter(pool: Pool) {
  const limiter = (name: keyof typeof signInLimits) =>
    new RateLimiterPostgres({
      ...signInLimits[name],
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: `sign-in-${name}`,
      clearExpiredByTimeout: false,
    })
  const [address, account, code] = [limiter('address'), limiter('account'), limiter('code')]

  return {
    /**
     * Counts a try with a password. The address comes first: once it is refused it cannot lock others' accounts.
     * @throws ApiError too_many_requests
     */
    async countPassword(ip: string, email: string): Promise<void> {
      await consume(address, addressKey(ip))
      await consume(account, emailKey(email))
    },
    /**
     * Counts a try with a code.
     * @throws ApiError too_many_requests
     */
    async countCode(staffId: number): Promise<void> {
      await consume(code, String(staffId))
    },
    /** A completed sign-in: takes back what it counted on the address, and all that was held against the account. */
    async forgive(ip: string, staff: { id: number; email: string }): Promise<void> {
      await address.reward(addressKey(ip))
      await account.delete(emailKey(staff.email))
      await code.delete(String(staff.id))
    },
  }
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    throw new ApiError('too_many_requests', 'Too many attempts, try again later.', { retryAfter: Math.max(1, refused.msBeforeNext / 1000) })
  }
}

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
