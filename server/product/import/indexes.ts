import { getTableName, sql } from 'drizzle-orm'
import type { IngestResource } from '../../../src/contract/ingest/resources.ts'
import type { Database } from '../../db/connect.ts'
import { type LeaveOut, leaveIndexesOut, tablesWithoutIndexes } from '../../db/left-out-indexes.ts'
import { qrDailyScans } from '../../db/schema/qrs.ts'
import { targets } from '../ingest/targets.ts'
import type { ImportFile } from './files.ts'

/** Bytes above which it pays to build the indexes of an empty table last: some 100,000 rows. */
const largeBytes = 24 * 1024 * 1024

/** Estimated size of a packed file's text, as a multiple of its packed size. */
const unpacked = 6

interface LoadOptions {
  /** Null for a dry run. */
  database: Database | null
  /** Whether to drop the indexes of tables that already hold rows, too. */
  isRebuilding: boolean
  say: (line: string) => void
}

/**
 * Loads all files, by resource. On PostgreSQL, large files go into an empty table without indexes, which are built
 * at the end because that is faster. An import that resumes after being killed still leaves them out.
 * @param load returns false if it was stopped
 */
export async function loadAll(files: readonly ImportFile[], load: (file: ImportFile) => Promise<boolean>, options: LoadOptions) {
  const { database, say } = options
  const leaving = database?.kind === 'postgres' ? await leaveIndexesOut(database) : null
  const groups = new Map<string, ImportFile[]>()
  for (const file of files) groups.set(tableOf(file.resource), [...(groups.get(tableOf(file.resource)) ?? []), file])
  try {
    if (database && leaving) await restoreOthers(database, leaving, new Set(groups.keys()), say)
    for (const [table, group] of groups) {
      if (database && leaving) await leaveOut(database, leaving, table, group, options)
      const isStopped = !(await eachOf(group, load))
      if (database && leaving && (await tablesWithoutIndexes(database.patient.orm)).has(table)) {
        say(`${table}: making its indexes …`)
        await leaving.restore([table])
      }
      if (isStopped) return
    }
  } finally {
    leaving?.end()
  }
}

const tableOf = (resource: IngestResource) => getTableName(resource === 'daily-scans' ? qrDailyScans : targets[resource].table)

async function eachOf(files: readonly ImportFile[], load: (file: ImportFile) => Promise<boolean>): Promise<boolean> {
  for (const file of files) if (!(await load(file))) return false
  return true
}

/** Rebuilds the indexes that a killed import of other files left out. */
async function restoreOthers({ patient }: Database, leaving: LeaveOut, ours: ReadonlySet<string>, say: LoadOptions['say']): Promise<void> {
  const others = [...(await tablesWithoutIndexes(patient.orm))].filter((table) => !ours.has(table))
  if (others.length === 0) return
  say(`An earlier import was killed: making the indexes of ${others.join(', ')} …`)
  await leaving.restore(others)
}

async function leaveOut(
  { patient }: Database,
  leaving: LeaveOut,
  table: string,
  files: readonly ImportFile[],
  { isRebuilding, say }: LoadOptions,
): Promise<void> {
  const bytes = files.reduce((sum, { size, isPacked }) => sum + size * (isPacked ? unpacked : 1), 0)
  if (!isRebuilding && (bytes < largeBytes || !(await isEmpty(patient.orm, table)))) return
  const dropped = await leaving.drop(table)
  if (dropped > 0) say(`${table}: its ${dropped} indexes are left out until the rows are there.`)
}

async function isEmpty(orm: Database['orm'], table: string): Promise<boolean> {
  const { rows } = await orm.execute(sql`select from ${sql.identifier(table)} limit 1`)
  return rows.length === 0
}
