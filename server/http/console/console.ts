import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type PageSettings, pageSettingsName } from '../../../src/contract/page-settings.ts'
import { notFoundReply } from '../errors.ts'
import { consoleDirectory } from './console-build.ts'
import { signedInHints } from './console-hints.ts'

/** Files in /assets have a content hash in their name, so they never need revalidation. */
const forEver = 'public, max-age=31536000, immutable'

/**
 * Serves the built console: its files, and index.html for page navigations. A missing file is a real 404, so a tab
 * from before a deploy notices that its chunk is gone instead of running HTML as a script.
 * @param options.productName for titles before sign-in
 * @param options.settings settings for the page when it uses another admin API
 * @param options.directory the build; without one (`--api-only`, tests) only the API responds
 */
export async function registerConsole(
  app: FastifyInstance,
  { directory = consoleDirectory, productName, settings }: { directory?: string; productName: string; settings?: PageSettings },
): Promise<void> {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(notFoundReply))
  const index = join(directory, 'index.html')
  if (!existsSync(index)) return
  const page = withSettings(withProductName(readFileSync(index, 'utf8'), productName), settings)
  const hints = signedInHints(directory)
  const assets = join(directory, 'assets')
  await app.register(fastifyStatic, {
    root: directory,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(assets) ? forEver : 'no-cache')
      // Compression depends on the request.
      reply.header('vary', 'Accept-Encoding')
    },
  })
  // The few other files (icons), listed once so that no request path reaches the file system.
  const besides = new Set(readdirSync(directory).filter((name) => !/^\.|^index\.html|\.(br|gz)$/.test(name) && name !== 'assets'))

  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    // Source maps are for the log.
    request.params['*'].endsWith('.map') ? reply.code(404).send(notFoundReply) : reply.sendFile(request.params['*'], assets),
  )
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const path = request.params['*']
    if (besides.has(path)) return reply.sendFile(path)
    if (path === '' || (isNavigation(request) && !/^(api|assets)(\/|$)/.test(path)))
      return (
        reply
          .headers({ 'cache-control': 'no-cache', vary: 'Cookie' })
          .type('text/html; charset=utf-8')
          // Only a guess what to preload; the API decides whether the cookie is valid.
          .send(request.headers.cookie === undefined ? page : page.replace('</title>', (end) => end + hints(`/${path}`)))
      )
    return reply.code(404).send(notFoundReply)
  })
}

/** Whether a browser navigates to a page, as opposed to loading a resource. */
function isNavigation(request: FastifyRequest): boolean {
  const mode = request.headers['sec-fetch-mode']
  return mode === undefined ? (request.headers.accept ?? '').includes('text/html') : mode === 'navigate'
}

/** As data in a meta element: the Content-Security-Policy allows no inline script. */
function withSettings(page: string, settings: PageSettings | undefined): string {
  if (settings === undefined) return page
  return page.replace('</title>', (end) => `${end}<meta name="${pageSettingsName}" content="${escapeHtml(JSON.stringify(settings))}" />`)
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Puts the product's name into the page: it is needed before sign-in. */
function withProductName(page: string, productName: string): string {
  const escaped = escapeHtml(productName)
  return page
    .replace(/(<meta name="application-name" content=")[^"]*"/, (_, start: string) => `${start}${escaped}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped}</title>`)
}
