import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Database, openDatabase } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { sizeNote } from './db/size-note.ts'
import { buildConsole } from './http/console/console-build.ts'
import { checkPort, listenError } from './http/port.ts'
import { type Config, loadConfig, localAddress, requireServices, warnings } from './process/config.ts'
import { shownAddress } from './process/database-address.ts'
import { createLog } from './process/log.ts'
import { Shutdown } from './process/shutdown.ts'
import { StartError } from './process/start-error.ts'

/** `npm start`. With `--api-only` the console is neither built nor served: under `npm run dev` Vite does that. */
const apiOnly = process.argv.includes('--api-only')

async function main(): Promise<void> {
  // Files written by this process are private.
  process.umask(0o077)
  const shutdown = new Shutdown()
  const config = loadConfig(process.env)
  requireServices(config)
  const log = createLog(config.logLevel)
  for (const line of warnings(config)) process.stderr.write(`${line}\n`)
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection')
    process.exit(1)
  })
  await checkPort(config)
  if (config.metricsPort !== null) await checkPort({ host: config.host, port: config.metricsPort, setting: 'METRICS_PORT' })
  if (config.publicSitePort !== null) await checkPort({ host: config.host, port: config.publicSitePort, setting: 'PUBLIC_SITE_PORT' })
  const { app, close, lines } =
    config.adminApiUrl === null ? await withDatabase(config, log) : await withoutDatabase(config, config.adminApiUrl)
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await close()
    throw listenError(error, config)
  }
  shutdown.running({ app, close, log, drainSeconds: config.drainSeconds })
  print([`${config.productName} listens at ${localAddress(config, portOf(app))}`, ...lines])
}

interface Started {
  app: FastifyInstance
  close: () => Promise<void>
  /** Printed once it listens. */
  lines: string[]
}

/**
 * Opens and prepares the database while the console is built, so the first start takes only as long as the slower one.
 */
async function withDatabase(config: Config, log: FastifyBaseLogger): Promise<Started> {
  const build = new AbortController()
  process.on('exit', () => build.abort())
  const [prepared, built] = await Promise.allSettled([
    prepare(config, log).catch((error: unknown) => {
      build.abort()
      throw error
    }),
    apiOnly ? false : buildConsole(build.signal, say),
  ])
  if (prepared.status === 'rejected') throw prepared.reason
  const { database, lines } = prepared.value
  try {
    if (built.status === 'rejected') throw built.reason
    const { buildApp } = await import('./app.ts')
    const { createPaymentProvider } = await import('./outside/payments/create.ts')
    const { createDns } = await import('./outside/dns/create.ts')
    const { createEmailLog } = await import('./outside/email/create.ts')
    const { createOpenId } = await import('./outside/openid/create.ts')
    const { createStorage } = await import('./outside/storage/create.ts')
    const { createWebRisk } = await import('./outside/web-risk/create.ts')
    const now = () => Math.floor(Date.now() / 1000)
    const site =
      config.publicSitePort === null
        ? null
        : await (await import('../demo/public-site/start.ts')).startPublicSite({ database, config, now }, config.publicSitePort)
    const configNow = site === null ? config : { ...config, publicSiteUrl: site.url }
    const measures = config.metricsPort === null ? null : new (await import('./operate/metrics/measures.ts')).Measures({ database, now })
    const tracing = config.isTraced ? (await import('./operate/tracing/start.ts')).startTracing(log) : null
    const context = {
      database,
      measures,
      tracing,
      config: configNow,
      now,
      payments: await createPaymentProvider(config, database, now),
      storage: await createStorage(config),
      dns: createDns(config, database),
      email: createEmailLog(config, database.orm, now),
      webRisk: createWebRisk(config, database),
      openId: createOpenId(config),
    }
    const app = await buildApp(context)
    site?.admit(app, apiOnly)
    const { startJobs } = await import('./operate/jobs.ts')
    const stopJobs = startJobs(app, context, log)
    const { startSnapshots } = await import('./operate/backup/socket.ts')
    const stopSnapshots = await startSnapshots(database, config.dataDir, log)
    const metrics =
      measures === null || config.metricsPort === null
        ? null
        : await (await import('./operate/metrics/listen.ts')).serveMetrics(measures, config, config.metricsPort)
    const close = async () => {
      await metrics?.stop()
      await tracing?.stop()
      await site?.close()
      await stopJobs()
      await stopSnapshots()
      await database.close()
    }
    const siteLine = site === null ? [] : [`Public site: ${site.url} (stand-in)`]
    return { app, close, lines: [...lines, ...siteLine] }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function withoutDatabase(config: Config, adminApiUrl: string): Promise<Started> {
  if (!apiOnly) await buildConsole(new AbortController().signal, say)
  const { buildPassThrough } = await import('./http/console/pass-through.ts')
  const app = await buildPassThrough(config, adminApiUrl)
  return { app, close: async () => undefined, lines: [`Admin API: ${adminApiUrl}`] }
}

async function prepare(config: Config, log: FastifyBaseLogger): Promise<{ database: Database; lines: string[] }> {
  const database = await openDatabase(config, log)
  try {
    const migrations = await migrate(database, log)
    if (migrations.length > 0) print([`Migrated the database: ${migrations.join(', ')}.`])
    const { requireSameKey } = await import('./resources/auth/same-key.ts')
    await requireSameKey(database.orm, config.secretKey)
    // Production loads none of it.
    const demo = config.production ? null : await import('../demo/first-start.ts')
    await demo?.addDemoData(database, config, log, say)
    if (config.adminEmail !== null && config.adminPassword !== null) {
      const { upsertAdmin } = await import('./resources/auth/accounts.ts')
      await upsertAdmin(database.orm, { email: config.adminEmail, password: config.adminPassword })
    }
    const { requireWayIn } = await import('./resources/auth/links.ts')
    await requireWayIn(database.orm, config)
    const signInLines = (await demo?.signInLines(database, config)) ?? []
    return { database, lines: [whereDataLies(config), ...(await sizeNote(database)), ...signInLines] }
  } catch (error) {
    await database.close()
    throw error
  }
}

function whereDataLies(config: Config): string {
  if (config.databaseUrl === null) return `Data: ${config.dataDir} (embedded database)`
  return `Data: PostgreSQL at ${shownAddress(config.databaseUrl)}; files in ${config.dataDir}`
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

/** Plain text for people, terminal or not. */
function print(lines: string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
}

function say(line: string): void {
  print([line])
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exit(1)
})
