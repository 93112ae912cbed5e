import { resolve } from 'node:path'
import { z } from 'zod'
import { normalizeDomain } from '../src/contract/domains.ts'
import { isEmailShaped } from '../src/contract/fields.ts'
import { StartError } from './db/start-error.ts'
import { loadSecretKey } from './secret-key.ts'
import {
  brevoKey,
  bucketName,
  databaseAddress,
  dnsServers,
  demoSetting,
  domainName,
  encryptionKey,
  googleKey,
  metadataKey,
  regionName,
  s3Key,
  sellerText,
  stripeKey,
  stripeWebhookKey,
  toggle,
  trustedProxies,
  webAddress,
  webOrigin,
  wholeNumber,
} from './settings.ts'

/** All settings by environment variable. Empty values count as unset. */
const Settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'is not known')
    .describe('development, production or test')
    .default('development'),
  PORT: wholeNumber(0, 65_535).default(4600),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'is not a host')
    .describe('an address or host name, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  DATA_DIR: z.string().describe('a directory').default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_READ_URL: databaseAddress.optional(),
  DATABASE_READ_LAG_MS: wholeNumber(0, 10_000).default(200),
  DEMO: demoSetting.optional(),
  ADMIN_EMAIL: z.string().trim().refine(isEmailShaped, 'is not an e-mail address').describe('an e-mail address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .regex(/^[A-Za-z0-9]{3,30}$/, 'is not accepted')
    .describe('3 to 30 letters or digits')
    .optional(),
  DISABLE_TWO_FACTOR: toggle.default(false),
  PRODUCT_NAME: z.string().trim().min(1).max(60, 'is too long').describe('a name of at most 60 characters').default('Quaydesk'),
  SELLER_NAME: sellerText(120).optional(),
  SELLER_ADDRESS: sellerText(300).optional(),
  SELLER_VAT_NUMBER: sellerText(30).optional(),
  SELLER_EMAIL: z.string().trim().refine(isEmailShaped, 'is not an e-mail address').describe('an e-mail address').optional(),
  PUBLIC_SITE_URL: webAddress.optional(),
  PUBLIC_SITE_PORT: wholeNumber(0, 65_535).optional(),
  DRAIN_SECONDS: wholeNumber(0, 120).optional(),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  // Only whether tracing is on; OpenTelemetry's packages read their other variables themselves.
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress.optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'is not known').describe('otlp or none').default('otlp'),
  OTEL_SDK_DISABLED: toggle.default(false),
  APP_URL: webAddress.optional(),
  ADMIN_API_URL: webAddress.optional(),
  PAYMENTS: z.enum(['sandbox'], 'is not known').describe('sandbox, or nothing where STRIPE_SECRET_KEY is set').optional(),
  STRIPE_SECRET_KEY: stripeKey.optional(),
  STRIPE_WEBHOOK_SECRET: stripeWebhookKey.optional(),
  STRIPE_API_URL: webOrigin.optional(),
  STRIPE_ID_KEY: metadataKey.optional(),
  WEB_RISK_API_KEY: googleKey.optional(),
  WEB_RISK_API_URL: webOrigin.optional(),
  BREVO_API_KEY: brevoKey.optional(),
  BREVO_API_URL: webAddress.optional(),
  S3_BUCKET: bucketName.optional(),
  S3_REGION: regionName.optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_ACCESS_KEY_ID: s3Key.optional(),
  S3_SECRET_ACCESS_KEY: s3Key.optional(),
  DNS_SERVERS: dnsServers.optional(),
  DOMAIN_TARGET: domainName.optional(),
  WEBHOOK_PRIVATE_ADDRESSES: toggle.default(false),
  WEBHOOK_KEEP_DAYS: wholeNumber(1, 3650).default(90),
  // The provider retries a notification for three days; people can resend it for thirty.
  PROVIDER_EVENTS_KEEP_DAYS: wholeNumber(35, 3650).default(90),
  API_CALLS_KEEP_DAYS: wholeNumber(0, 3650).default(365),
  BACKUPS_KEEP: wholeNumber(0, 3650).default(7),
  SESSION_IDLE_MINUTES: wholeNumber(1, 24 * 60).default(60),
  SESSION_MAX_HOURS: wholeNumber(1, 24 * 30).default(12),
  PASSWORD_MIN_LENGTH: wholeNumber(3, 30).default(3),
  PRESENCE: toggle.default(true),
  SECRET_KEY: encryptionKey.optional(),
  PUBLIC_ORIGIN: webOrigin.optional(),
  TRUST_PROXY: trustedProxies.default(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is not known')
    .describe('fatal, error, warn, info, debug, trace or silent')
    .default('info'),
})
type Settings = z.infer<typeof Settings>

