import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
    test: /\/src\/(main|contract\/origin|layout\/(session\/(colour-mode|document-title)|kit\/icon-button|frame\/product-mark))\.tsx?$|\/icons\/(Check|Copy|Eye|Moon|Sun)Icon\.mjs$/,
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
  plugins: [react()],
  server: { port: 5173, proxy: { '/api': { target: apiOrigin }, '/sign-in/': { target: apiOrigin } } },
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
