import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../server/process/config.ts'
import { ConfigError } from '../../server/process/environment.ts'

const key = Buffer.alloc(32, 1).toString('base64')
const usual = { SECRET_KEY: key }

function lines(env: Record<string, string>): readonly string[] {
  try {
    loadConfig({ ...usual, ...env })
  } catch (error) {
    if (error instanceof ConfigError) return error.lines
    throw error
  }
  return []
}

function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'quaydesk-config-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test('uses the documented defaults without any settings', () => {
  expect(loadConfig(usual)).toMatchObject({
    port: 4600,
    host: '127.0.0.1',
    dataDir: join(process.cwd(), 'data'),
    databaseUrl: null,
    demo: null,
    adminEmail: null,
    disableTwoFactor: false,
    productName: 'Quaydesk',
    sessionIdleMinutes: 60,
    sessionMaxHours: 12,
    passwordMinLength: 3,
    trustProxy: false,
    publicOrigin: null,
    adminApiUrl: null,
    production: false,
    logLevel: 'info',
  })
})

test.each([
  [{ PORT: 'http' }, 'PORT is not a whole number. Accepted: a whole number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT is out of range. Accepted: a whole number from 0 to 65535.'],
  [{ PORT: '-1' }, 'PORT is out of range. Accepted: a whole number from 0 to 65535.'],
  [{ PUBLIC_SITE_PORT: '-1' }, 'PUBLIC_SITE_PORT is out of range. Accepted: a whole number from 0 to 65535.'],
  [
    { PUBLIC_SITE_PORT: '4600' },
    'PUBLIC_SITE_PORT is PORT: the public site needs an origin of its own. Accepted: another port, or 0 for any.',
  ],
  [
    { DATABASE_DIRECT_URL: 'postgres://u@h/d' },
    'DATABASE_DIRECT_URL means nothing without DATABASE_URL: it leads past its pooler. Accepted: both or none.',
  ],
  [
    { DATABASE_READ_URL: 'postgres://u@h/d' },
    'DATABASE_READ_URL means nothing without DATABASE_URL: it names its standbys. Accepted: both or none.',
  ],
  [
    { DATABASE_URL: 'postgres://u:geheim@one:5432,two/d?target_session_attrs=standby' },
    'DATABASE_URL is not the address of a PostgreSQL database. Accepted: postgres://user:password@host:5432/database, also with several hosts separated by commas.',
  ],
  [{ HOST: 'my host' }, 'HOST is not a host. Accepted: an address or host name, such as 127.0.0.1 or 0.0.0.0.'],
  [
    { DATABASE_URL: 'mysql://u:geheim@h/d' },
    'DATABASE_URL is not the address of a PostgreSQL database. Accepted: postgres://user:password@host:5432/database, also with several hosts separated by commas.',
  ],
  [{ DEMO: 'maybe' }, 'DEMO is neither on, off nor a number of customers. Accepted: on, off, or how many customers, 50 to 2000000.'],
  [{ S3_BUCKET: 'My Bucket' }, 'S3_BUCKET is not the name of a bucket. Accepted: 3 to 63 lower-case letters, digits, dots and hyphens.'],
  [
    { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'geheim' },
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: one of them is missing. Accepted: both or neither.',
  ],
  [
    { S3_REGION: 'eu-west-1', S3_ENDPOINT: 'https://s3.example' },
    'S3_BUCKET is missing: S3_REGION, S3_ENDPOINT mean nothing without it. Accepted: 3 to 63 lower-case letters, digits, dots and hyphens.',
  ],
  [{ DISABLE_TWO_FACTOR: '2' }, 'DISABLE_TWO_FACTOR is neither on nor off. Accepted: 1, true, on, yes or 0, false, off, no.'],
  [
    { PUBLIC_SITE_URL: 'ftp://x' },
    'PUBLIC_SITE_URL is not a web address. Accepted: an address such as https://example.com, without user and password.',
  ],
  [
    { APP_URL: 'https://me:geheim@x' },
    'APP_URL is not a web address. Accepted: an address such as https://example.com, without user and password.',
  ],
  [
    { STRIPE_SECRET_KEY: 'pk_test_geheim' },
    'STRIPE_SECRET_KEY is not a secret key of Stripe. Accepted: sk_live_…, rk_live_…, sk_test_… or rk_test_….',
  ],
  [{ STRIPE_WEBHOOK_SECRET: 'geheim' }, 'STRIPE_WEBHOOK_SECRET is not a signing secret of Stripe. Accepted: whsec_….'],
  [{ BREVO_API_KEY: 'geheim key' }, 'BREVO_API_KEY is not an API key of Brevo. Accepted: xkeysib-….'],
  [{ BREVO_API_URL: 'https://brevo.example' }, 'BREVO_API_KEY is missing: BREVO_API_URL means nothing without it. Accepted: xkeysib-….'],
  [{ WEB_RISK_API_KEY: 'geheim key' }, 'WEB_RISK_API_KEY is not a key of Google’s. Accepted: the API key as Google Cloud shows it.'],
  [
    { WEB_RISK_API_URL: 'https://risk.example' },
    'WEB_RISK_API_KEY is missing: WEB_RISK_API_URL means nothing without it. Accepted: the API key as Google Cloud shows it.',
  ],
  [{ STRIPE_ID_KEY: 'user id' }, 'STRIPE_ID_KEY is not a key of metadata. Accepted: a key of metadata such as user_id.'],
  [{ STRIPE_API_URL: 'https://x/v1' }, 'STRIPE_API_URL has a path. Accepted: an origin such as https://staff.example.com, without a path.'],
  [
    { STRIPE_SECRET_KEY: 'sk_live_geheim' },
    'STRIPE_WEBHOOK_SECRET is missing: with STRIPE_SECRET_KEY it is needed to check what Stripe sends. Accepted: whsec_….',
  ],
  [{ PAYMENTS: 'paypal' }, 'PAYMENTS is not known. Accepted: sandbox, or nothing where STRIPE_SECRET_KEY is set.'],
  [
    { PAYMENTS: 'sandbox', STRIPE_SECRET_KEY: 'sk_live_geheim', STRIPE_WEBHOOK_SECRET: 'whsec_abcd' },
    'PAYMENTS and STRIPE_SECRET_KEY exclude each other: payments go through Stripe or the sandbox. Accepted: one of them.',
  ],
  [{ PUBLIC_ORIGIN: 'https://x/y' }, 'PUBLIC_ORIGIN has a path. Accepted: an origin such as https://staff.example.com, without a path.'],
  [{ SESSION_IDLE_MINUTES: '0' }, 'SESSION_IDLE_MINUTES is out of range. Accepted: a whole number from 1 to 1440.'],
  [{ PASSWORD_MIN_LENGTH: '31' }, 'PASSWORD_MIN_LENGTH is out of range. Accepted: a whole number from 3 to 30.'],
  [{ SECRET_KEY: 'geheim' }, 'SECRET_KEY is not a key. Accepted: 32 bytes in base64, as `openssl rand -base64 32` prints them.'],
  [
    { TRUST_PROXY: 'nginx!' },
    'TRUST_PROXY is neither off, a number of proxies nor a list of addresses. Accepted: off, how many proxies stand in front (1 to 9), or their addresses separated by commas.',
  ],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is not known. Accepted: fatal, error, warn, info, debug, trace or silent.'],
  [{ NODE_ENV: 'staging' }, 'NODE_ENV is not known. Accepted: development, production or test.'],
  [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'geheim' }, 'ADMIN_EMAIL is not an e-mail address. Accepted: an e-mail address.'],
  [{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'ge heim' }, 'ADMIN_PASSWORD is not accepted. Accepted: 3 to 30 letters or digits.'],
  [{ ADMIN_EMAIL: 'a@example.com' }, 'ADMIN_EMAIL and ADMIN_PASSWORD belong together: one of them is missing. Accepted: both or neither.'],
  [
    { ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'geheim', PASSWORD_MIN_LENGTH: '8' },
    'ADMIN_PASSWORD is too short. Accepted: 8 to 30 letters or digits (PASSWORD_MIN_LENGTH).',
  ],
  [{ NODE_ENV: 'production', DISABLE_TWO_FACTOR: '1' }, 'DISABLE_TWO_FACTOR is refused when NODE_ENV is production. Accepted: off.'],
  [{ NODE_ENV: 'production', DEMO: '1' }, 'DEMO is refused when NODE_ENV is production. Accepted: off.'],
])('%o is rejected with a one-line error that shows no secret [R8 refused in production]', (env, line) => {
  expect(lines(env)).toEqual([line])
  expect(line).not.toContain('geheim')
})

