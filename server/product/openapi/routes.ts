import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { getOpenApi } from '../../../src/contract/openapi.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { openApiDocument } from './document.ts'

const viewer = createRequire(import.meta.url).resolve('openapi-explorer/dist/browser/openapi-explorer.min.js')

/** Read-only: calls cannot be tried here, only where they are logged and permissions checked. */
const page = (productName: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Admin API | ${productName}</title>
    <script type="module" src="/docs/api.js"></script>
  </head>
  <body>
    <openapi-explorer
      spec-url="/api/admin/openapi.json"
      hide-console
      hide-authentication
      hide-server-selection
      primary-color="#0969da"
      secondary-color="#1f2328"
      bg-color="#ffffff"
      text-color="#1f2328"
      nav-bg-color="#f6f8fa"
      nav-text-color="#1f2328"
      nav-hover-bg-color="#eaeef2"
      nav-hover-text-color="#1f2328"
      nav-accent-color="#0969da"
    ></openapi-explorer>
  </body>
</html>
`

/** The API's description as JSON, and as a page (`/docs/api`) that reads it. Everything comes from our own origin. */
export function openApiRoutes(app: FastifyInstance, context: AppContext): void {
  let document: ReturnType<typeof openApiDocument> | undefined
  mount(app, context, getOpenApi, () => (document ??= openApiDocument()))
  const html = page(escapeHtml(context.config.productName))
  app.get('/docs/api', (_request, reply) => reply.type('text/html; charset=utf-8').send(html))
  app.get('/docs/api.js', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/javascript; charset=utf-8')
      .send(await readFile(viewer)),
  )
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
