import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { build, type Plugin } from 'vite'

export const crowdedCommands = 300

/** A build of the console with its registry padded to 300 commands, because the product has fewer so far. */
export async function buildCrowdedConsole(): Promise<{ serveTo(context: BrowserContext): Promise<void>; remove(): void }> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'quaydesk-bench-console-'))
  await build({ logLevel: 'error', plugins: [crowdRegistry()], build: { outDir, emptyOutDir: true } })
  return {
    serveTo: (context) => serve(context, outDir),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  }
}

/** Appends commands that do nothing to the list. */
function crowdRegistry(): Plugin {
  return {
    name: 'bench:crowd-registry',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('src/commands/registry.ts')) return null
      const renamed = code.replace(/export const commands\b/, 'const ownCommands')
      if (renamed === code) throw new Error('src/commands/registry.ts exports no commands')
      return {
        code: `${renamed}
const words = 'export audit refund invoice subscription plan discount coupon domain country limit trial note folder archive restore transfer preview'.split(' ')
export const commands: readonly Command[] = [
  ...ownCommands,
  ...Array.from({ length: Math.max(0, ${crowdedCommands} - ownCommands.length) }, (_, index): Command => ({
    id: \`bench.command-\${index}\`,
    title: () => \`\${words[index % 18]} \${words[(index * 7 + 3) % 18]} number \${index}\`,
    section: 'Bench',
    icon: ownCommands[0]!.icon,
    scope: 'global',
    places: [],
    run: () => {},
  })),
]
`,
        map: null,
      }
    },
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
      return route.fulfill({
        body: readFileSync(path.join(outDir, file)),
        contentType: types[path.extname(file)] ?? 'application/octet-stream',
      })
    },
  )
}
