import { z } from 'zod'
import { isEmailShaped } from '../../src/contract/fields.ts'
import {
  brevoKey,
  bucketName,
  databaseAddress,
  demoSetting,
  dnsServers,
  domainName,
  encryptionKey,
  googleKey,
  groupRoles,
  metadataKey,
  regionName,
  s3Key,
  sellerText,
  stripeKey,
  stripeWebhookKey,
  toggle,
  trustedProxies,
  waysToSignIn,
  webAddress,
  webOrigin,
  wholeNumber,
} from './settings.ts'
import { StartError } from './start-error.ts'

/** All settings by environment variable. Empty values count as unset. */
export const Settings = z.object({
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
  DATABASE_DIRECT_URL: databaseAddress.optional(),
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
  SIGN_IN: waysToSignIn.default(['password']),
  STEP_UP: toggle.default(false),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: z.string().trim().min(1).max(300, 'is too long').describe('the client’s id at the provider').optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).max(500, 'is too long').describe('the client’s secret at the provider').optional(),
  OIDC_LABEL: z.string().trim().min(1).max(40, 'is too long').describe('a name of at most 40 characters').default('single sign-on'),
  OIDC_ROLES: groupRoles.optional(),
  OIDC_ROLE_CLAIM: z
    .string()
    .regex(/^[\w.:/-]{1,200}$/, 'is not the name of a claim')
    .describe('the name of a claim, such as groups')
    .default('groups'),
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
  AUDIT_HEADS: z.string().describe('a file').optional(),
  VIEWS_KEEP_DAYS: wholeNumber(1, 3650).default(90),
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
export type Settings = z.infer<typeof Settings>

const names = Object.keys(Settings.shape) as (keyof Settings)[]

/** Invalid settings; one line each, without values of secret ones. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'))
  }
}

/**
 * Reads the settings; each is valid, and so are they together.
 * @throws ConfigError with a line per invalid setting
 */
export function parseSettings(env: Record<string, string | undefined>): Settings {
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
  lines.push(...signInContradictions(settings))
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
  if (settings.DATABASE_DIRECT_URL !== undefined && settings.DATABASE_URL === undefined) {
    lines.push('DATABASE_DIRECT_URL means nothing without DATABASE_URL: it leads past its pooler. Accepted: both or none.')
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

/** What belongs to the OpenID provider, all of it needed. */
const oidcSettings = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'] as const

function signInContradictions(settings: Settings): string[] {
  const lines: string[] = []
  const isListed = settings.SIGN_IN.includes('oidc')
  for (const name of oidcSettings) {
    if (isListed && settings[name] === undefined)
      lines.push(`${name} is missing: SIGN_IN lists oidc, which needs it. Accepted: ${accepted(name)}.`)
    if (!isListed && settings[name] !== undefined)
      lines.push(`${name} means nothing unless SIGN_IN lists oidc. Accepted: ${accepted('SIGN_IN')}.`)
  }
  const issuer = settings.OIDC_ISSUER === undefined ? null : new URL(settings.OIDC_ISSUER)
  if (issuer?.protocol === 'http:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(issuer.hostname))
    lines.push('OIDC_ISSUER is without TLS: who signs in could be made up on the way. Accepted: https://…; http:// on this machine only.')
  if (settings.ADMIN_API_URL !== undefined && (settings.SIGN_IN.length > 1 || settings.SIGN_IN[0] !== 'password'))
    lines.push('SIGN_IN means nothing with ADMIN_API_URL: that API signs people in. Accepted: one of them.')
  return lines
}

/** What production needs and has not been told: a line for each setting. Empty elsewhere. */
export function undecidedIn(settings: Settings): string[] {
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
