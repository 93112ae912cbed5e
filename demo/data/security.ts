import { coupons } from '../../server/db/schema/customers.ts'
import { abuseReports, blacklistedDomains, webrisk, webriskTracker, whitelistedDomains } from '../../server/db/schema/security.ts'
import type { Load } from './load.ts'
import { Random } from './random.ts'
import { hostileTexts } from './texts.ts'

const day = 86_400

const blocked = [
  'login-bank.example',
  'parcel-fee.test',
  'free-gift-cards.example',
  'wallet-verify.test',
  'secure-update.test',
  '*.phish.example',
  'xn--pypal-4ve.example',
  'xn--bcher-kva.test',
  'xn--80ak6aa92e.example',
  'very-long-label-that-nobody-would-type-by-hand-but-robots-do.example',
  'casino-bonus.test',
  'crypto-double.example',
  'track-your-parcel.test',
] as const
const allowed = [
  'cafesol.example',
  'vinoteca.example',
  '*.quaydesk.example',
  'xn--caf-dma.example',
  'medoprodukt.example',
  'city-of-example.example',
  'museum.example',
  'university.test',
] as const
const reasons = [
  'phishing target',
  'redirect to malware',
  'domain younger than 7 days',
  'target on the list of unsafe domains',
  'three unsafe QRs within one hour',
  'The target redirects through four hosts and ends on a form that asks for card data; the first host was registered the day before and the certificate is shared with two blocked domains.',
] as const
const complaints = [
  'Phishing.',
  'This code was glued over the one on the parking machine and asks for my card.',
  'Leads to a page that says I won a phone.',
  'Copyright: the menu uses our photographs.',
  'I scanned a QR code on a parcel notice in my letterbox. The page looked like the post office and asked for a fee of 1.99 and my card number, but the address was something else entirely. My mother nearly paid. Please take it down, others in the building got the same notice.',
  'spam',
  `${hostileTexts[0]} ${hostileTexts[1]}`,
] as const

/** Adds the security lists, scaled with the number of customers, and the coupons. */
export async function addSecurity(load: Load): Promise<void> {
  const random = new Random('security')
  const extent = Math.min(20_000, Math.max(40, Math.floor(load.customers / 20)))
  for (const percentOff of [10, 20, 25, 50, 75]) await load.bulk.add(coupons, { name: `${percentOff} % off`, percentOff })
  await addDomains(load, random, extent)
  await addWebRisk(load, random)
  await addTracker(load, random)
  await addAbuse(load, random, extent)
}

/** Ascending times from `since` to now. */
function times(random: Random, count: number, since: number, now: number): number[] {
  return Array.from({ length: count }, () => now - Math.floor((now - since) * random.next() ** 1.5)).sort((a, b) => a - b)
}

async function addDomains(load: Load, random: Random, extent: number): Promise<void> {
  const since = load.now - 900 * day
  for (const [index, createdAt] of times(random, Math.min(3000, blocked.length + extent), since, load.now).entries()) {
    await load.bulk.add(blacklistedDomains, {
      domain:
        blocked[index] ??
        `${random.pick(['login', 'free', 'secure', 'win', 'verify', 'update'])}-${random.text(6, 'abcdefghijklmnopqrstuvwxyz')}${index}.${random.pick(['example', 'test'])}`,
      createdAt,
    })
  }
  for (const [index, createdAt] of times(random, Math.min(500, allowed.length + Math.floor(extent / 6)), since, load.now).entries()) {
    await load.bulk.add(whitelistedDomains, {
      domain: allowed[index] ?? `${random.text(7, 'abcdefghijklmnopqrstuvwxyz')}${index}.example`,
      createdAt,
    })
  }
}

async function addWebRisk(load: Load, random: Random): Promise<void> {
  const suspects = [...load.suspects].sort((a, b) => a.createdAt - b.createdAt || a.qrId - b.qrId)
  for (const [index, suspect] of suspects.entries()) {
    const known = index < 12
    // 0 visits is a value; the score counts only if visits is missing (ruling 48).
    const counted = known ? index % 3 !== 2 : random.chance(0.7)
    const bare = index === 8 || random.chance(0.03)
    await load.bulk.add(webrisk, {
      url: index === 9 ? `${suspect.url}?q=${'a'.repeat(900)}` : suspect.url,
      type: random.pick(['url', 'urlStatic', 'link-list', 'landing']),
      visits: counted ? (known && index % 3 === 0 ? 0 : random.int(0, 4000)) : null,
      score: counted && random.chance(0.5) ? null : random.int(0, 100),
      status: known
        ? index % 4
        : random.weighted([
            [0, 20],
            [1, 35],
            [2, 35],
            [3, 10],
          ] as const),
      email: bare ? null : suspect.email,
      whoisDate: random.chance(0.2) || index === 7 ? null : suspect.createdAt - random.int(1, 4000) * day,
      createdAt: Math.min(load.now, suspect.createdAt + random.int(30, 7200)),
      qrId: bare ? null : suspect.qrId,
      userId: bare ? null : suspect.userId,
    })
  }
}

async function addTracker(load: Load, random: Random): Promise<void> {
  const suspects = load.suspects
    .filter((_, index) => index % 3 === 0 || index < 20)
    .sort((a, b) => a.createdAt - b.createdAt || a.qrId - b.qrId)
  for (const suspect of suspects) {
    const host = suspect.url.split('/')[2] ?? suspect.url
    await load.bulk.add(webriskTracker, {
      qrId: random.chance(0.9) ? suspect.qrId : null,
      userId: suspect.userId,
      reason: random.pick(reasons),
      url: suspect.url,
      userBanned: random.chance(0.25),
      unsafeDomains: random.chance(0.15) ? [] : [host, ...(random.chance(0.3) ? ['redirect.test', 'xn--pypal-4ve.example'] : [])],
      createdAt: Math.min(load.now, suspect.createdAt + random.int(60, 9000)),
    })
  }
}

async function addAbuse(load: Load, random: Random, extent: number): Promise<void> {
  for (const [index, createdAt] of times(random, extent, load.now - 600 * day, load.now).entries()) {
    const suspect = load.suspects.length > 0 && random.chance(0.7) ? random.pick(load.suspects) : null
    await load.bulk.add(abuseReports, {
      url: suspect?.url ?? `https://qr.quaydesk.example/${random.text(6, 'abcdefghjkmnpqrstuvwxyz23456789')}`,
      email: `${random.pick(['reporter', 'info', 'abuse', 'lucia', 'tom', 'cert'])}${random.int(1, 999)}@${random.pick(['example.com', 'example.org', 'post.example.org'])}`,
      reason: complaints[index] ?? random.pick(complaints),
      status:
        index < 6
          ? index % 3
          : random.weighted([
              [0, 30],
              [1, 30],
              [2, 40],
            ] as const),
      createdAt,
    })
  }
}
