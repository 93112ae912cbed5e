import { foldText } from '../../src/contract/fold.ts'
import type { NamePool } from './names.ts'
import type { Random } from './random.ts'
import { hostileTexts, unbrokenText } from './texts.ts'

/** A customer's identity and origin. */
export interface Person {
  firstName: string
  lastName: string
  companyName: string | null
  email: string
  lastIp: string | null
  accountCreatedWithIp: string | null
  accountCreatedFrom: string | null
  gclid: string | null
  signupSource: string | null
  linkedinId: string | null
  facebookId: string | null
  googleId: string | null
  browser: string | null
  browserVersion: string | null
  os: string | null
  osVersion: string | null
  deviceModel: string | null
}

/** Fictional mail providers under reserved names (RFC 2606) with valid top-level domains (ruling 39). */
const mailHosts: readonly string[] = [
  'example.com',
  'example.org',
  'example.net',
  'correo.example.com',
  'mail.example.com',
  'inbox.example.net',
  'post.example.org',
  'webmail.example.com',
]
const reserved = ['example.com', 'example.com', 'example.org', 'example.net'] as const
/** For names without Latin letters. */
const neutralNames = ['hello', 'info', 'office', 'sales', 'contact', 'shop', 'studio', 'mail'] as const

const devices = [
  ['Chrome', 'Windows', ['10', '11'], null],
  ['Chrome', 'macOS', ['14.6', '15.2', '26.0'], null],
  ['Safari', 'macOS', ['14.6', '15.2'], null],
  ['Edge', 'Windows', ['10', '11'], null],
  ['Firefox', 'Linux', ['x86_64'], null],
  ['Firefox', 'Windows', ['10', '11'], null],
  ['Safari', 'iOS', ['17.6', '18.5', '26.1'], 'iPhone'],
  ['Chrome', 'Android', ['13', '14', '15'], 'Pixel 8'],
  ['Samsung Internet', 'Android', ['13', '14'], 'SM-S918B'],
  ['Safari', 'iPadOS', ['17.6', '18.5'], 'iPad'],
] as const

/** The site of an e-mail domain, `cafesol.example` for `mail.cafesol.example.com`; null for mail providers. */
export function siteOf(domain: string): string | null {
  return mailHosts.includes(domain) ? null : domain.replace(/^mail\./, '').replace(/\.(com|org|net)$/, '')
}

/** Lower-case Latin letters and digits only, for addresses: `Café Sol` gives `cafesol`. */
export function slug(text: string): string {
  return foldText(text).replace(/[^a-z0-9]/g, '')
}

/** An IP reserved for documentation (RFC 5737 and 3849). */
export function demoIp(random: Random): string {
  if (random.chance(0.12)) return `2001:db8:${random.int(1, 65_000).toString(16)}::${random.int(1, 65_000).toString(16)}`
  return `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.int(1, 254)}`
}

/** Draws a person from the pool. `taken` has the e-mails in use and gets the new one. */
export function drawPerson(random: Random, pool: NamePool, taken: Set<string>): Person {
  let firstName = random.pick(pool.first)
  let lastName = random.pick(pool.last)
  let companyName = random.chance(0.4) ? random.pick(pool.company) : null
  // One in a few hundred is odd, as in any real table.
  if (random.chance(0.004)) firstName = random.pick(hostileTexts)
  if (random.chance(0.003)) companyName = random.pick(hostileTexts)
  if (random.chance(0.002)) lastName = unbrokenText
  if (random.chance(0.01)) firstName = ''
  if (random.chance(0.01)) lastName = ''

  return { firstName, lastName, companyName, email: freeEmail(random, { firstName, lastName, companyName }, taken), ...drawOrigin(random) }
}

/** How a customer signed up, and their device. */
export function drawOrigin(random: Random): Omit<Person, 'firstName' | 'lastName' | 'companyName' | 'email'> {
  const source = random.weighted([
    ['email', 62],
    ['google', 26],
    ['facebook', 8],
    ['linkedin', 4],
  ] as const)
  const [browser, os, versions, deviceModel] = random.pick(devices)
  const knownDevice = random.chance(0.93)
  const ip = random.chance(0.97) ? demoIp(random) : null
  const socialId = () => String(random.int(10_000_000, 99_999_999)) + String(random.int(10_000_000, 99_999_999))
  return {
    lastIp: random.chance(0.6) ? ip : demoIp(random),
    accountCreatedWithIp: ip,
    accountCreatedFrom: random.weighted([
      ['web', 70],
      ['mobile', 20],
      ['api', 2],
      [null, 8],
    ] as const),
    // Google's click ids have 50 to over 90 characters; the console cuts them.
    gclid: random.chance(0.3)
      ? `Cj0KCQ${random.text(random.int(48, 90), 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')}_wcB`
      : null,
    signupSource: random.chance(0.9) ? source : null,
    linkedinId: source === 'linkedin' ? random.text(10) : null,
    facebookId: source === 'facebook' ? socialId() : null,
    googleId: source === 'google' || random.chance(0.02) ? `1${socialId()}` : null,
    browser: knownDevice ? browser : null,
    browserVersion: knownDevice ? `${random.int(110, 143)}.0` : null,
    os: knownDevice ? os : null,
    osVersion: knownDevice ? random.pick(versions) : null,
    deviceModel: knownDevice ? deviceModel : null,
  }
}

function freeEmail(random: Random, name: Pick<Person, 'firstName' | 'lastName' | 'companyName'>, taken: Set<string>): string {
  const first = slug(name.firstName).slice(0, 20)
  const last = slug(name.lastName).slice(0, 20)
  const company = slug(name.companyName ?? '').slice(0, 24)
  const local =
    first && last
      ? random.pick([`${first}.${last}`, `${first[0]}.${last}`, `${first}${last}`, `${first}_${last}`])
      : first || last || random.pick(neutralNames)
  const host =
    company && random.chance(0.75) ? `${random.chance(0.1) ? 'mail.' : ''}${company}.${random.pick(reserved)}` : random.pick(mailHosts)
  let email = `${local}@${host}`
  for (let n = 2; taken.has(email); n += random.int(1, 40)) email = `${local}${n}@${host}`
  taken.add(email)
  return email
}
