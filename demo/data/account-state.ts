import { lastKnownId } from './known.ts'
import type { Random } from './random.ts'
import type { Sketch } from './sketches.ts'

const day = 86_400
/** This many customers after the customers with stories were referred by Ana Ruiz. */
const sentByAna = 12

/** An account's flags and last login. */
export function accountState(random: Random, { life, story, createdAt, id }: Sketch, now: number) {
  const until = life.endedAt ?? now
  const lastLogin = random.chance(0.94)
    ? Math.min(now, createdAt + Math.floor((until - createdAt) * random.next() ** 0.3) + random.int(0, 3600))
    : null
  const left = life.ending === 'softDeleted' ? random.chance(0.85) : life.endedAt !== null && random.chance(0.03)
  const deleted = story === undefined ? left : story.flags?.deleted === true
  const banned =
    story === undefined ? life.ending === 'statusBanned' || random.chance(deleted ? 0.03 : 0.006) : story.flags?.banned === true
  const archived =
    story === undefined ? life.endedAt !== null && life.endedAt < now - 90 * day && random.chance(0.08) : story.flags?.archived === 1
  return {
    lastLogin: id === 1 ? now - 5400 : lastLogin,
    deleted,
    deletedAt: deleted ? Math.max(until, Math.min(now, until + random.int(0, 40) * day)) : null,
    banned,
    archived: archived ? 1 : 0,
    whitelisted: random.chance(0.006),
    supportAccess: id % 83 !== 0,
    is2faEnabled: random.chance(0.07),
    pushNotificationsEnabled: random.chance(0.3),
    legacyFlag: random.chance(0.02),
  }
}

/** Flags set by a story on top. */
export function storyFlags({ story }: Sketch) {
  if (story === undefined) return {}
  const on = story.flaggedOn
  const fraud = story.ending === 'canceledByEarlyFraud'
  const dispute = story.ending === 'canceledByDispute' ? 'fraudulent' : null
  return {
    whitelisted: story.flags?.whitelisted === true,
    is2faEnabled: story.flags?.is2faEnabled === true,
    legacyFlag: story.flags?.legacyFlag === true,
    ...(on === undefined
      ? {}
      : {
          earlyFraud: fraud && on === 'customer',
          paymentEarlyFraud: fraud && on === 'payment',
          stripeDisputeReason: on === 'customer' ? dispute : null,
          paymentDisputeReason: on === 'payment' ? dispute : null,
        }),
  }
}

/** The customer who referred them. */
export function referrer(random: Random, id: number): number | null {
  const sent = random.chance(0.07)
  if (id <= lastKnownId) return null
  if (id <= lastKnownId + sentByAna) return 1
  return sent ? random.int(1, id - 1) : null
}

/** Limits changed by staff; most customers have their plan's. */
export function limits(random: Random, empty: boolean) {
  const some = <T>(chance: number, value: T): T | null => (random.chance(chance) && !empty ? value : null)
  return {
    bulkLimit: some(0.1, random.int(5, 1000)),
    qrLimit: some(0.15, random.pick([50, 250, 1000, 100_000])),
    domainsLimit: some(0.08, random.int(1, 30)),
    allowSepa: some(0.2, random.chance(0.7)),
  }
}

/** A customer with nothing but an e-mail address. */
export const emptied = {
  companyName: null,
  lastLogin: null,
  lastIp: null,
  accountCreatedWithIp: null,
  accountCreatedFrom: null,
  gclid: null,
  signupSource: null,
  linkedinId: null,
  facebookId: null,
  googleId: null,
  browser: null,
  browserVersion: null,
  os: null,
  osVersion: null,
  deviceModel: null,
  country: null,
}
