import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { build } from 'vite'

/** A build of the console with one of its files changed, served in place of the server's own. */
export async function buildChangedConsole(file: string, change: (code: string) => string) {
  const outDir = mkdtempSync(path.join(tmpdir(), 'quaydesk-bench-console-'))
  const plugin = {
    name: 'bench:changed',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!id.endsWith(file)) return null
      const changed = change(code)
      if (changed === code) throw new Error(`${file} was not changed`)
      return { code: changed, map: null }
    },
  }
  await build({ logLevel: 'error', plugins: [plugin], build: { outDir, emptyOutDir: true } })
  return {
    serveTo: (context: BrowserContext) => serve(context, outDir),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  }
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

/** Serves everything but the API from the build; unknown paths get the start page, as on the server. */
async function serve(context: BrowserContext, outDir: string): Promise<void> {
  await context.route(
    (url) => !url.pathname.startsWith('/api/'),
    (route) => {
      const { pathname } = new URL(route.request().url())
      const file = path.extname(pathname) === '' ? '/index.html' : pathname
      const stored = path.join(outDir, file)
      // A page of an earlier row may still be loading the server's own files.
      if (!existsSync(stored)) return route.fulfill({ status: 404 })
      return route.fulfill({ body: readFileSync(stored), contentType: types[path.extname(file)] ?? 'application/octet-stream' })
    },
  )
}
