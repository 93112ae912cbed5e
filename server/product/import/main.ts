import { ingestOutcomes } from '../../../src/contract/ingest/resources.ts'
import type { Database } from '../../db/connect.ts'
import { withDatabase } from '../../db/with-database.ts'
import { print, readArguments, runCommand } from '../../process/command-line.ts'
import { loadConfig } from '../../process/config.ts'
import { StartError } from '../../process/start-error.ts'
import { releaseWaiting } from '../ingest/ingest.ts'
import { findFiles, type ImportFile } from './files.ts'
import { IdWarnings } from './id-warnings.ts'
import { loadAll } from './indexes.ts'
import { Progress } from './progress.ts'
import { type BadLine, type Counts, emptyCounts, finishImports, importFile, importTarget } from './run.ts'

const usage = `Usage: npm run import -- FILE|FOLDER… [--dry-run] [--map COLUMNS.json]
Imports what the product knows from .ndjson and .csv files, also as .gz. A file's name begins with its resource: customers.csv,
qrs-2025.ndjson.gz. Rows are those of the ingest API (docs/integration.md). An import that was stopped goes on where it was; one that is
run again changes nothing twice.
  --dry-run  names every bad line, warns of ids that look wrong, and writes nothing
  --map      JSON with a mapping by file name: {"export.csv": {"resource": "customers", "columns": {"E-mail": "email"}, "values": {}}}
  --rebuild-indexes
             for large files on PostgreSQL: leaves the tables' indexes out and makes them again at the end, as it does anyway if a
             table is empty. Until then searches and lists of these records are slow, and at the end changes of them wait.`

/** Bad lines printed at most: a file that is wrong throughout only repeats itself. */
const maxBad = 1000

async function main(): Promise<void> {
  const { positionals, values } = readArguments(usage, {
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, map: { type: 'string' }, 'rebuild-indexes': { type: 'boolean' } },
  })
  if (positionals.length === 0) throw new StartError(usage)
  const files = await findFiles(positionals, values.map)
  if (values['dry-run']) return run(files, null)
  await withDatabase(loadConfig(process.env), (database) => run(files, database, values['rebuild-indexes']))
}

async function run(files: ImportFile[], database: Database | null, isRebuilding = false): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const now = () => Math.floor(Date.now() / 1000)
  const target = database && importTarget(database)
  const progress = new Progress(files)
  const counts = new Map<string, Counts>()
  const whole: string[] = []
  let bad = 0
  let unread = 0
  const onBad = ({ file, line, problems }: BadLine) => {
    bad += 1
    if (bad <= maxBad) for (const [field, reason] of Object.entries(problems)) print(`${file}:${line}: ${field}: ${reason}`)
    if (bad === maxBad + 1) print('… and more bad lines, which are only counted.')
  }
  let warned = 0
  const ids = new IdWarnings((path, line, field, text) => {
    warned += 1
    if (warned <= maxBad) print(`${path}:${line}: warning: ${field}: ${text}`)
    if (warned === maxBad + 1) print('… and more warnings, which are only counted.')
  })
  const load = async (file: ImportFile) => {
    const result = await importFile(file, {
      database: target,
      now,
      onBad,
      onGood: (...row) => ids.see(...row),
      onProgress: (file, rows, bytes) => progress.tell(file, rows, bytes),
      onResume: (file, line) => print(`${file.path}: goes on after line ${line}.`),
      signal: stop.signal,
    })
    progress.end(file)
    const sum = counts.get(file.resource) ?? emptyCounts()
    for (const outcome of ingestOutcomes) sum[outcome] += result.counts[outcome]
    counts.set(file.resource, sum)
    if (result.isWhole) whole.push(result.fingerprint)
    else unread += 1
    return !stop.signal.aborted
  }
  await loadAll(files, load, { database, isRebuilding, say: print })
  if (target && !stop.signal.aborted) {
    await releaseWaiting(target, now())
    await finishImports(target, whole, now())
  }
  for (const [resource, sum] of counts) print(reconciliation(resource, sum, database === null))
  if (stop.signal.aborted) print('Stopped. The same command goes on where it was.')
  else if (unread > 0) print(`${unread === 1 ? 'One file was' : `${unread} files were`} not read to the end.`)
  if (ids.isCut) print('There are too many ids to compare them all: warnings about the last ones are missing.')
  if (warned > 0) print(`${warned === 1 ? 'One warning' : `${warned} warnings`}. An import stores these rows nevertheless.`)
  if (database === null) print('This was a dry run: nothing was written.')
  if (bad > 0 || unread > 0) process.exitCode = 1
}

function reconciliation(resource: string, counts: Counts, isDryRun: boolean): string {
  const read = ingestOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  if (isDryRun) return `${resource}: ${read} rows read, ${counts.refused} refused.`
  const parts = ingestOutcomes.map((outcome) => `${counts[outcome]} ${outcome}`)
  return `${resource}: ${read} rows read: ${parts.join(', ')}.`
}

runCommand(main)