test('each invalid setting gets its own line', () => {
  expect(lines({ PORT: 'x', LOG_LEVEL: 'x', DEMO: 'x' })).toHaveLength(3)
})

test('an empty value counts as unset', () => {
  expect(lines({ PORT: '', DATABASE_URL: '', DEMO: '', LOG_LEVEL: '' })).toEqual([])
})

test('PostgreSQL in production requires a key, so that all servers share it', () => {
  const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://u@h/d' }
  expect(() => loadConfig(env)).toThrow(/^SECRET_KEY is missing: /)
  expect(loadConfig({ ...env, ...usual }).secretKey).toEqual(Buffer.alloc(32, 1))
})

test('DEMO accepts on, off or a number', () => {
  expect(loadConfig({ ...usual, DEMO: '1' }).demo).toEqual({ wanted: true, customers: null })
  expect(loadConfig({ ...usual, DEMO: 'no' }).demo).toEqual({ wanted: false, customers: null })
  expect(loadConfig({ ...usual, DEMO: '20000' }).demo).toEqual({ wanted: true, customers: 20_000 })
})

test('trusts only the configured proxies', () => {
  const { trustProxy } = loadConfig({ ...usual, TRUST_PROXY: '2' })
  if (typeof trustProxy !== 'function') throw new Error('not a function')
  expect([0, 1, 2].map((hop) => trustProxy('10.0.0.1', hop))).toEqual([true, true, false])
  expect(loadConfig({ ...usual, TRUST_PROXY: '10.0.0.1, 10.1.0.0/16' }).trustProxy).toEqual(['10.0.0.1', '10.1.0.0/16'])
})

