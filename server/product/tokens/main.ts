import { TokenInput, type TokenScope } from '../../../src/contract/tokens.ts'
import type { Orm } from '../../db/connect.ts'
import { withDatabase } from '../../db/with-database.ts'
import { ApiError } from '../../http/errors.ts'
import { messageOf, print, readArguments, runCommand } from '../../process/command-line.ts'
import { loadConfig } from '../../process/config.ts'
import { StartError } from '../../process/start-error.ts'
import { createToken, revokeToken } from './change.ts'
import { listTokens } from './queries.ts'

const usage = `Usage: npm run tokens -- make NAME [--scope ingest|read]…
Makes a service token, by default for the ingest API, and prints it: this is the only time that it is shown.
       npm run tokens -- list
Lists all tokens by their beginning, with their last use.
       npm run tokens -- revoke ID
Revokes a token for good.`

/** Actor for changes made on the server's command line. */
const commandLine = { staff: { id: null, email: 'npm run tokens' }, ip: null }

/** A command's database work, which returns its message. */
type Work = (orm: Orm, now: number) => Promise<string>

async function main(): Promise<void> {
  const work = readCommand()
  print(await withDatabase(loadConfig(process.env), ({ orm }) => work(orm, Math.floor(Date.now() / 1000))))
}

/** @throws StartError unless the arguments are a valid command */
function readCommand(): Work {
  const { positionals, values } = readArguments(usage, {
    allowPositionals: true,
    options: { scope: { type: 'string', multiple: true } },
  })
  const [name, argument, ...rest] = positionals
  const { scope } = values
  if (rest.length > 0 || (scope && name !== 'make')) throw new StartError(usage)
  if (name === 'make' && argument !== undefined) return make(argument, scope ?? ['ingest'])
  if (name === 'list' && argument === undefined) return list
  if (name === 'revoke' && /^[1-9]\d{0,8}$/.test(argument ?? '')) return revoke(Number(argument))
  throw new StartError(usage)
}

function make(name: string, scopes: string[]): Work {
  const input = TokenInput.safeParse({ name, scopes: scopes as TokenScope[] })
  if (!input.success) throw new StartError(input.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join('\n'))
  return async (orm, now) => {
    const { token } = await createToken(orm, commandLine, input.data, now)
    return `${token}\nThis is the only time that the token is shown. Send it as Authorization: Bearer qd_…`
  }
}

const list: Work = async (orm) => {
  const day = (at: number | null) => (at === null ? 'never' : new Date(at * 1000).toISOString().slice(0, 10))
  const rows = await listTokens(orm)
  const lines = rows.map(
    ({ id, prefix, name, scopes, lastUsedAt, revokedAt }) =>
      `${id}  ${prefix}…  ${name}  (${scopes.join(', ')}; last used: ${day(lastUsedAt)}${revokedAt === null ? '' : `; revoked: ${day(revokedAt)}`})`,
  )
  return lines.length === 0 ? 'There are no tokens.' : lines.join('\n')
}

const revoke =
  (id: number): Work =>
  async (orm, now) => {
    await revokeToken(orm, commandLine, id, now)
    return `Token ${id} is revoked.`
  }

runCommand(main, (error) => (error instanceof ApiError ? error.message : messageOf(error)))
