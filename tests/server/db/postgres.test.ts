import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/db/connect.ts'
import { silentLog } from '../../../server/process/log.ts'
import { statement, urlOf } from '../../support/postgres.ts'

const password = 'Hunter2secret'

function open(change: (url: URL) => void) {
  const url = new URL(inject('postgres').url)
  change(url)
  return openDatabase({ databaseUrl: url.href, dataDir: '' }, silentLog)
}

async function refusal(change: (url: URL) => void): Promise<string> {
  const error: unknown = await open(change).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('It was not refused.')
  expect(error.name).toBe('StartError')
  expect(error.message).not.toContain(password)
  expect(error.message).not.toContain('\n')
  return error.message
}

test('reports a wrong password', async () => {
  expect(await refusal((url) => (url.password = password))).toMatch(
    /^DATABASE_URL \(127\.0\.0\.1:\d+\/postgres\): the server refused user or password\.$/,
  )
})

test('reports a database that does not exist', async () => {
  expect(await refusal((url) => (url.pathname = '/nowhere'))).toMatch(/\/nowhere\): the database does not exist; create it first\.$/)
})

test('reports a port where nothing listens', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  const port = address !== null && typeof address === 'object' ? String(address.port) : ''
  const message = await refusal((url) => {
    url.port = port
    url.password = password
  })
  expect(message).toBe(`DATABASE_URL (127.0.0.1:${port}/postgres): nothing listens there.`)
})

test('rejects a database in another encoding', async () => {
  const { url } = inject('postgres')
  const name = `quaydesk_ascii_${randomBytes(4).toString('hex')}`
  await statement(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`)
  onTestFinished(() => statement(url, `DROP DATABASE ${name} WITH (FORCE)`))
  expect(await refusal((changed) => (changed.href = urlOf(url, name)))).toBe('The database must be UTF8; DATABASE_URL is SQL_ASCII.')
})

test('our session settings override the database’s defaults', async () => {
  const { url, template } = inject('postgres')
  const name = `quaydesk_role_${randomBytes(4).toString('hex')}`
  await statement(url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  onTestFinished(() => statement(url, `DROP DATABASE ${name} WITH (FORCE)`))
  await statement(url, `ALTER DATABASE ${name} SET timezone = 'Asia/Tokyo'`)
  const database = await open((changed) => (changed.href = urlOf(url, name)))
  const { rows } = await database.pool.query(
    `SELECT current_setting('timezone') AS zone, current_setting('application_name') AS name, current_setting('statement_timeout') AS deadline`,
  )
  expect(rows).toEqual([{ zone: 'UTC', name: 'quaydesk', deadline: '30s' }])
  await database.close()
})
