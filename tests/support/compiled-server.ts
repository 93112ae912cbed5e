import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The directory of the compiled programs that tests start as processes. */
    compiledServer: string
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const programs = [
  'server/main',
  'server/operate/staff/main',
  'server/product/tokens/main',
  'server/product/import/main',
  'server/operate/stripe-sync/main',
  'server/operate/audit/main',
  'server/operate/figures/main',
  'server/operate/move/main',
  'server/operate/backup/main',
  'server/operate/backup/restore',
  'server/operate/figures/import-ads',
  'tests/support/durability-child',
  'tests/support/playbook-child',
  'tests/support/approval-child',
]

/**
 * The flags of a process that runs a compiled program. Compiling PGlite for speed takes over half of its start-up time, and no process
 * of a test lives long enough to gain that back.
 */
export const compiledFlags = ['--liftoff-only']

/** Not compiled in: packages that load files from their own directory, and those whose loading a test observes. */
const loadedFromPackages = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'fontkit',
  'pdfkit',
  'pino',
  'subset-font',
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
]

/** Inside node_modules, so that imports of packages resolve. */
export const compiledDirectory = (name: string) => join(root, 'node_modules/.cache/quaydesk', name)

/** Once per run: compiles the programs that tests start as processes. */
export default async function compileServer(project: TestProject): Promise<() => void> {
  const directory = compiledDirectory(`compiled-${process.pid}`)
  await compilePrograms(programs, directory)
  project.provide('compiledServer', directory)
  return () => rmSync(directory, { recursive: true, force: true })
}

/**
 * Compiles programs to JavaScript. Each start saves two seconds of processor time over tsx, which resolves every module of every
 * package again. `lifecycle.test.ts` and `example.spec.ts` cover `npm start` itself.
 * @param names paths from the root, without `.ts`; compiled to the same paths below `directory`, with `.js`
 */
export async function compilePrograms(names: readonly string[], directory: string): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    plugins: [whereItWasWritten()],
    // Loading packages file by file would take a third of a small program's time.
    ssr: { noExternal: true, external: loadedFromPackages },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: directory,
      rolldownOptions: {
        input: Object.fromEntries(names.map((program) => [program, join(root, `${program}.ts`)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  })
}

/** Compiled modules keep the `import.meta.url` of their source, so that they find the files beside it. */
function whereItWasWritten(): Plugin {
  return {
    name: 'quaydesk:where-it-was-written',
    transform(code, id) {
      if (!code.includes('import.meta.url')) return null
      return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
    },
  }
}
