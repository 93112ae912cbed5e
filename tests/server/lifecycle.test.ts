import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/db/connect.ts'
import { webhookEndpoints } from '../../server/db/schema/outbox.ts'
import { silentLog } from '../../server/process/log.ts'
import { secretOf } from '../../server/product/outbox/endpoints.ts'
import { requireSameKey } from '../../server/resources/auth/same-key.ts'
import { startChild } from '../support/child.ts'
import { copyDatabase, environmentOf } from '../support/database.ts'
import { addressOf, listens, migratedDatabase, migratedDirectory, startServer, usual } from '../support/started-server.ts'

function emptyDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'quaydesk-start-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Starts a server that must refuse with one line, exit with 1 and leave the data untouched. */
async function refusal(env: Record<string, string>, uid?: number): Promise<string> {
  const before = env.DATA_DIR === undefined ? [] : stateOf(env.DATA_DIR)
  const server = startServer(env, uid)
  expect(await server.ended).toBe(1)
  expect(server.output()).toBe('')
  const lines = server.errors().trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  if (env.DATA_DIR !== undefined) expect(stateOf(env.DATA_DIR)).toEqual(before)
  return lines[0] ?? ''
}

/** Names, sizes and times of all files. A running server's lock does not count as data. */
function stateOf(path: string): string[] {
  if (!existsSync(path)) return ['nothing']
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'server.lock')
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      return `${file} ${statSync(file).size} ${statSync(file).mtimeMs}`
    })
    .sort()
}

test('refuses to start with an invalid setting', async () => {
  const DATA_DIR = join(emptyDirectory(), 'data')
  expect(await refusal({ DATA_DIR, PORT: 'http' })).toBe('PORT is not a whole number. Accepted: a whole number from 0 to 65535.')
})

test('refuses to start on a port in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const line = await refusal({ DATA_DIR: join(emptyDirectory(), 'data'), PORT: String(port) })
  expect(line).toBe(`PORT ${port} of 127.0.0.1 is in use. Stop the program that listens there, or set another PORT.`)
})

test('refuses a host that is not on this machine', async () => {
  const line = await refusal({ DATA_DIR: join(emptyDirectory(), 'data'), HOST: '192.0.2.1' })
  expect(line).toBe('HOST 192.0.2.1 is not an address of this machine.')
})

const another = 'Set DATA_DIR to a directory that this account may write to, or give it this one.'

test('refuses a data directory it cannot create', async () => {
  const file = join(emptyDirectory(), 'file')
  writeFileSync(file, '')
  expect(await refusal({ DATA_DIR: join(file, 'data') })).toBe(`DATA_DIR ${file}/data cannot be made: ENOTDIR. ${another}`)
})

test.runIf(process.platform === 'linux')('refuses a file system that makes no directories, at once', async () => {
  const server = startServer({ DATA_DIR: '/proc/x' })
  // It used to spin and outlive SIGTERM: a test that ends kills its children.
  const ended = await Promise.race([server.ended, new Promise((late) => setTimeout(late, 30_000, 'still running'))])
  expect(ended).toBe(1)
  expect(server.errors()).toBe(`DATA_DIR /proc/x cannot be made: ENOENT. ${another}\n`)
})

/** Root can read and write anywhere, so its server then runs as another user. */
const limitedUser = process.getuid?.() === 0 ? 65_534 : undefined

test('refuses a data directory that is not writable', async () => {
  const parent = emptyDirectory()
  chmodSync(parent, 0o755)
  const DATA_DIR = join(parent, 'data')
  mkdirSync(DATA_DIR)
  chmodSync(DATA_DIR, 0o555)
  expect(await refusal({ DATA_DIR }, limitedUser)).toBe(`DATA_DIR ${DATA_DIR} is not writable: EACCES. ${another}`)
})

test('refuses a database file that cannot be read', async () => {
  const DATA_DIR = await migratedDirectory()
  const entries = readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' }).map((entry) => join(DATA_DIR, entry))
  if (limitedUser !== undefined) for (const path of [DATA_DIR, ...entries]) chownSync(path, limitedUser, limitedUser)
  const file = join(DATA_DIR, 'database', 'global', 'pg_control')
  chmodSync(file, 0)
  expect(await refusal({ DATA_DIR }, limitedUser)).toBe(`The database’s file ${file} cannot be read: EACCES.`)
})

test('refuses a data directory in use, without disturbing the server using it', async () => {
  const DATA_DIR = await migratedDirectory()
  const first = startServer({ DATA_DIR })
  const address = addressOf(await first.says(listens))
  const second = startServer({ DATA_DIR })
  expect(await second.ended).toBe(1)
  const line = `DATA_DIR ${DATA_DIR} is in use by process ${first.process.pid}. Stop it first, or use another DATA_DIR.\n`
  expect(second.errors()).toBe(line)
  const staff = startChild('server/operate/staff/main', ['create', 'new@example.com'], { ...usual, DATA_DIR })
  staff.process.stdin?.end('geheim1\n')
  expect(await staff.ended).toBe(1)
  expect(staff.errors()).toBe(line)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
})