test('strips the trailing slash from addresses, and the path from the admin API’s', () => {
  const config = loadConfig({ ...usual, PUBLIC_SITE_URL: 'https://site.example/', ADMIN_API_URL: 'https://old.example/api/admin/' })
  expect(config).toMatchObject({ publicSiteUrl: 'https://site.example', adminApiUrl: 'https://old.example' })
})

test('a key is created once, readable by this user only, and then reused', () => {
  const DATA_DIR = join(temporary(), 'data')
  const { secretKey } = loadConfig({ DATA_DIR })
  expect(secretKey).toHaveLength(32)
  expect(loadConfig({ DATA_DIR }).secretKey).toEqual(secretKey)
  expect(statSync(join(DATA_DIR, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(DATA_DIR)).toEqual(['secret.key'])
})

test('a key file without a valid key is rejected and left unchanged', () => {
  const DATA_DIR = temporary()
  writeFileSync(join(DATA_DIR, 'secret.key'), 'half a k')
  expect(() => loadConfig({ DATA_DIR })).toThrow(/secret\.key does not hold a key/)
  expect(readFileSync(join(DATA_DIR, 'secret.key'), 'utf8')).toBe('half a k')
})

test('a directory that does not answer is named after ten seconds, and the start ends', () => {
  const DATA_DIR = temporary()
  // Reading it waits for ever, as on a network mount that hangs.
  execFileSync('mkfifo', [join(DATA_DIR, 'secret.key')])
  expect(() => loadConfig({ DATA_DIR })).toThrow(`DATA_DIR ${DATA_DIR} does not answer: nothing could be read from it in 10 seconds.`)
})

test('a server that proxies the API needs neither key nor directory', () => {
  const DATA_DIR = join(temporary(), 'data')
  loadConfig({ DATA_DIR, ADMIN_API_URL: 'https://old.example' })
  expect(() => statSync(DATA_DIR)).toThrow('ENOENT')
})

test('uses our own stand-in pages for the app and the payment provider by default', () => {
  expect(loadConfig({ ...usual, PUBLIC_ORIGIN: 'https://staff.example' })).toMatchObject({
    appUrl: 'https://staff.example/stand-in',
    isAppStandIn: true,
    stripe: null,
    stripeWebhookSecret: null,
    paymentProviderUrl: 'https://staff.example/stand-in/provider',
  })
  expect(loadConfig({ ...usual, APP_URL: 'https://app.example' })).toMatchObject({ appUrl: 'https://app.example', isAppStandIn: false })
})

test('the public site’s stand-in listens on a port next to the console’s unless a site is configured', () => {
  const site = (env: Record<string, string>) => {
    const { publicSiteUrl, publicSitePort } = loadConfig({ ...usual, ...env })
    return [publicSiteUrl, publicSitePort]
  }
  expect(site({})).toEqual(['http://localhost:4601', 4601])
  expect(site({ PORT: '5000' })).toEqual(['http://localhost:5001', 5001])
  expect(site({ PORT: '65535' })).toEqual(['http://localhost:65534', 65_534])
  expect(site({ PORT: '0' })).toEqual(['http://localhost:0', 0])
  expect(site({ PUBLIC_SITE_PORT: '7000', HOST: '192.0.2.7' })).toEqual(['http://192.0.2.7:7000', 7000])
  expect(site({ PUBLIC_SITE_URL: 'https://site.example/en/', PUBLIC_SITE_PORT: '4600' })).toEqual(['https://site.example/en', null])
  expect(site({ ADMIN_API_URL: 'https://old.example' })[1]).toBeNull()
})

test.each([
  ['DNS_SERVERS', 'dns.example.com'],
  ['DNS_SERVERS', '9.9.9.9:0'],
  ['DNS_SERVERS', '9.9.9.9:65536'],
  ['DNS_SERVERS', '1.1.1.1,2.2.2.2,3.3.3.3,4.4.4.4'],
  ['DNS_SERVERS', '9.9.9.9,'],
  ['DOMAIN_TARGET', 'localhost'],
  ['DOMAIN_TARGET', 'https://example.com'],
  ['DOMAIN_TARGET', '*.example.com'],
])('%s rejects %j', (name, value) => {
  expect(() => loadConfig({ ...usual, [name]: value })).toThrow(new RegExp(`^${name} is not `))
})

test('accepts a database on several hosts', () => {
  const DATABASE_URL = 'postgres://u:geheim@one:5432,two,[::1]:5433/d?target_session_attrs=read-write'
  expect(loadConfig({ ...usual, DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL })
})
