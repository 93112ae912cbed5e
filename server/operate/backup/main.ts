import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Database } from '../../db/connect.ts'
import { print, readArguments, runCommand } from '../../process/command-line.ts'
import { readSettings } from '../../process/config.ts'
import { createLog } from '../../process/log.ts'
import { StartError } from '../../process/start-error.ts'
import { readKeyId } from '../../resources/auth/same-key.ts'
import { openSource, ownPlace } from '../move/place.ts'
import { withSource } from '../move/source.ts'
import { askForSnapshot } from './socket.ts'
import { writeBackup } from './write.ts'

const usage = `Usage: npm run backup -- FILE.tar.gz [--with-key]
Writes all data to one file while the server runs: every table as of one moment, with its checksum, and the files of QR codes and invoices
unless they are in a bucket. With --with-key also the key of two-factor secrets; without it, keep that elsewhere.`

type Settings = ReturnType<typeof readSettings>

async function main(): Promise<void> {
  const { path, withKey } = readTarget()
  const config = readSettings(process.env)
  const started = performance.now()
  const rows = await withDatabase(config, async (database) => {
    const keyId = await readKeyId(database.orm)
    const key = withKey ? keyOf(config) : null
    const files = config.s3 === null ? join(config.dataDir, 'files') : null
    return withSource(database, '', (source) => writeBackup(path, { source, keyId, key, files }))
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  print(`${rows} rows written to ${path} in ${seconds} s.`)
  if (config.s3 !== null) print(`Files are in the bucket ${config.s3.bucket} and not in the backup.`)
  if (!withKey) print('The key of two-factor secrets is not in it: keep SECRET_KEY, or secret.key in DATA_DIR, elsewhere.')
}

/** Opens PostgreSQL, or a copy from the server that is running on the data directory, or else the directory itself. */
async function withDatabase<Result>(config: Settings, work: (database: Database) => Promise<Result>): Promise<Result> {
  const log = createLog('warn')
  const snapshot = config.databaseUrl === null ? await askForSnapshot(config.dataDir) : null
  try {
    const database = await openSource(ownPlace(snapshot === null ? config : { ...config, dataDir: snapshot.directory }), log)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    snapshot?.end()
  }
}

function keyOf({ dataDir }: Settings): string {
  const given = process.env.SECRET_KEY
  const path = join(dataDir, 'secret.key')
  if (given !== undefined && given !== '') return `${given}\n`
  if (existsSync(path)) return readFileSync(path, 'utf8')
  throw new StartError(`There is no key to include: neither SECRET_KEY nor ${path}.`)
}

function readTarget(): { path: string; withKey: boolean } {
  const { positionals, values } = readArguments(usage, { allowPositionals: true, options: { 'with-key': { type: 'boolean' } } })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new StartError(usage)
  const path = resolve(file)
  if (existsSync(path)) throw new StartError(`${path} exists already: nothing was written.`)
  return { path, withKey: values['with-key'] === true }
}

runCommand(main)
