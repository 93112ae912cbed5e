import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where the admin API listens while developing (`npm run dev`). */
const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:4600'

/** The oldest browsers that the console is built for: those with popovers, `color-mix` and media ranges. */
const browsers = ['chrome120', 'edge120', 'firefox125', 'safari17.4']

/**
 * Code that always comes together is one file, with all that it imports: sign-in, the shell with the first list, and what comes right after
 * it (src/layout/frame/later.tsx). The first group that reaches a module keeps it, so 'index' also lists the parts of the shell that the
 * login screen shows.
 */
const groups = [
  {
    name: 'index',
    test: /\/src\/(main|layout\/(session\/(colour-mode|document-title|origin)|kit\/icon-button|frame\/product-mark))\.tsx?$|\/icons\/(Check|Copy|Eye|Moon|Sun)Icon\.mjs$/,
    priority: 3,
  },
  {
    name: 'console',
    test: /\/src\/(signed-in|views\/customers\/customers-page|layout\/(list\/(list-page|(country|date|search)-filter|filters)|records\/customer-name|kit\/status-badge))\.tsx$/,
    priority: 2,
  },
  { name: 'sign-in', test: /\/src\/sign-in\.tsx$/, priority: 1 },
  { name: 'later', test: /\/src\/(commands\/registry|layout\/frame\/surfaces|views\/customer\/customer-page)\.tsx?$/, priority: 0 },
]

export default defineConfig({
  plugins: [react(), resolvedColourModes(), trimTokens()],
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
