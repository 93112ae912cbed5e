import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startApp } from './app.ts'
import { connect, introduce } from './quaydesk.ts'
import { openStore } from './store.ts'

/**
 * `npm run example`: Quaydesk without demo data, and a product connected to it. Settings: `PORT` of Quaydesk (4600),
 * `PRODUCT_PORT` of the product (4610), `HOST` for both (127.0.0.1), `EXAMPLE_DIR` for their data (./data/example).
 */
const port = Number(process.env['PORT'] ?? 4600)
const productPort = Number(process.env['PRODUCT_PORT'] ?? 4610)
const directory = process.env['EXAMPLE_DIR'] ?? './data/example'
const admin = { email: 'admin@quaydesk.test', password: 'admin4600' }
const [url, own] = [`http://localhost:${port}`, `http://localhost:${productPort}`]

mkdirSync(directory, { recursive: true })
const quaydeskServer = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
  cwd: join(import.meta.dirname, '../..'),
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    PORT: String(port),
    DATA_DIR: join(directory, 'quaydesk'),
    DEMO: 'off',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    DISABLE_TWO_FACTOR: '1',
    WEBHOOK_PRIVATE_ADDRESSES: 'on',
    PUBLIC_SITE_URL: own,
    APP_URL: own,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  },
})
/** Set when the example should end. The process exits after Quaydesk has finished its work. */
let exitCode: number | null = null
const end = (code: number) => {
  exitCode ??= code
  quaydeskServer.kill()
}
quaydeskServer.on('exit', (code) => process.exit(exitCode ?? code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0))

const isReady = () =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 200))

try {
  const store = await openStore(join(directory, 'product'))
  const quaydesk = connect(store, { url, ...(await introduce(store, { url, own, ...admin })) })
  await startApp(store, quaydesk, productPort, process.env['HOST'])
  process.stdout.write(`The product: ${own}\nQuaydesk: ${url}, ${admin.email}, password ${admin.password}\n`)
} catch (error) {
  process.stderr.write(`${String(error)}\n`)
  end(1)
}