const names = Object.keys(Settings.shape) as (keyof Settings)[]

/** Invalid settings; one line each, without values of secret ones. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'))
  }
}

/** The issuer of invoices. */
export interface Seller {
  name: string
  /** Line by line. */
  address: readonly string[]
  vatNumber: string
  email: string
}

/** The server's configuration; docs/operations.md explains each setting. */
export type Config = Readonly<ReturnType<typeof toConfig>> & { readonly secretKey: Buffer }

/**
 * Reads the settings. Without SECRET_KEY the key comes from the data directory, where it is created on first start.
 * @throws ConfigError with a line per invalid setting; StartError if the key can't be read or created
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const { settings, config } = read(env)
  // A server in front of another admin API has no secrets and needs no directory.
  const secretKey = settings.SECRET_KEY ?? (config.adminApiUrl === null ? loadSecretKey(config.dataDir) : Buffer.alloc(0))
  return Object.freeze({ ...config, secretKey })
}

/**
 * Reads the settings but neither reads nor creates the key.
 * @throws ConfigError
 */
export function readSettings(env: Record<string, string | undefined>): Omit<Config, 'secretKey'> {
  return read(env).config
}

function read(env: Record<string, string | undefined>) {
  const settings = parse(env)
  return { settings, config: toConfig(settings) }
}

function parse(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(names.map((name) => [name, env[name] === '' ? undefined : env[name]]))
  const read = Settings.safeParse(given)
  const lines = read.success ? contradictions(read.data) : read.error.issues.map(({ path, message }) => lineOf(String(path[0]), message))
  if (!read.success || lines.length > 0) throw new ConfigError(lines)
  return read.data
}

function lineOf(name: string, message: string): string {
  const schema = names.find((known) => known === name)
  return `${name} ${message}. Accepted: ${schema === undefined ? '' : accepted(schema)}.`
}

function accepted(name: keyof Settings): string {
  const schema: z.ZodType = Settings.shape[name]
  const inner = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema
  return (inner as z.ZodType).description ?? 'any text'
}

