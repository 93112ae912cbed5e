import { resolve } from 'node:path'
import { normalizeDomain } from '../../src/contract/domains.ts'
import { requireAnswer } from './data-directory.ts'
import { ConfigError, parseSettings, type Settings, undecidedIn } from './environment.ts'
import { loadSecretKey } from './secret-key.ts'

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
  if (config.adminApiUrl === null) requireAnswer(config.dataDir)
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
  const settings = parseSettings(env)
  return { settings, config: toConfig(settings) }
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
    /** The same database without the pooler that `databaseUrl` leads to; null: there is none. */
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? null,
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
    /** How people may sign in, in the order of the login screen. */
    signIn: settings.SIGN_IN,
    /** Whether what is final for the company wants a fresh proof. */
    stepUp: settings.STEP_UP,
    /** Null: no OpenID provider. */
    oidc: oidcProvider(settings),
    /** The console's origin as browsers see it. */
    ownOrigin: own,
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
      ...signInOnPage(settings),
    },
    /** The existing admin API, without `/api/admin`. */
    adminApiUrl: settings.ADMIN_API_URL?.replace(/\/api\/admin$/, '') ?? null,
    /** Whether webhooks may be sent to private networks and over http. */
    webhookPrivateAddresses: settings.WEBHOOK_PRIVATE_ADDRESSES,
    /** Days that delivered webhooks are listed. */
    webhookKeepDays: settings.WEBHOOK_KEEP_DAYS,
    /** Days that ids of the payment provider's notifications are kept, to recognize repeats. */
    providerEventsKeepDays: settings.PROVIDER_EVENTS_KEEP_DAYS,
    /** Days that is kept who looked at what. */
    viewsKeepDays: settings.VIEWS_KEEP_DAYS,
    /** Days that calls to the public API are kept; 0: forever. */
    apiCallsKeepDays: settings.API_CALLS_KEEP_DAYS,
    /** The file that the heads of the sealed audit trail are appended to; null: none. */
    auditHeads: settings.AUDIT_HEADS ?? null,
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

/** What the login screen has to know before anybody is signed in. */
const signInOnPage = (settings: Settings) => ({
  signIn: settings.SIGN_IN,
  providerName: settings.SIGN_IN.includes('oidc') ? settings.OIDC_LABEL : '',
})

function oidcProvider(settings: Settings) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_ROLES: roles } = settings
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || roles === undefined) return null
  return { issuer, clientId, clientSecret, roles, label: settings.OIDC_LABEL, roleClaim: settings.OIDC_ROLE_CLAIM }
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
