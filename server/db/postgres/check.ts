import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { shownAddress } from '../../process/database-address.ts'
import { StartError } from '../../process/start-error.ts'
import { NoWritableHost } from './hosts.ts'

/** A setting of our sessions that nobody can guess. A session without it was not opened for us: a pooler lent it. */
export const mark = { name: 'quaydesk.session', value: randomBytes(8).toString('hex') }

/** An address to check, and the name of its setting or argument for messages. */
export interface Checked {
  setting: string
  url: string
  pool: pg.Pool
}

interface Found {
  version: string
  encoding: string
  ctype: string
  mark: string | null
  /** The same for two connections only if they lead to the same database of the same server. */
  place: string
}

const minVersion = 15

/**
 * Checks that an address leads to PostgreSQL itself, and that we can use it.
 * @throws StartError if it does not, or if it is unreachable, too old, or refuses us
 */
export async function requireSession(checked: Checked): Promise<Found> {
  const found = await inspect(checked)
  const { setting } = checked
  if (found.mark !== mark.value) throw new StartError(`${shown(checked)}: ${poolerThere(setting)}`)
  const major = Math.floor(Number(found.version) / 10_000)
  if (major < minVersion) throw new StartError(`PostgreSQL ${minVersion} or later is needed; ${setting} is version ${major}.`)
  // Any locale will do, because queries sort and match with COLLATE "C".
  if (found.encoding !== 'UTF8') throw new StartError(`The database must be UTF8; ${setting} is ${found.encoding}.`)
  return found
}

/** @throws StartError if the address leads to another database, or nowhere */
export async function requireSame(checked: Checked, { place }: Found): Promise<void> {
  if ((await inspect(checked)).place === place) return
  throw new StartError(
    `${shown(checked)}: this is another database than DATABASE_DIRECT_URL. Nothing was changed; both have to lead to the same one.`,
  )
}

async function inspect(checked: Checked): Promise<Found> {
  try {
    const { rows } = await checked.pool.query<Found>(
      `SELECT current_setting('server_version_num') AS version, pg_encoding_to_char(encoding) AS encoding, datctype AS ctype,
              current_setting('${mark.name}', true) AS mark, concat(extract(epoch FROM pg_postmaster_start_time()), ' ', oid) AS place
         FROM pg_database WHERE datname = current_database()`,
    )
    if (!rows[0]) throw new Error('a session always has a database')
    return rows[0]
  } catch (error) {
    throw new StartError(`${shown(checked)}: ${reasonOf(error, checked.setting)}`)
  }
}

const shown = ({ setting, url }: Checked) => `${setting} (${shownAddress(url)})`

const poolerThere = (setting: Checked['setting']) =>
  setting === 'DATABASE_URL'
    ? 'a connection pooler is there, and sessions are not ours. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.'
    : 'a connection pooler is there. It has to be the address of PostgreSQL itself.'

/** How poolers refuse our settings when a connection begins: PgBouncer by name, Amazon's RDS Proxy for all of them. */
const isPoolers = ({ message }: Error) => /unsupported startup parameter|command-line options/i.test(message)

function reasonOf(error: unknown, setting: Checked['setting']): string {
  if (error instanceof NoWritableHost) return `${error.message}.`
  if (error instanceof Error && isPoolers(error)) return poolerThere(setting)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '28P01' || code === '28000') return 'the server refused user or password.'
  if (code === '3D000') return 'the database does not exist; create it first.'
  if (code === '42501') return 'the user may not use the database.'
  if (code === '53300') return 'the server has no free connection.'
  if (code === '57P03') return 'the server is still starting.'
  if (code === 'ECONNREFUSED') return 'nothing listens there.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host name is not known.'
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH') return 'the server does not answer.'
  // Driver messages (time-outs, TLS) contain no part of the URL.
  return error instanceof Error ? `${error.message || code}.` : 'it cannot be reached.'
}
