import { startCompiledServer } from '../support/compiled-server.ts'
import { startAdminApi } from './admin-api/server.ts'

/** Started by Playwright: the stand-in admin API with the product in front of it. */
const port = Number(process.env['ADMIN_API_PORT'])
const api = await startAdminApi(port)

const env = {
  ...process.env,
  ADMIN_API_URL: `http://127.0.0.1:${port}`,
  APP_URL: 'https://app.example.com',
  PUBLIC_SITE_URL: 'https://qr.example.com',
}
const server = startCompiledServer(env, 'inherit')
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill('SIGTERM'))
server.on('exit', (code) => {
  api.closeAllConnections()
  process.exit(code ?? 1)
})
