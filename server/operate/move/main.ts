import { print, readArguments, runCommand } from '../../process/command-line.ts'
import { readSettings } from '../../process/config.ts'
import { createLog } from '../../process/log.ts'
import { StartError } from '../../process/start-error.ts'
import { copyInto } from './copy.ts'
import { keyAndFiles } from './left-to-do.ts'
import { openPlace, openSource, type Place, placeOf } from './place.ts'
import { showCopying } from './progress.ts'
import { withSource } from './source.ts'

const usage = `Usage: npm run move -- --to PLACE [--from PLACE]
Copies all data to an empty database and checks every table by count and checksum. A PLACE is a PostgreSQL address
(postgres://user@host/database; PGPASSWORD may hold the password) or the data directory of an embedded database. Without --from it is
DATA_DIR. Stop the server first. A move that was stopped goes on where it was; what it copies from is left as it is.`

async function main(): Promise<void> {
  const { from, to } = readPlaces()
  const log = createLog('warn')
  const started = performance.now()
  const source = await openSource(from, log)
  try {
    const target = await openPlace(to, log)
    try {
      const rows = await withSource(source, from.name, (found) => copyInto(target, found, showCopying(), log))
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      print(`${rows} rows copied from ${from.name} to ${to.name} in ${seconds} s; every table is equal.`)
      for (const line of await keyAndFiles(target, from, to)) print(line)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

function readPlaces(): { from: Place; to: Place } {
  const { values } = readArguments(usage, { options: { from: { type: 'string' }, to: { type: 'string' } } })
  if (values.to === undefined) throw new StartError(usage)
  const from = values.from === undefined ? placeOf(readSettings(process.env).dataDir, 'DATA_DIR') : placeOf(values.from, '--from')
  const to = placeOf(values.to, '--to')
  if (from.name === to.name) throw new StartError(`${from.name} is both source and target.\n${usage}`)
  return { from, to }
}

runCommand(main)
