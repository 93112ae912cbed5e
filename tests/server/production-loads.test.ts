import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startNode } from '../support/child.ts'
import { copyDatabase, environmentOf } from '../support/database.ts'

const root = new URL('../..', import.meta.url)

/** Settings of a server in production, which has all its services. */
const production = {
  NODE_ENV: 'production',
  STRIPE_SECRET_KEY: 'sk_test_4eC39HqLyjWD',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  PUBLIC_SITE_URL: 'https://site.example',
  PUBLIC_ORIGIN: 'https://desk.example',
  APP_URL: 'https://app.example',
  SELLER_NAME: 'Seller',
  SELLER_ADDRESS: 'Street 1',
  SELLER_VAT_NUMBER: 'ESB12345678',
  SELLER_EMAIL: 'billing@seller.example',
}

/** The repository's own modules that `npm start` loads until it listens, from the root. */
async function loadedBy(settings: Record<string, string>): Promise<string[]> {
  const { settings: database, remove } = await copyDatabase()
  onTestFinished(remove)
  const directory = mkdtempSync(join(tmpdir(), 'quaydesk-loaded-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const list = join(directory, 'modules')
  const server = startNode(['--import', 'tsx', '--import', './tests/support/note-loaded.mjs', 'server/main.ts', '--api-only'], {
    ...environmentOf(database),
    PORT: '0',
    PUBLIC_SITE_PORT: '0',
    LOG_LEVEL: 'warn',
    DEMO: 'off',
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    LOADED_MODULES: list,
    ...settings,
  })
  await server.says(/listens at/)
  const own = fileURLToPath(root)
  const files = readFileSync(list, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith('file:'))
    .map((url) => fileURLToPath(new URL(url)))
  return [...new Set(files.filter((file) => file.startsWith(own)).map((file) => file.slice(own.length)))]
}

const ofDemo = (files: readonly string[]) => files.filter((file) => file.startsWith('demo/'))

test('production loads neither demo data nor stand-ins', async () => {
  const files = await loadedBy(production)
  expect(files).toContain('server/app.ts')
  expect(ofDemo(files)).toEqual([])
})

test('elsewhere a server loads both', async () => {
  expect(ofDemo(await loadedBy({}))).toEqual(
    expect.arrayContaining(['demo/first-start.ts', 'demo/stand-in/routes.ts', 'demo/public-site/start.ts']),
  )
})
