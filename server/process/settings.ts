import { isIP } from 'node:net'
import { z } from 'zod'
import { normalizeDomain } from '../../src/contract/domains.ts'
import { parseUrl } from '../../src/contract/parse-url.ts'
import { SignInWay, signInWays } from '../../src/contract/sign-in-ways.ts'
import { hostAddresses } from './database-address.ts'

/** Parsers for environment variables. `describe` states what is accepted and ends the error message. */

/** @param parse gives the value, or undefined if the text is none; `fault` then says what is wrong */
function parsed<Value>(accepted: string, parse: (text: string) => Value | undefined, fault: string | ((text: string) => string)) {
  return z
    .string()
    .transform((text, context) => {
      const value = parse(text)
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', message: typeof fault === 'string' ? fault : fault(text) })
      return z.NEVER
    })
    .describe(accepted)
}

const matching = (accepted: string, pattern: RegExp, fault: string) => z.string().regex(pattern, fault).describe(accepted)

const on = ['1', 'true', 'on', 'yes']
const off = ['0', 'false', 'off', 'no']

function readToggle(text: string): boolean | undefined {
  if (on.includes(text.toLowerCase())) return true
  return off.includes(text.toLowerCase()) ? false : undefined
}

export const wholeNumber = (min: number, max: number) =>
  parsed(
    `a whole number from ${min} to ${max}`,
    (text) => (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
    (text) => (/^-?\d+$/.test(text) ? 'is out of range' : 'is not a whole number'),
  )

export const toggle = parsed(`${on.join(', ')} or ${off.join(', ')}`, readToggle, 'is neither on nor off')

const [minCustomers, maxCustomers] = [50, 2_000_000]

/** On, off, or a number of customers; 1 means on. */
export const demoSetting = parsed(
  `on, off, or how many customers, ${minCustomers} to ${maxCustomers}`,
  (text) => {
    const wanted = readToggle(text)
    if (wanted !== undefined) return { wanted, customers: null }
    const customers = /^\d{1,8}$/.test(text) ? Number(text) : 0
    return customers >= minCustomers && customers <= maxCustomers ? { wanted: true, customers } : undefined
  },
  'is neither on, off nor a number of customers',
)

/** Text that appears on every invoice. */
export function sellerText(maxLength: number) {
  return z.string().trim().min(1, 'is empty').max(maxLength, 'is too long').describe(`a text of at most ${maxLength} characters`)
}

/** An http(s) URL without credentials, stored without a trailing slash. */
export const webAddress = parsed(
  'an address such as https://example.com, without user and password',
  (text) => {
    const url = parseUrl(text)
    const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    return isPlain ? (url.origin + url.pathname).replace(/\/+$/, '') : undefined
  },
  'is not a web address',
)

/** Stripe's secret or restricted key; never shown, like all keys here. */
export const stripeKey = matching(
  'sk_live_…, rk_live_…, sk_test_… or rk_test_…',
  /^[sr]k_(test|live)_\w{4,250}$/,
  'is not a secret key of Stripe',
)

export const stripeWebhookKey = matching('whsec_…', /^whsec_[\w+/=]{4,250}$/, 'is not a signing secret of Stripe')

/** A key of metadata at Stripe. */
export const metadataKey = matching('a key of metadata such as user_id', /^[\w-]{1,40}$/, 'is not a key of metadata')

export const googleKey = matching('the API key as Google Cloud shows it', /^[\w-]{20,200}$/, 'is not a key of Google’s')

export const brevoKey = matching('xkeysib-…', /^[\w-]{8,250}$/, 'is not an API key of Brevo')

/** By Amazon's rules. */
export const bucketName = matching(
  '3 to 63 lower-case letters, digits, dots and hyphens',
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  'is not the name of a bucket',
)

export const regionName = matching('such as eu-west-1', /^[a-z0-9-]{1,40}$/, 'is not a region')

/** One half of S3's credentials. */
export const s3Key = matching('the key as the store gave it', /^[\x21-\x7E]{3,200}$/, 'is not a key')

/** Ways to sign in, in the order of the login screen. */
export const waysToSignIn = parsed(
  `one or more of ${signInWays.join(', ')}, separated by commas`,
  (text) => {
    const ways = z.array(SignInWay).min(1).safeParse(listOf(text)).data
    return ways && new Set(ways).size === ways.length ? ways : undefined
  },
  'is not a list of ways to sign in',
)

/** Which role a group of the OpenID provider has. */
export const groupRoles = parsed(
  'groups with their roles, such as support-leads=1,support=2',
  (text) => {
    const pairs = listOf(text).map((pair) => /^(.{1,200})=([12])$/.exec(pair))
    const found = pairs.flatMap((pair) => (pair ? [{ group: (pair[1] ?? '').trim(), rol: Number(pair[2]) as 1 | 2 }] : []))
    return found.length > 0 && found.length === pairs.length ? found : undefined
  },
  'is not a list of groups and roles',
)

const listOf = (text: string) => text.split(',').map((part) => part.trim())

/** Scheme, host and port only. */
export const webOrigin = webAddress
  .refine((text) => new URL(text).origin === text, 'has a path')
  .describe('an origin such as https://staff.example.com, without a path')

/** Never shown because it includes a password. */
export const databaseAddress = z
  .string()
  .refine((text) => hostAddresses(text) !== null, 'is not the address of a PostgreSQL database')
  .describe('postgres://user:password@host:5432/database, also with several hosts separated by commas')

/** Which proxies' `X-Forwarded-*` headers to trust: none, a number of proxies, or proxies at these addresses. */
export const trustedProxies = parsed(
  'off, how many proxies stand in front (1 to 9), or their addresses separated by commas',
  (text) => {
    const toggled = readToggle(text)
    if (toggled !== undefined) return toggled && nearest(1)
    if (/^[2-9]$/.test(text)) return nearest(Number(text))
    const addresses = text
      .toLowerCase()
      .split(',')
      .map((part) => part.trim())
    const areAddresses = addresses.every((part) => /^(loopback|linklocal|uniquelocal|[\da-f.:]{3,39}(\/\d{1,3})?)$/.test(part))
    return areAddresses ? addresses : undefined
  },
  'is neither off, a number of proxies nor a list of addresses',
)

/** Trusts this many proxies, counted from ours, and nothing beyond. */
const nearest = (proxies: number) => (_address: string, hop: number) => hop < proxies

export const keyBytes = 32

export const encryptionKey = parsed(
  '32 bytes in base64, as `openssl rand -base64 32` prints them',
  (text) => {
    const key = Buffer.from(text, 'base64')
    return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) && key.length === keyBytes ? key : undefined
  },
  'is not a key',
)

const maxServers = 3

/** Name servers by address with optional port. Private ones are only asked if listed here. */
export const dnsServers = parsed(
  `up to ${maxServers} addresses separated by commas, such as 9.9.9.9, 10.0.0.2:5353 or [2620:fe::fe]:53`,
  (text) => {
    const servers = text.split(',').map((part) => part.trim())
    return servers.length <= maxServers && servers.every(isServer) ? servers : undefined
  },
  'is not a list of name servers',
)

function isServer(text: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const isAddress = bracketed === undefined ? isIP(plain ?? text) !== 0 : isIP(bracketed) === 6
  return isAddress && (port === undefined || (Number(port) > 0 && Number(port) <= 65_535))
}

/** A host name of at least two labels, stored in punycode. */
export const domainName = parsed(
  'a domain such as qr.example.com',
  (text) => (text.startsWith('*.') ? undefined : (normalizeDomain(text) ?? undefined)),
  'is not a domain',
)
