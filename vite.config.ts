import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where the admin API listens while developing (`npm run dev`). */
const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:4600'

/** The oldest browsers that the console is built for: those with popovers, `color-mix` and media ranges. */
const browsers = ['chrome120', 'edge120', 'firefox125', 'safari17.4']

/**
 * The code that always comes together is one file each, with all that it imports: what a first visit waits for are a handful
 * of files instead of a hundred, and larger files compress better. The first group that reaches a module keeps it: 'index'
 * also has the parts of the shell that the login screen shows, which must not fetch the console for them.
 */
const groups = [
  {
    name: 'index',
    test: /\/src\/(main|layout\/(session\/(colour-mode|document-title|origin)|kit\/icon-button|frame\/product-mark))\.tsx?$|\/icons\/(Eye|Moon|Sun)Icon\.mjs$/,
    priority: 3,
  },
  {
    name: 'console',
    test: /\/src\/(signed-in|layout\/(list\/(list-page|(country|date|search)-filter|filters)|records\/customer-name|kit\/status-badge))\.tsx$/,
    priority: 2,
  },
  { name: 'routes', test: /\/src\/more-routes\.ts$/, priority: 1 },
  { name: 'commands', test: /\/src\/commands\/registry\.ts$/, priority: 1 },
]

export default defineConfig({
  plugins: [react(), resolvedColourModes(), withoutUnused(), trimIcons(), trimTokens()],
  server: { port: 5173, proxy: { '/api': { target: apiOrigin } } },
  build: {
    outDir: 'dist',
    target: browsers,
    sourcemap: false,
    // The server reads it, to name the files of the console in the page.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})

/**
 * Takes the blocks for 'auto' out of Primer's themes: public/colour-mode.js resolves auto to light or dark before the first
 * paint, and the blocks repeat the whole theme.
 */
function resolvedColourModes(): Plugin {
  return {
    name: 'quaydesk:resolved-colour-modes',
    enforce: 'pre',
    transform(code, id) {
      if (!/@primer\/primitives\/dist\/css\/functional\/themes\/(light|dark)\.css/.test(id)) return null
      const [block] = code.split('@media (prefers-color-scheme')
      return { code: (block ?? code).replace(/,\s*\[data-color-mode="auto"\]\[data-light-theme="(light|dark)"\]/, ''), map: null }
    },
  }
}

/**
 * Leaves out what libraries bring along and a console in these browsers never runs, some 30 kB of gzip: zod's JSON Schema
 * (every schema holds on to it), its memory for values that contain themselves (which no JSON does), the checks of texts and
 * numbers that no source calls (every schema is born with all of them); the dialog of cmdk, the listeners and the undo of kbar and the
 * popover polyfill of Primer's tooltips. An export that a library comes to need and that is not here fails the build.
 */
function withoutUnused(): Plugin {
  const refused = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema|memoizer)\.js$/
  const stubs: Record<string, string> = {
    '/@oddbird/popover-polyfill/dist/popover-fn.js': 'export const isSupported = () => true\nexport const apply = () => {}',
    // What cmdk's own dialog is made of: the palette has one already.
    '/@radix-ui/react-dialog/dist/index.mjs': 'export const Root = null, Portal = null, Overlay = null, Content = null',
    // For versions of React without ids: sets a state at every row of the palette that comes.
    '/@radix-ui/react-id/dist/index.mjs':
      "import { useId as useReactId } from 'react'\nexport const useId = (given) => { const id = useReactId(); return given || `radix-${id}` }",
    // kbar's shortcuts, toggle key and lock of the page, all of which the palette switches off.
    '/kbar/lib/InternalEvents.js': 'exports.InternalEvents = () => null',
    // kbar's undo, which is switched off, and a comparison of all commands with all that they hold: where they change, the object does.
    '/kbar/lib/action/HistoryImpl.js': 'exports.history = undefined',
    '/fast-equals/dist/fast-equals.js':
      'exports.deepEqual = (a, b) => b !== undefined && Object.keys(a).every((key) => Object.is(a[key], b[key]))',
  }
  const sources = sourceFiles()
  const isCalled = (method: string) => sources.some((text) => text.includes(`.${method}(`))
  return {
    name: 'quaydesk:without-unused',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const stub = Object.entries(stubs).find(([end]) => id.endsWith(end))?.[1]
      if (stub !== undefined) return { code: stub, map: null }
      if (id.endsWith('/zod/v4/classic/schemas.js')) {
        const check = /^ {4}(\w+)\([\w.]*\) \{\n {8}return this\.check\((?:core|checks)\.\w+\(.*\)\);\n {4}\},\n/gm
        return { code: code.replace(check, (whole, method: string) => (isCalled(method) ? whole : '')), map: null }
      }
      const [, file] = refused.exec(id) ?? []
      if (file === undefined) return null
      const names = [...code.matchAll(/^export (?:const|function|class) ([\w$]+)|^export \{ \w+ as (\w+) \}/gm)]
        .map(([, own, alias]) => own ?? alias)
        .filter((name) => name !== 'memoizer')
      const refuse = `const refuse = () => { throw new Error('The console is built without this part of zod.') }`
      // Without a memory, zod does as its small edition does.
      const memoizer = file === 'memoizer' ? '\nexport const memoizer = () => undefined' : ''
      return { code: `${refuse}\nexport { ${names.map((name) => `refuse as ${name}`).join(', ')} }${memoizer}`, map: null }
    },
  }
}

/** The console's own code. */
function sourceFiles(): string[] {
  const root = join(import.meta.dirname, 'src')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
}

/**
 * Drops the large drawings of Primer's icons, half of their code, where no source asks for one: `<AlertIcon size={24} />`.
 * An icon shows the largest drawing that fits, so that one which is enlarged in another way still shows its small one.
 */
function trimIcons(): Plugin {
  const large = new Set(
    sourceFiles().flatMap((text) => [...text.matchAll(/<(\w+Icon)[^>]*? size=\{(?:2[4-9]|[3-9]\d)\}/g)].map(([, name]) => name)),
  )
  return {
    name: 'quaydesk:trim-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const name = /\/octicons-react\/dist\/icons\/(\w+)\.mjs$/.exec(id)?.[1]
      if (/\/octicons-react\/dist\/renderOcticon-\w+\.mjs$/.test(id)) return { code: withoutHelpers(code), map: null }
      if (name === undefined || large.has(name)) return null
      const [declared = '', sizes = '[]'] = /^var heights = (\[[^\]]*\]);/m.exec(code) ?? []
      const kept = (JSON.parse(sizes) as string[]).filter((size) => Number(size) < 24)
      if (kept.length === 0) return null
      const trimmed = code
        .replace(/^\w+\.displayName = .*$/m, '')
        .replace(declared, `var heights = ${JSON.stringify(kept)};`)
        .replace(/,\n\t"(?:24|48|96)": \{[\s\S]*?\n\t\}/g, '')
      return { code: trimmed, map: null }
    },
  }
}

