import { expect, test } from 'vitest'
import { loadConfig, requireServices, warnings } from '../../server/process/config.ts'
import { ConfigError } from '../../server/process/environment.ts'

const key = Buffer.alloc(32, 1).toString('base64')
const usual = { SECRET_KEY: key }

test('uses Stripe if its key and secret are set', () => {
  const env = { ...usual, STRIPE_SECRET_KEY: 'sk_live_abcd', STRIPE_WEBHOOK_SECRET: 'whsec_abcd' }
  expect(loadConfig(env)).toMatchObject({
    stripe: { secretKey: 'sk_live_abcd', webhookSecret: 'whsec_abcd', apiUrl: null },
    paymentProviderUrl: 'https://dashboard.stripe.com',
  })
  expect(loadConfig({ ...env, STRIPE_API_URL: 'http://127.0.0.1:12111' }).stripe?.apiUrl).toBe('http://127.0.0.1:12111')
  expect(loadConfig({ ...env, STRIPE_ID_KEY: 'customer' }).stripe?.externalIdKey).toBe('customer')
})

test('e-mail delivery is read from the database, or from Brevo if configured', () => {
  expect(loadConfig(usual).brevo).toBeNull()
  const env = { ...usual, BREVO_API_KEY: 'xkeysib-0123abcd' }
  expect(loadConfig(env).brevo).toEqual({ apiKey: 'xkeysib-0123abcd', apiUrl: 'https://api.brevo.com/v3' })
  expect(loadConfig({ ...env, BREVO_API_URL: 'http://127.0.0.1:8025/v3/' }).brevo?.apiUrl).toBe('http://127.0.0.1:8025/v3')
})

test('uses Google’s Web Risk if its key is set, otherwise our own lists', () => {
  expect(loadConfig(usual).webRisk).toBeNull()
  const env = { ...usual, WEB_RISK_API_KEY: 'AIzaSy-test-key-0123456789' }
  expect(loadConfig(env).webRisk).toEqual({ apiKey: 'AIzaSy-test-key-0123456789', apiUrl: null })
  expect(loadConfig({ ...env, WEB_RISK_API_URL: 'http://127.0.0.1:8080' }).webRisk?.apiUrl).toBe('http://127.0.0.1:8080')
})

test('uses the configured name servers for customers’ domains, which point to the public site by default', () => {
  expect(loadConfig(usual)).toMatchObject({ dnsServers: null, domainTarget: 'qr.quaydesk.example' })
  const named = { DNS_SERVERS: '9.9.9.9, 10.0.0.2:5353,[2620:fe::fe]:53', PUBLIC_SITE_URL: 'https://qr.example.com' }
  expect(loadConfig({ ...usual, ...named })).toMatchObject({
    dnsServers: ['9.9.9.9', '10.0.0.2:5353', '[2620:fe::fe]:53'],
    domainTarget: 'qr.example.com',
  })
  expect(loadConfig({ ...usual, ...named, DOMAIN_TARGET: 'Edge.example.com' }).domainTarget).toBe('edge.example.com')
})

test('stores files in the data directory, or in a bucket if configured', () => {
  expect(loadConfig(usual).s3).toBeNull()
  expect(loadConfig({ ...usual, S3_BUCKET: 'files' }).s3).toEqual({
    bucket: 'files',
    region: 'us-east-1',
    endpoint: null,
    credentials: null,
  })
  const env = {
    S3_BUCKET: 'files',
    S3_REGION: 'eu-west-1',
    S3_ENDPOINT: 'http://127.0.0.1:9000/',
    S3_ACCESS_KEY_ID: 'abc',
    S3_SECRET_ACCESS_KEY: 'def',
  }
  expect(loadConfig({ ...usual, ...env }).s3).toEqual({
    bucket: 'files',
    region: 'eu-west-1',
    endpoint: 'http://127.0.0.1:9000',
    credentials: { accessKeyId: 'abc', secretAccessKey: 'def' },
  })
})

