import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The admin API during development (`npm run dev`). */
const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:4600'

/** The oldest supported browsers: they have popovers, `color-mix` and media ranges. */
const browsers = ['chrome120', 'edge120', 'firefox125', 'safari17.4']

/**
 * Bundles code that always loads together: sign-in, the shell with the first list, the other large lists, and what loads
 * right after (src/layout/frame/later.tsx). A module goes to the first matching group, so 'index' also lists the parts of the shell
 * that the login screen shows.
 */
const groups = [
  {
    name: 'index',
    test: /\/src\/(main|layout\/(session\/(colour-mode|document-title|origin)|kit\/icon-button|frame\/product-mark))\.tsx?$|\/icons\/(Check|Copy|Eye|Moon|Sun)Icon\.mjs$/,
    priority: 3,
  },
  {
    name: 'console',
    test: /\/src\/(signed-in|views\/customers\/customers-list|layout\/(list\/(list-page|(country|date|search)-filter|filters)|records\/customer-name|kit\/status-badge))\.tsx$/,
    priority: 2,
  },
  { name: 'sign-in', test: /\/src\/sign-in\.tsx$/, priority: 1 },
  // The customer page shows these lists too, but their own pages must not wait for the rest of its code.
  {
    name: 'lists',
    test: /\/src\/layout\/records\/((qrs|payments|invoices)-list|qr-dialogs|zip-button|month-filter)\.tsx$/,
    priority: 1,
  },
  {
    name: 'later',
    test: /\/src\/(commands\/registry|layout\/frame\/surfaces|views\/customer\/customer-page)\.tsx?$/,
    priority: 0,
  },
]

export default defineConfig({
  plugins: [react(), resolvedColourModes(), trimTokens()],
  server: { port: 5173, proxy: { '/api': { target: apiOrigin } } },
  build: {
    outDir: 'dist',
    target: browsers,
    // Only for the server's log (server/resources/client-errors). The server does not serve the maps, and no file refers to them.
    sourcemap: 'hidden',
    // The server reads the manifest to link the console's files in the page.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})

/**
 * Primer's themes for this console. The 'auto' blocks go: they repeat the whole theme, and public/colour-mode.js resolves
 * auto before the first paint. The dark theme is for screens; the light one also applies wherever no other does, so on paper.
 */
function resolvedColourModes(): Plugin {
  return {
    name: 'quaydesk:resolved-colour-modes',
    enforce: 'pre',
    transform(code, id) {
      const [, theme] = /@primer\/primitives\/dist\/css\/functional\/themes\/(light|dark)\.css/.exec(id) ?? []
      if (theme === undefined) return null
      const [block = code] = code.split('@media (prefers-color-scheme')
      const auto = /,\s*\[data-color-mode="auto"\]\[data-light-theme="(light|dark)"\]/
      return {
        code: theme === 'light' ? block.replace(auto, ', [data-color-mode]') : `@media screen {${block.replace(auto, '')}}`,
        map: null,
      }
    },
  }
}

/**
 * Drops custom properties that nothing in the build reads. The console uses a third of Primer's roughly 1,400 tokens; the rest
 * would make up over half of the style sheet. A name counts as read if it occurs anywhere but in a declaration.
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
      // Tokens that a read token refers to are read too.
      for (const name of read) for (const value of values.get(name) ?? []) for (const inner of mentioned(value)) read.add(inner)
      styles.forEach((file, index) => {
        if (file.type === 'asset')
          file.source = (sheets[index] ?? '').replace(declaration, (whole, name: string) => (read.has(name) ? whole : ''))
      })
    },
  }
}