/** The same with the language's own means in place of the helpers for browsers that have none. */
function withoutHelpers(code: string): string {
  return code.replace(/^function _typeof[\s\S]*?(?=^var _excluded)/m, '').replace(
    /^function _extends[\s\S]*?(?=^var sizeMap)/m,
    `const _extends = Object.assign
const _objectSpread = (properties) => properties
const _objectWithoutProperties = (properties, left) => Object.fromEntries(Object.entries(properties).filter(([name]) => !left.includes(name)))
`,
  )
}

/**
 * Drops custom properties that nothing in the build reads. Primer's tokens are some 1,400 and a console uses a third of
 * them; the rest would be over half of the style sheet. A name counts as read where it occurs anywhere but as a declaration.
 */
function trimTokens(): Plugin {
  const declaration = /(--[\w-]+):((?:[^;{}"']|"[^"]*"|'[^']*')*)(;|(?=\}))/g
  return {
    name: 'quaydesk:trim-tokens',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const styles = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
      const scripts = Object.values(bundle).map((file) => (file.type === 'chunk' ? file.code : ''))
      const mentioned = (text: string) => text.match(/--[A-Za-z][\w-]*/g) ?? []
      const sheets = styles.map((file) => String(file.type === 'asset' ? file.source : ''))
      const read = new Set([...scripts, ...sheets.map((sheet) => sheet.replace(declaration, ''))].flatMap(mentioned))
      const values = new Map<string, string[]>()
      for (const sheet of sheets)
        for (const [, name = '', value = ''] of sheet.matchAll(declaration)) values.set(name, [...(values.get(name) ?? []), value])
      // What a token that is read is made of is read as well.
      for (const name of read) for (const value of values.get(name) ?? []) for (const inner of mentioned(value)) read.add(inner)
      styles.forEach((file, index) => {
        if (file.type === 'asset')
          file.source = (sheets[index] ?? '').replace(declaration, (whole, name: string) => (read.has(name) ? whole : ''))
      })
    },
  }
}
