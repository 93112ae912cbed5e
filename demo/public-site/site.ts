import { readFileSync } from 'node:fs'
import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { permissionsPolicy } from '../../server/http/console/security-headers.ts'
import type { AppContext } from '../../server/outside/context.ts'
import { loggerOptions } from '../../server/process/log.ts'
import { staticTypes } from '../../src/contract/qr-rules.ts'
import { type QrStatus, qrStatus } from '../../src/contract/qrs.ts'
import { message, sendSitePage } from './page.ts'
import { countScan, findByUri } from './queries.ts'

/** What visitors of an inactive QR see. */
const closed: Record<Exclude<QrStatus, 'active'>, { status: number; text: string }> = {
  deleted: { status: 410, text: 'This QR code was deleted.' },
  blocked: { status: 403, text: 'This QR code was blocked.' },
  stopped: { status: 403, text: 'This QR code is stopped by its owner.' },
}

/** Sent as they are: the pages' plain JavaScript and CSS. */
const assets = ['preview.js', 'content.js', 'elements.js', 'barcode.js', 'page.css', 'content.css']

const maxUriLength = 100

type Site = Pick<AppContext, 'database' | 'config' | 'now'>

/**
 * Stands in for the product's public site, on its own origin. Each QR's page is at `/{uri}`; in the console's
 * frame it requests data with the documented messages (document 2, section 2).
 * @param consoleOrigins who may frame it; a function because the console's port is known only later
 */
export async function buildPublicSite({ database, config, now }: Site, consoleOrigins: () => readonly string[]): Promise<FastifyInstance> {
  const app = fastify({
    logger: loggerOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: maxUriLength },
    frameworkErrors: (_error, _request, reply) => void notFound(reply as FastifyReply),
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ['data:'],
        frameAncestors: [() => consoleOrigins().join(' ') || "'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    // frame-ancestors covers it, and this header can't name an origin.
    xFrameOptions: false,
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  app.addHook('onSend', async (_request, reply) => void reply.header('permissions-policy', permissionsPolicy))
  app.setNotFoundHandler((_request, reply) => notFound(reply))
  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error }, 'the public site failed')
    return sendSitePage(reply, 500, { title: 'Error', content: message('Something went wrong', 'Load the page again in a moment.') })
  })

  for (const name of assets) {
    const file = readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8')
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
    app.get(`/assets/${name}`, (_request, reply) => reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(file))
  }

  app.get('/', (_request, reply) =>
    sendSitePage(reply, 200, {
      title: 'Public site',
      content: message('Public site', 'These pages stand in for the product’s public site, because none is configured.'),
    }),
  )

  // Not for HEAD, which link checkers use: that is no scan.
  app.get<{ Params: { uri: string }; Querystring: { crm?: unknown } }>('/:uri', { exposeHeadRoute: false }, async (request, reply) => {
    const { uri } = request.params
    const qr = uri.includes('\0') ? null : await findByUri(database.orm, uri)
    if (qr === null) return notFound(reply)
    const status = qrStatus(qr)
    const title = qr.name || 'QR code'
    const script = { qr: null, consoleOrigins: consoleOrigins() }
    if (status !== 'active')
      return sendSitePage(reply, closed[status].status, { title, content: message('Not here', closed[status].text), script })
    // A static QR's content is only for those who have the code.
    if (staticTypes.has(qr.type))
      return sendSitePage(reply, 200, { title, content: message('A static QR code', 'What it says is in the picture itself.'), script })
    if (request.query.crm !== 'true') await countScan(database.orm, qr.id, now())
    const { name, type, data } = qr
    return sendSitePage(reply, 200, { title, content: message(title, 'Loading…'), script: { ...script, qr: { name, type, data } } })
  })
  return app
}

function notFound(reply: FastifyReply): FastifyReply {
  return sendSitePage(reply, 404, { title: 'Not found', content: message('Not found', 'There is no QR code at this address.') })
}