test('refuses to start if PostgreSQL is down', async () => {
  const line = await refusal({ DATA_DIR: emptyDirectory(), DATABASE_URL: 'postgres://me:geheim@127.0.0.1:1/quaydesk' })
  expect(line).toBe('DATABASE_URL (127.0.0.1:1/quaydesk): nothing listens there.')
})

test('refuses a database of the wrong major version', async () => {
  const DATA_DIR = await migratedDirectory()
  writeFileSync(join(DATA_DIR, 'database/PG_VERSION'), '17\n')
  expect(await refusal({ DATA_DIR })).toMatch(/^Wrong major version: /)
})

const production = {
  NODE_ENV: 'production',
  PAYMENTS: 'sandbox',
  PUBLIC_SITE_URL: 'https://site.example',
  SELLER_NAME: 'Q',
  SELLER_ADDRESS: 'Street 1; Town',
  SELLER_VAT_NUMBER: 'ESB1',
  SELLER_EMAIL: 'a@b.example',
}

test('refuses production without PUBLIC_ORIGIN', async () => {
  expect(await refusal({ DATA_DIR: emptyDirectory(), ...production })).toMatch(/^PUBLIC_ORIGIN is missing: /)
})

test('warns at startup about production without TLS', async () => {
  const server = startServer({ ...(await migratedDatabase()), ...production, PUBLIC_ORIGIN: 'http://desk.example' })
  await server.says(listens)
  expect(server.errors()).toMatch(/^Warning: PUBLIC_ORIGIN http:\/\/desk\.example is without TLS\. .*\n$/)
})

test('refuses a file in place of the database', async () => {
  const DATA_DIR = emptyDirectory()
  writeFileSync(join(DATA_DIR, 'database'), 'not one')
  expect(await refusal({ DATA_DIR })).toBe(`${DATA_DIR}/database is not a directory, as a database is. Nothing was changed.`)
})

test('refuses a half-applied migration', async () => {
  const { settings, remove } = await copyDatabase()
  onTestFinished(remove)
  const database = await openDatabase(settings, silentLog)
  onTestFinished(() => database.close())
  await database.pool.query('DROP TABLE schema_migrations')
  const line = await refusal({ ...environmentOf(settings), DATA_DIR: emptyDirectory() })
  expect(line).toMatch(/^The database holds \d+ tables .* but no record of migrations/)
  const { rows } = await database.pool.query("SELECT to_regclass('schema_migrations') AS made")
  expect(rows).toEqual([{ made: null }])
})

test('refuses a key other than the database’s own until replace-key is run', async () => {
  const { settings, remove } = await copyDatabase()
  onTestFinished(remove)
  const env = { ...environmentOf(settings), DATA_DIR: emptyDirectory() }
  const database = await openDatabase(settings, silentLog)
  onTestFinished(() => database.close())
  await requireSameKey(database.orm, Buffer.alloc(32, 2))
  const url = 'https://app.example.com/hooks'
  await database.orm.insert(webhookEndpoints).values({ url, secret: 'sealed with the lost key', events: [], createdAt: 1 })
  expect(await refusal(env)).toMatch(
    /^SECRET_KEY .* is key [0-9a-f]{8}, but this database was used with key [0-9a-f]{8}: .* run npm run staff -- replace-key\.$/,
  )
  const command = startChild('server/operate/staff/main', ['replace-key'], { ...usual, ...env })
  expect(await command.ended).toBe(0)
  const [replaced, renewed, webhook] = command.output().split('\n')
  expect(replaced).toBe('The key was replaced, and everybody was signed out. 0 accounts have to set up two-factor again.')
  expect(renewed).toBe('Your webhooks have new signing secrets, shown only this once:')
  await requireSameKey(database.orm, Buffer.alloc(32, 1))
  const [endpoint] = await database.orm.select().from(webhookEndpoints)
  expect(webhook).toBe(`${url} ${endpoint && secretOf(Buffer.alloc(32, 1), endpoint)}`)
})

test('creates a production account with a password from standard input', async () => {
  const settings = await migratedDatabase()
  const create = (email: string, password: string) => {
    const staff = startChild('server/operate/staff/main', ['create', email], { ...usual, NODE_ENV: 'production', ...settings })
    staff.process.stdin?.end(`${password}\n`)
    return staff
  }
  const wrong = create('new@example.com', 'no good')
  expect(await wrong.ended).toBe(1)
  expect(wrong.errors()).toBe('Enter an alphanumeric password between 3 and 30 characters.\n')
  const made = create('new@example.com', 'geheim1')
  expect(await made.ended).toBe(0)
  expect(made.output()).toBe('new@example.com can sign in now, with role 1.\n')
  const twice = create('NEW@example.com', 'geheim1')
  expect(await twice.ended).toBe(1)
  expect(twice.errors()).toBe('Email already exists.\n')
})
