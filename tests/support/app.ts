import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { buildApp } from '../../server/app.ts'
import type { Database } from '../../server/db/connect.ts'
import { type Limits, usualLimits } from '../../server/http/limits/limits.ts'
import { Measures } from '../../server/operate/metrics/measures.ts'
import type { AppContext } from '../../server/outside/context.ts'
import { createDns } from '../../server/outside/dns/create.ts'
import type { Dns } from '../../server/outside/dns/port.ts'
import { createEmailLog } from '../../server/outside/email/create.ts'
import { createOpenId } from '../../server/outside/openid/create.ts'
import type { OpenIdProvider } from '../../server/outside/openid/port.ts'
import { sandboxWebhookSecret } from '../../server/outside/payments/create.ts'
import type { PaymentProvider } from '../../server/outside/payments/port.ts'
import { SandboxProvider } from '../../server/outside/payments/sandbox/sandbox.ts'
import { EmbeddedStorage } from '../../server/outside/storage/embedded.ts'
import type { Storage } from '../../server/outside/storage/port.ts'
import { EmbeddedWebRisk } from '../../server/outside/web-risk/embedded.ts'
import type { WebRisk } from '../../server/outside/web-risk/port.ts'
import type { Config } from '../../server/process/config.ts'

/** The start of every test clock: 2026-06-15 10:00:00 in Madrid, in unix seconds. */
export const testStart = 1_781_510_400

/** The server's clock; it moves only when a test moves it. */
export interface TestClock {
  now: () => number
  advance: (seconds: number) => void
}

export interface TestApp {
  app: FastifyInstance
  context: AppContext
  /** Null unless metrics are on. */
  measures: Measures | null
  /** The embedded payment provider. Faults: `sandbox.faults.add({ operation: 'refund', kind: 'lost-after' })`. */
  sandbox: SandboxProvider
  clock: TestClock
  /** Every route mounted on the server. */
  routes: RouteOptions[]
}

/** Default settings, made cheap to run. */
export const testConfig: Config = {
  port: 0,
  host: '127.0.0.1',
  dataDir: '',
  databaseUrl: null,
  databaseDirectUrl: null,
  databaseReadUrl: null,
  databaseReadLagMs: 200,
  backupsKeep: 0,
  demo: null,
  adminEmail: null,
  adminPassword: null,
  disableTwoFactor: false,
  productName: 'Quaydesk',
  seller: {
    name: 'Quaydesk',
    address: ['Paseo de los Ejemplos 46', '28014 Madrid'],
    vatNumber: 'ESB00000000',
    email: 'billing@quaydesk.test',
  },
  publicSiteUrl: 'https://site.example',
  publicSitePort: null,
  appUrl: 'https://app.example',
  isAppStandIn: false,
  s3: null,
  webRisk: null,
  brevo: null,
  dnsServers: null,
  domainTarget: 'qr.site.example',
  stripe: null,
  stripeWebhookSecret: null,
  paymentProviderUrl: 'https://provider.example',
  pageSettings: {
    publicSiteUrl: '',
    appUrl: '',
    paymentProviderUrl: '',
    disableTwoFactor: false,
    passwordMinLength: 3,
    signIn: ['password'],
    providerName: '',
  },
  signIn: ['password'],
  stepUp: false,
  oidc: null,
  ownOrigin: 'http://localhost:4600',
  drainSeconds: 0,
  metricsPort: null,
  isTraced: false,
  adminApiUrl: null,
  webhookPrivateAddresses: true,
  webhookKeepDays: 90,
  providerEventsKeepDays: 90,
  apiCallsKeepDays: 365,
  auditHeads: null,
  viewsKeepDays: 90,
  sessionIdleMinutes: 60,
  sessionMaxHours: 12,
  passwordMinLength: 3,
  presence: true,
  secretKey: Buffer.alloc(32, 7),
  publicOrigin: null,
  trustProxy: false,
  logLevel: 'silent',
  production: false,
  undecided: [],
}

/**
 * Builds the whole server on a test database with its own clock. `app.close()` leaves the database open.
 *
 *     describeEngines('customers', (engine) => {
 *       const database = engine.use()
 *       test('…', async () => {
 *         const server = await buildTestApp(database.current)
 *         const browser = await signIn(server, { rol: 2 })
 *         const reply = await browser.get('/customers?page=2')
 */
export async function buildTestApp(
  database: Database,
  overrides: Partial<Config> = {},
  /** Replacements for adapters, the timeout of the embedded payment provider, and `isMeasured`, which turns metrics on. */
  {
    payments,
    timeoutMs,
    storage,
    webRisk,
    dns,
    openId,
    limits,
    isMeasured = false,
    tracing = null,
  }: {
    payments?: PaymentProvider
    timeoutMs?: number
    storage?: Storage
    webRisk?: WebRisk
    dns?: Dns
    openId?: OpenIdProvider
    limits?: Partial<Limits>
    isMeasured?: boolean
    tracing?: AppContext['tracing']
  } = {},
): Promise<TestApp> {
  let now = testStart
  const clock: TestClock = {
    now: () => now,
    advance: (seconds) => {
      now += seconds
    },
  }
  const config = { ...testConfig, ...overrides }
  const webhookSecret = sandboxWebhookSecret(config)
  const sandbox = new SandboxProvider({ database, now: clock.now, dashboardUrl: config.paymentProviderUrl, webhookSecret, timeoutMs })
  // The directory is created with the first file.
  const files = storage ?? new EmbeddedStorage(join(tmpdir(), `quaydesk-files-${randomBytes(6).toString('hex')}`))
  const measures = isMeasured ? new Measures({ database, now: clock.now }) : null
  const context: AppContext = {
    database,
    config,
    now: clock.now,
    payments: payments ?? sandbox,
    storage: files,
    webRisk: webRisk ?? new EmbeddedWebRisk(database),
    dns: dns ?? createDns(config, database),
    email: createEmailLog(config, database.orm, clock.now),
    openId: openId ?? createOpenId(config),
    tracing,
    measures,
  }
  const routes: RouteOptions[] = []
  // Fastify publishes every new server on this channel. It is the only way to collect the routes of an app that `buildApp` creates.
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void routes.push(route))
  }
  subscribe('fastify.initialization', watch)
  const building = buildApp(context, { ...usualLimits, ...limits })
  unsubscribe('fastify.initialization', watch)
  const app = await building
  await app.ready()
  return { app, context, measures, sandbox, clock, routes }
}
