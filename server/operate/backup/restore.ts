import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Database } from '../../db/connect.ts'
import { print, runCommand } from '../../process/command-line.ts'
import { readSettings } from '../../process/config.ts'
import { prepareDataDirectory } from '../../process/data-directory.ts'
import { createLog } from '../../process/log.ts'
import { StartError } from '../../process/start-error.ts'
import { copyInto } from '../move/copy.ts'
import { openPlace, ownPlace } from '../move/place.ts'
import { showCopying } from '../move/progress.ts'
import { unfinishedFrom } from '../move/target.ts'
import { type Archive, openArchive } from './archive.ts'

const usage = `Usage: npm run restore -- FILE.tar.gz
Restores a backup into the empty place that the settings name: DATABASE_URL, or an embedded database in DATA_DIR. Files go to DATA_DIR. Every
table is checked by count and checksum. A restore that was stopped goes on where it was.`

async function main(): Promise<void> {
  const [file, ...rest] = process.argv.slice(2)
  if (file === undefined || file.startsWith('--') || rest.length > 0) throw new StartError(usage)
  const config = readSettings(process.env)
  const files = join(config.dataDir, 'files')
  const archive = await openArchive(resolve(file), files)
  const log = createLog('warn')
  const started = performance.now()
  prepareDataDirectory(config.dataDir)
  const database = await openPlace(ownPlace(config), log)
  try {
    await requireNoFiles(database, files, archive)
    const rows = await copyInto(database, archive.source, showCopying(), log)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const day = new Date(archive.manifest.madeAt * 1000).toISOString()
    print(`${rows} rows of ${day} restored in ${seconds} s; every table is equal.`)
    process.stdout.write(keyLine(archive, config.dataDir))
    if (!archive.manifest.hasFiles) print('Files were in a bucket and not in the backup.')
    else if (config.s3 !== null) print(`Files were restored to ${files}, not to the bucket ${config.s3.bucket}.`)
  } finally {
    await database.close()
  }
}

/** @throws StartError if there are files of another installation */
async function requireNoFiles({ patient }: Database, files: string, { source }: Archive): Promise<void> {
  if (!existsSync(files) || readdirSync(files).length === 0) return
  if ((await unfinishedFrom(patient.pool)) === source.id) return
  throw new StartError(`${files} holds files already. Nothing was changed; restore into an empty DATA_DIR.`)
}

/** Installs the backup's key if it includes one and none is there. Otherwise says which key is needed. */
function keyLine(archive: Archive, dataDir: string): string {
  const { keyId } = archive.manifest
  const path = join(dataDir, 'secret.key')
  const key = archive.key()
  const isGiven = (process.env.SECRET_KEY ?? '') !== ''
  if (key !== null && !isGiven && !existsSync(path)) {
    writeFileSync(path, key, { mode: 0o600, flag: 'wx', flush: true })
    return `The key was restored to ${path}.\n`
  }
  if (keyId === null) return ''
  return `The key has to be ${keyId}: set SECRET_KEY, or put it in ${path}, before the server starts.\n`
}

runCommand(main)