/** Settings that are valid alone but not together. */
function contradictions(settings: Settings): string[] {
  const lines: string[] = []
  const production = settings.NODE_ENV === 'production'
  if (production && settings.DISABLE_TWO_FACTOR) lines.push('DISABLE_TWO_FACTOR is refused when NODE_ENV is production. Accepted: off.')
  if (production && settings.DEMO?.wanted) lines.push('DEMO is refused when NODE_ENV is production. Accepted: off.')
  if (production && settings.DATABASE_URL !== undefined && settings.SECRET_KEY === undefined) {
    lines.push(
      'SECRET_KEY is missing: with DATABASE_URL in production it must be the same for all servers. ' +
        'Accepted: 32 bytes in base64, as `openssl rand -base64 32` prints them.',
    )
  }
  if ((settings.ADMIN_EMAIL === undefined) !== (settings.ADMIN_PASSWORD === undefined)) {
    lines.push('ADMIN_EMAIL and ADMIN_PASSWORD belong together: one of them is missing. Accepted: both or neither.')
  }
  if (settings.ADMIN_PASSWORD !== undefined && settings.ADMIN_PASSWORD.length < settings.PASSWORD_MIN_LENGTH) {
    lines.push(`ADMIN_PASSWORD is too short. Accepted: ${settings.PASSWORD_MIN_LENGTH} to 30 letters or digits (PASSWORD_MIN_LENGTH).`)
  }
  if (settings.STRIPE_SECRET_KEY !== undefined && settings.PAYMENTS === 'sandbox')
    lines.push('PAYMENTS and STRIPE_SECRET_KEY exclude each other: payments go through Stripe or the sandbox. Accepted: one of them.')
  if (settings.STRIPE_SECRET_KEY !== undefined && settings.STRIPE_WEBHOOK_SECRET === undefined) {
    lines.push('STRIPE_WEBHOOK_SECRET is missing: with STRIPE_SECRET_KEY it is needed to check what Stripe sends. Accepted: whsec_….')
  }
  if (settings.WEB_RISK_API_URL !== undefined && settings.WEB_RISK_API_KEY === undefined) {
    lines.push(`WEB_RISK_API_KEY is missing: WEB_RISK_API_URL means nothing without it. Accepted: ${accepted('WEB_RISK_API_KEY')}.`)
  }
  if (settings.BREVO_API_URL !== undefined && settings.BREVO_API_KEY === undefined) {
    lines.push(`BREVO_API_KEY is missing: BREVO_API_URL means nothing without it. Accepted: ${accepted('BREVO_API_KEY')}.`)
  }
  if (settings.PUBLIC_SITE_PORT === settings.PORT && settings.PORT !== 0 && settings.PUBLIC_SITE_URL === undefined) {
    lines.push('PUBLIC_SITE_PORT is PORT: the public site needs an origin of its own. Accepted: another port, or 0 for any.')
  }
  if ((settings.S3_ACCESS_KEY_ID === undefined) !== (settings.S3_SECRET_ACCESS_KEY === undefined)) {
    lines.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: one of them is missing. Accepted: both or neither.')
  }
  if (settings.S3_BUCKET === undefined) {
    const others = (['S3_REGION', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).filter(
      (name) => settings[name] !== undefined,
    )
    if (others.length > 0)
      lines.push(`S3_BUCKET is missing: ${others.join(', ')} mean nothing without it. Accepted: ${accepted('S3_BUCKET')}.`)
  }
  if (settings.DATABASE_READ_URL !== undefined && settings.DATABASE_URL === undefined) {
    lines.push('DATABASE_READ_URL means nothing without DATABASE_URL: it names its standbys. Accepted: both or none.')
  }
  if (settings.ADMIN_API_URL !== undefined && settings.DATABASE_URL !== undefined) {
    lines.push(
      'ADMIN_API_URL and DATABASE_URL exclude each other: with an existing admin API there is no database here. Accepted: one of them.',
    )
  }
  return lines
}

/**
 * Refuses to start in production without certain settings: no stand-in may silently handle money or QR targets.
 * @throws ConfigError with a line for each
 */
export function requireServices({ undecided }: Pick<Config, 'undecided'>): void {
  if (undecided.length > 0) throw new ConfigError(undecided)
}

/** Allowed settings that deserve a warning at start. */
export function warnings({ production, publicOrigin }: Pick<Config, 'production' | 'publicOrigin'>): string[] {
  if (!production || publicOrigin === null || publicOrigin.startsWith('https://')) return []
  return [
    `Warning: PUBLIC_ORIGIN ${publicOrigin} is without TLS. Passwords and session cookies can be read on the way: only for a closed network.`,
  ]
}

function undecidedIn(settings: Settings): string[] {
  if (settings.NODE_ENV !== 'production') return []
  const lines: string[] = []
  const hasPayments = settings.STRIPE_SECRET_KEY !== undefined || settings.PAYMENTS !== undefined || settings.ADMIN_API_URL !== undefined
  if (!hasPayments)
    lines.push(
      'STRIPE_SECRET_KEY is missing: without it no money moves, which production has to ask for. ' +
        `Accepted: ${accepted('STRIPE_SECRET_KEY')}, or PAYMENTS=sandbox for the embedded provider.`,
    )
  const standInPort = settings.ADMIN_API_URL === undefined ? settings.PUBLIC_SITE_PORT : undefined
  if (settings.PUBLIC_SITE_URL === undefined && standInPort === undefined)
    lines.push(
      'PUBLIC_SITE_URL is missing: without it the addresses of QR codes lead to a stand-in. ' +
        `Accepted: ${accepted('PUBLIC_SITE_URL')}${settings.ADMIN_API_URL === undefined ? ', or PUBLIC_SITE_PORT for the stand-in' : ''}.`,
    )
  if (settings.PUBLIC_ORIGIN === undefined)
    lines.push(
      'PUBLIC_ORIGIN is missing: without it cookies are not limited to https. ' +
        `Accepted: ${accepted('PUBLIC_ORIGIN')}; an http:// origin only in a closed network.`,
    )
  const sellerMissing = sellerSettings.filter((name) => settings[name] === undefined)
  if (settings.ADMIN_API_URL === undefined && sellerMissing.length > 0)
    lines.push(
      `${sellerMissing.join(', ')} ${sellerMissing.length === 1 ? 'is' : 'are'} missing: without them invoices are from a made-up seller. ` +
        `Accepted: ${sellerMissing.map((name) => accepted(name)).join('; ')}.`,
    )
  return lines
}

/** Invoices must state these. */
const sellerSettings = ['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_VAT_NUMBER', 'SELLER_EMAIL'] as const

function toConfig(settings: Settings) {
  const own = settings.PUBLIC_ORIGIN ?? `http://${hostInUrl(settings.HOST)}:${settings.PORT}`
  return {
    production: settings.NODE_ENV === 'production',
    /** Lines for `requireServices`. */
    undecided: undecidedIn(settings),
    port: settings.PORT,
    host: settings.HOST,
    /** Absolute. */
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    /** Standbys for long reads; null: everything is read from the primary. */
    databaseReadUrl: settings.DATABASE_READ_URL ?? null,
    /** Milliseconds that standbys may lag. */
    databaseReadLagMs: settings.DATABASE_READ_LAG_MS,
    /** Null if unset: demo data if the embedded database is new, never in production. */
    demo: settings.DEMO ?? null,
    /** Set together or not at all. */
    adminEmail: settings.ADMIN_EMAIL ?? null,
    adminPassword: settings.ADMIN_PASSWORD ?? null,
    disableTwoFactor: settings.DISABLE_TWO_FACTOR,
    productName: settings.PRODUCT_NAME,
    seller: sellerOf(settings),
    /** No trailing slash, like all URLs here. Stand-ins are our own pages. */
    publicSiteUrl: settings.PUBLIC_SITE_URL ?? `http://${hostInUrl(settings.HOST)}:${publicSitePort(settings)}`,
    /** Port of the public site's stand-in, 0 for any; null if the site is configured or there is no database. */
    publicSitePort: settings.PUBLIC_SITE_URL === undefined && settings.ADMIN_API_URL === undefined ? publicSitePort(settings) : null,
    /** Seconds that `/readyz` reports SIGTERM before the port closes. 0 with a single server, as no other could take over. */
    drainSeconds: settings.DRAIN_SECONDS ?? (settings.DATABASE_URL === undefined ? 0 : 5),
    /** Port for Prometheus; null: no metrics. */
    metricsPort: settings.METRICS_PORT ?? null,
    /** Whether requests are traced. */
    isTraced: isTraced(settings),
    appUrl: settings.APP_URL ?? `${own}/stand-in`,
    /** Whether the product's app is replaced by our own pages. */
    isAppStandIn: settings.APP_URL === undefined,
    /** Null: use the embedded payment provider. */
    stripe: stripeSettings(settings),
    /** Stripe's, or without Stripe the embedded provider's. */
    stripeWebhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? null,
    /** Base of the payment provider's pages: `{base}/customers/{id}`, `{base}/payments/{id}`. */
    paymentProviderUrl: settings.STRIPE_SECRET_KEY === undefined ? `${own}/stand-in/provider` : stripeDashboard(settings.STRIPE_SECRET_KEY),
    /** Null: judge addresses by our own domain lists. */
    webRisk:
      settings.WEB_RISK_API_KEY === undefined ? null : { apiKey: settings.WEB_RISK_API_KEY, apiUrl: settings.WEB_RISK_API_URL ?? null },
    /** Null: read e-mail activity from the database. */
    brevo:
      settings.BREVO_API_KEY === undefined
        ? null
        : { apiKey: settings.BREVO_API_KEY, apiUrl: settings.BREVO_API_URL ?? 'https://api.brevo.com/v3' },
    /** Null: store files in the data directory. */
    s3: s3Settings(settings),
    /** Name servers for customers' domains; null: the demo's zone. */
    dnsServers: settings.DNS_SERVERS ?? null,
    /** The host that customers' domains must be an alias of. */
    domainTarget: settings.DOMAIN_TARGET ?? publicDomain(settings.PUBLIC_SITE_URL),
    /** Settings put in the page if the admin API doesn't report them; without our stand-ins. */
    pageSettings: {
      publicSiteUrl: settings.PUBLIC_SITE_URL ?? '',
      appUrl: settings.APP_URL ?? '',
      paymentProviderUrl: stripeDashboard(settings.STRIPE_SECRET_KEY ?? ''),
      disableTwoFactor: settings.DISABLE_TWO_FACTOR,
      passwordMinLength: settings.PASSWORD_MIN_LENGTH,
    },
    /** The existing admin API, without `/api/admin`. */
    adminApiUrl: settings.ADMIN_API_URL?.replace(/\/api\/admin$/, '') ?? null,
    /** Whether webhooks may be sent to private networks and over http. */
    webhookPrivateAddresses: settings.WEBHOOK_PRIVATE_ADDRESSES,
    /** Days that delivered webhooks are listed. */
    webhookKeepDays: settings.WEBHOOK_KEEP_DAYS,
    /** Days that ids of the payment provider's notifications are kept, to recognize repeats. */
    providerEventsKeepDays: settings.PROVIDER_EVENTS_KEEP_DAYS,
    /** Days that calls to the public API are kept; 0: forever. */
    apiCallsKeepDays: settings.API_CALLS_KEEP_DAYS,
    /** Daily backups of the embedded database to keep; 0: none are made. */
    backupsKeep: settings.BACKUPS_KEEP,
    sessionIdleMinutes: settings.SESSION_IDLE_MINUTES,
    sessionMaxHours: settings.SESSION_MAX_HOURS,
    passwordMinLength: settings.PASSWORD_MIN_LENGTH,
    /** Whether staff see who else has a record open. */
    presence: settings.PRESENCE,
    /** The origin browsers see behind a proxy. */
    publicOrigin: settings.PUBLIC_ORIGIN ?? null,
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
  }
}

function isTraced(settings: Settings): boolean {
  const hasPlace = settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined || settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined
  return hasPlace && !settings.OTEL_SDK_DISABLED && settings.OTEL_TRACES_EXPORTER === 'otlp'
}

/** The public site needs its own origin: the next port, unless set. */
function publicSitePort({ PORT, PUBLIC_SITE_PORT }: Pick<Settings, 'PORT' | 'PUBLIC_SITE_PORT'>): number {
  if (PUBLIC_SITE_PORT !== undefined) return PUBLIC_SITE_PORT
  if (PORT === 0) return 0
  return PORT === 65_535 ? PORT - 1 : PORT + 1
}

function sellerOf(settings: Settings): Seller {
  return {
    name: settings.SELLER_NAME ?? settings.PRODUCT_NAME,
    address: (settings.SELLER_ADDRESS ?? 'Paseo de los Ejemplos 46; 28014 Madrid; Spain')
      .split(';')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    vatNumber: settings.SELLER_VAT_NUMBER ?? 'ESB00000000',
    email: settings.SELLER_EMAIL ?? 'billing@quaydesk.test',
  }
}

function stripeSettings(settings: Settings) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings
  if (secretKey === undefined || webhookSecret === undefined) return null
  return { secretKey, webhookSecret, apiUrl: settings.STRIPE_API_URL ?? null, externalIdKey: settings.STRIPE_ID_KEY }
}

function s3Settings(settings: Settings) {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint } = settings
  if (bucket === undefined) return null
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  const credentials = accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey }
  return { bucket, region: region ?? 'us-east-1', endpoint: endpoint ?? null, credentials }
}

/** The public site's domain; the demo's if the site is a stand-in or has none. */
function publicDomain(publicSiteUrl: string | undefined): string {
  const host = publicSiteUrl === undefined ? null : normalizeDomain(new URL(publicSiteUrl).hostname)
  return host ?? 'qr.quaydesk.example'
}

/** Stripe's test mode has its own pages. */
function stripeDashboard(secretKey: string): string {
  return `https://dashboard.stripe.com${/^.k_test_/.test(secretKey) ? '/test' : ''}`
}

/** A wildcard address isn't reachable as such; local browsers use localhost. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The server's URL for a browser on this machine, once it listens on `port`. */
export function localAddress(config: Pick<Config, 'host'>, port: number): string {
  return `http://${hostInUrl(config.host)}:${port}`
}