const seller = { SELLER_NAME: 'Q', SELLER_ADDRESS: 'Street 1; Town', SELLER_VAT_NUMBER: 'ESB1', SELLER_EMAIL: 'a@b.example' }

test.each([
  [{ SELLER_EMAIL: 'a@b.example', PUBLIC_ORIGIN: '' }, ['STRIPE_SECRET_KEY', 'PUBLIC_SITE_URL', 'PUBLIC_ORIGIN', 'SELLER_NAME,']],
  [{ PAYMENTS: 'sandbox', PUBLIC_SITE_PORT: '4601', ...seller, PUBLIC_ORIGIN: '' }, ['PUBLIC_ORIGIN']],
  [{ PAYMENTS: 'sandbox', PUBLIC_SITE_PORT: '4601', ...seller, PUBLIC_ORIGIN: 'http://desk.example' }, []],
  [{ ADMIN_API_URL: 'https://old.example', PUBLIC_SITE_URL: 'https://site.example', PUBLIC_ORIGIN: '' }, ['PUBLIC_ORIGIN']],
  [{ PAYMENTS: 'sandbox', PUBLIC_SITE_PORT: '4601', ...seller }, []],
  [{ PAYMENTS: 'sandbox', PUBLIC_SITE_URL: 'https://site.example', ...seller }, []],
  [{ PAYMENTS: 'sandbox', PUBLIC_SITE_URL: 'https://site.example', ...seller, SELLER_VAT_NUMBER: '' }, ['SELLER_VAT_NUMBER']],
  [{ STRIPE_SECRET_KEY: 'sk_live_abcd', STRIPE_WEBHOOK_SECRET: 'whsec_abcd', ...seller }, ['PUBLIC_SITE_URL']],
  [{ ADMIN_API_URL: 'https://old.example' }, ['PUBLIC_SITE_URL']],
  [{ ADMIN_API_URL: 'https://old.example', PUBLIC_SITE_PORT: '4601' }, ['PUBLIC_SITE_URL']],
  [{ ADMIN_API_URL: 'https://old.example', PUBLIC_SITE_URL: 'https://site.example' }, []],
])('in production, lists the settings that must be decided: %o', (env, missing) => {
  const undecided = (settings: object) => loadConfig({ ...usual, ...settings }).undecided
  expect(undecided({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://desk.example', ...env }).map((line) => line.split(' ')[0])).toEqual(
    missing,
  )
  expect(undecided(env)).toEqual([])
})

test('production does not start without required settings, and says what to set', () => {
  const env = { ...usual, NODE_ENV: 'production', PUBLIC_SITE_URL: 'https://site.example', ...seller }
  const config = loadConfig({ ...env, PUBLIC_ORIGIN: 'https://desk.example' })
  expect(() => requireServices(config)).toThrow(
    new ConfigError([
      'STRIPE_SECRET_KEY is missing: without it no money moves, which production has to ask for. ' +
        'Accepted: sk_live_…, rk_live_…, sk_test_… or rk_test_…, or PAYMENTS=sandbox for the embedded provider.',
    ]),
  )
  expect(() => requireServices(loadConfig({ ...env, PAYMENTS: 'sandbox' }))).toThrow(
    'PUBLIC_ORIGIN is missing: without it cookies are not limited to https. Accepted: an origin such as https://staff.example.com, ' +
      'without a path; an http:// origin only in a closed network.',
  )
  expect(() => requireServices(loadConfig(usual))).not.toThrow()
})

test.each([
  [{ NODE_ENV: 'production', PUBLIC_ORIGIN: 'http://desk.example' }, ['http://desk.example']],
  [{ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://desk.example' }, []],
  [{ PUBLIC_ORIGIN: 'http://desk.example' }, []],
  [{}, []],
])('warns about an origin without TLS only in production: %o', (env, named) => {
  expect(
    warnings(loadConfig({ ...usual, ...env })).map((line) => /^Warning: PUBLIC_ORIGIN (\S+) is without TLS\./.exec(line)?.[1]),
  ).toEqual(named)
})
