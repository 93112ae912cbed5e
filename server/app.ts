import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify, { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { openLive } from '../src/contract/live.ts'
import { PageSettings } from '../src/contract/page-settings.ts'
import { auditRoutes } from './audit/routes.ts'
import { isMigrated } from './db/migrate.ts'
import { limitTokens } from './http/access/bearer.ts'
import { registerConsole } from './http/console/console.ts'
import { sendSecurityHeaders } from './http/console/security-headers.ts'
import { badAddressReply, notFoundReply, registerErrorHandler } from './http/errors.ts'
import { addHealthChecks } from './http/health.ts'
import { type Limits, usualLimits } from './http/limits/limits.ts'
import { shedOverload } from './http/limits/overload.ts'
import { breakOffUnread, requestLimit } from './http/limits/request-limit.ts'
import { apiBase } from './http/mount.ts'
import type { AppContext } from './outside/context.ts'
import { sandboxRoutes } from './outside/payments/sandbox/routes.ts'
import { loggerOptions } from './process/log.ts'
import { ingestRoutes } from './product/ingest/routes.ts'
import { openApiRoutes } from './product/openapi/routes.ts'
import { outboxRoutes } from './product/outbox/routes.ts'
import { tokenRoutes } from './product/tokens/routes.ts'
import { abuseRoutes } from './resources/abuse/routes.ts'
import { accountRoutes } from './resources/account/routes.ts'
import { apiCallRoutes } from './resources/api-calls/routes.ts'
import { approvalRoutes } from './resources/approvals/routes.ts'
import { providerRoutes } from './resources/auth/provider/routes.ts'
import { authRoutes } from './resources/auth/routes.ts'
import { stepUpRoutes } from './resources/auth/step-up.ts'
import { signInWayRoutes } from './resources/auth/ways-routes.ts'
import { clientErrorRoutes } from './resources/client-errors/routes.ts'
import { customerRoutes } from './resources/customers/routes.ts'
import { domainListRoutes } from './resources/domain-lists/routes.ts'
import { domainRoutes } from './resources/domains/routes.ts'
import { emailActivityRoutes } from './resources/email-activity/routes.ts'
import { eventRoutes } from './resources/events/routes.ts'
import { exportRoutes } from './resources/exports/routes.ts'
import { feedbackRoutes } from './resources/feedback/routes.ts'
import { statsRoutes } from './resources/figures/routes.ts'
import { folderRoutes } from './resources/folders/routes.ts'
import { invitationRoutes } from './resources/invitations/routes.ts'
import { invoiceRoutes } from './resources/invoices/routes.ts'
import { liveRoutes } from './resources/live/routes.ts'
import { mediaRoutes } from './resources/media/routes.ts'
import { noteRoutes } from './resources/notes/routes.ts'
import { paymentRoutes } from './resources/payments/routes.ts'
import { personalDataRoutes } from './resources/personal-data/routes.ts'
import { playbookRoutes } from './resources/playbooks/routes.ts'
import { policyRoutes } from './resources/policies/routes.ts'
import { webhookRoutes } from './resources/provider-events/routes.ts'
import { qrRoutes } from './resources/qrs/routes.ts'
import { salesRoutes } from './resources/sales/routes.ts'
import { userRoutes } from './resources/staff/routes.ts'
import { timelineRoutes } from './resources/timeline/routes.ts'
import { undoRoutes } from './resources/undo/routes.ts'
import { viewRoutes } from './resources/views/routes.ts'
import { webriskRoutes } from './resources/webrisk/routes.ts'
import { wordRoutes } from './resources/words/routes.ts'

const bodyLimit = 1024 * 1024

/**
 * Builds the whole server, ready to listen or to inject requests into.
 * @param limits shorter ones for tests
 */
export async function buildApp(context: AppContext, limits: Limits = usualLimits) {
  const app = fastify({
    logger: loggerOptions(context.config),
    // API calls are logged below; Fastify would log two lines per request, console files included.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: refuseAddress,
    ...requestLimit(limits),
    bodyLimit,
    // Requests that arrived before the port closed are answered normally.
    return503OnClosing: false,
    trustProxy: context.config.trustProxy,
    routerOptions: { maxParamLength: 400 },
  })
  sendSecurityHeaders(app, context.config)
  registerErrorHandler(app)
  breakOffUnread(app, limits)
  shedOverload(app, limits)
  limitTokens(context, limits)
  await app.register(cookie)
  await app.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'], globalDecompression: false })

  app.addHook('onSend', (request, reply, _payload, done) => {
    // Streams set their own, stricter header.
    if (request.url.startsWith(apiBase) && request.routeOptions.config.endpoint !== openLive) reply.header('cache-control', 'no-store')
    done()
  })

  app.addHook('onResponse', (request, reply, done) => {
    if (request.url.startsWith(apiBase)) request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })

  context.measures?.countRequests(app)
  context.tracing?.traceRequests(app)

  addHealthChecks(app, async () => {
    if (!(await context.database.hasRoom())) return 'the disk is full'
    return (await isMigrated(context.database)) ? null : 'migrations are missing'
  })

  authRoutes(app, context)
  signInWayRoutes(app, context)
  stepUpRoutes(app, context)
  providerRoutes(app, context)
  accountRoutes(app, context)
  undoRoutes(app, context)
  customerRoutes(app, context)
  clientErrorRoutes(app, context)
  qrRoutes(app, context)
  invoiceRoutes(app, context)
  salesRoutes(app, context)
  apiCallRoutes(app, context)
  auditRoutes(app, context)
  domainListRoutes(app, context)
  domainRoutes(app, context)
  emailActivityRoutes(app, context)
  eventRoutes(app, context)
  exportRoutes(app, context)
  feedbackRoutes(app, context)
  folderRoutes(app, context)
  invitationRoutes(app, context)
  liveRoutes(app, context)
  mediaRoutes(app, context)
  noteRoutes(app, context)
  timelineRoutes(app, context)
  webriskRoutes(app, context)
  abuseRoutes(app, context)
  paymentRoutes(app, context)
  personalDataRoutes(app, context)
  statsRoutes(app, context)
  playbookRoutes(app, context)
  policyRoutes(app, context)
  approvalRoutes(app, context)
  userRoutes(app, context)
  viewRoutes(app, context)
  wordRoutes(app, context)
  tokenRoutes(app, context)
  sandboxRoutes(app, context)
  outboxRoutes(app, context)
  openApiRoutes(app, context)
  await webhookRoutes(app, context)
  await ingestRoutes(app, context)
  // Not loaded where the product's app and the provider are configured.
  if (context.config.isAppStandIn || context.config.stripe === null)
    (await import('../demo/stand-in/routes.ts')).standInRoutes(app, context)

  app.all(`${apiBase}/*`, (_request, reply) => reply.code(404).send(notFoundReply))
  const { productName, signIn, pageSettings } = context.config
  // What the page says beyond the documents; by default nothing.
  const settings = signIn.join() === 'password' ? undefined : PageSettings.parse({ signIn, providerName: pageSettings.providerName })
  await registerConsole(app, { productName, settings })
  return app
}

/** For malformed URLs, such as a truncated escape: the API gets an error, people are redirected to a valid page. */
function refuseAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (request.url.startsWith('/api/')) void reply.code(400).send(badAddressReply)
  else void reply.redirect('/customers')
}
