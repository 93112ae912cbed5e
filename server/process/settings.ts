import { isIP } from 'node:net'
import { z } from 'zod'
import { normalizeDomain } from '../../src/contract/domains.ts'
import { parseUrl } from '../../src/contract/parse-url.ts'
import { hostAddresses } from './database-address.ts'

/** Parsers for environment variables. `describe` states what is accepted and ends the error message. */

const on = ['1', 'true', 'on', 'yes']
const off = ['0', 'false', 'off', 'no']

export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .transform((text, context) => {
      const value = Number(text)
      if (/^\d{1,15}$/.test(text) && value >= min && value <= max) return value
      context.addIssue({ code: 'custom', message: /^-?\d+$/.test(text) ? 'is out of range' : 'is not a whole number' })
      return z.NEVER
    })
    .describe(`a whole number from ${min} to ${max}`)
}

/** On or off. */
export const toggle = z
  .string()
  .transform((text, context) => {
    if (on.includes(text.toLowerCase())) return true
    if (off.includes(text.toLowerCase())) return false
    context.addIssue({ code: 'custom', message: 'is neither on nor off' })
    return z.NEVER
  })
  .describe(`${on.join(', ')} or ${off.join(', ')}`)

const [fewest, most] = [50, 2_000_000]

/** On, off, or a number of customers; 1 means on. */
export const demoSetting = z
  .string()
  .transform((text, context) => {
    if (on.includes(text.toLowerCase())) return { wanted: true, customers: null }
    if (off.includes(text.toLowerCase())) return { wanted: false, customers: null }
    if (/^\d{1,8}$/.test(text) && Number(text) >= fewest && Number(text) <= most) return { wanted: true, customers: Number(text) }
    context.addIssue({ code: 'custom', message: 'is neither on, off nor a number of customers' })
    return z.NEVER
  })
  .describe('on, off, or how many customers, 50 to 2000000')

/** Text that appears on every invoice. */
export function sellerText(longest: number) {
  return z.string().trim().min(1, 'is empty').max(longest, 'is too long').describe(`a text of at most ${longest} characters`)
}

/** An http(s) URL without credentials, stored without a trailing slash. */
export const webAddress = z
  .string()
  .transform((text, context) => {
    const url = parseUrl(text)
    if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') {
      return (url.origin + url.pathname).replace(/\/+$/, '')
    }
    context.addIssue({ code: 'custom', message: 'is not a web address' })
    return z.NEVER
  })
  .describe('an address such as https://example.com, without user and password')

/** Stripe's secret or restricted key; never shown. */
export const stripeKey = z
  .string()
  .regex(/^[sr]k_(test|live)_\w{4,250}$/, 'is not a secret key of Stripe')
  .describe('sk_live_…, rk_live_…, sk_test_… or rk_test_…')

/** Stripe's webhook signing secret; never shown. */
export const stripeWebhookKey = z
  .string()
  .regex(/^whsec_[\w+/=]{4,250}$/, 'is not a signing secret of Stripe')
  .describe('whsec_…')

/** A key of metadata at Stripe. */
export const metadataKey = z
  .string()
  .regex(/^[\w-]{1,40}$/, 'is not a key of metadata')
  .describe('a key of metadata such as user_id')

/** A Google API key; never shown. */
export const googleKey = z
  .string()
  .regex(/^[\w-]{20,200}$/, 'is not a key of Google’s')
  .describe('the API key as Google Cloud shows it')

/** A Brevo API key; never shown. */
export const brevoKey = z
  .string()
  .regex(/^[\w-]{8,250}$/, 'is not an API key of Brevo')
  .describe('xkeysib-…')

/** A bucket name by Amazon's rules. */
export const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not the name of a bucket')
  .describe('3 to 63 lower-case letters, digits, dots and hyphens')

export const regionName = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'is not a region')
  .describe('such as eu-west-1')

/** One half of S3's credentials; never shown. */
export const s3Key = z
  .string()
  .regex(/^[\x21-\x7E]{3,200}$/, 'is not a key')
  .describe('the key as the store gave it')

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
export const trustedProxies = z
  .string()
  .transform((text, context) => {
    const lower = text.toLowerCase()
    if (off.includes(lower)) return false as const
    if (on.includes(lower)) return nearest(1)
    if (/^[2-9]$/.test(lower)) return nearest(Number(lower))
    const addresses = lower.split(',').map((part) => part.trim())
    if (addresses.every((part) => /^(loopback|linklocal|uniquelocal|[\da-f.:]{3,39}(\/\d{1,3})?)$/.test(part))) return addresses
    context.addIssue({ code: 'custom', message: 'is neither off, a number of proxies nor a list of addresses' })
    return z.NEVER
  })
  .describe('off, how many proxies stand in front (1 to 9), or their addresses separated by commas')

/** Trusts this many proxies, counted from ours, and nothing beyond. */
const nearest = (proxies: number) => (_address: string, hop: number) => hop < proxies

export const encryptionKey = z
  .string()
  .transform((text, context) => {
    const key = Buffer.from(text, 'base64')
    if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(text) && key.length === keyBytes) return key
    context.addIssue({ code: 'custom', message: 'is not a key' })
    return z.NEVER
  })
  .describe('32 bytes in base64, as `openssl rand -base64 32` prints them')

const maxServers = 3

/** Name servers by address with optional port. Private ones are only asked if listed here. */
export const dnsServers = z
  .string()
  .transform((text, context) => {
    const servers = text.split(',').map((part) => part.trim())
    if (servers.length <= maxServers && servers.every(isServer)) return servers
    context.addIssue({ code: 'custom', message: 'is not a list of name servers' })
    return z.NEVER
  })
  .describe(`up to ${maxServers} addresses separated by commas, such as 9.9.9.9, 10.0.0.2:5353 or [2620:fe::fe]:53`)

function isServer(text: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const isAddress = bracketed === undefined ? isIP(plain ?? text) !== 0 : isIP(bracketed) === 6
  return isAddress && (port === undefined || (Number(port) > 0 && Number(port) <= 65_535))
}

/** A host name of at least two labels, stored in punycode. */
export const domainName = z
  .string()
  .transform((text, context) => {
    const domain = text.startsWith('*.') ? null : normalizeDomain(text)
    if (domain !== null) return domain
    context.addIssue({ code: 'custom', message: 'is not a domain' })
    return z.NEVER
  })
  .describe('a domain such as qr.example.com')

export const keyBytes = 32
