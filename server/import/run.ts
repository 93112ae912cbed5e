import { eq, inArray } from 'drizzle-orm'
import { type IngestOutcome, ingestOutcomes } from '../../src/contract/ingest/resources.ts'
import type { Database } from '../db/connect.ts'
import { imports } from '../db/schema/ingest.ts'
import { isCandidate, readRow } from '../ingest/candidates.ts'
import { countIngest, type IngestDatabase, ingestRows } from '../ingest/ingest.ts'
import { fingerprintOf, type ImportFile } from './files.ts'
import { BrokenFile, type Line, readLines } from './read.ts'

/** A line that was refused. */
export interface BadLine {
  file: string
  line: number
  /** Each bad field with its reason. */
  problems: Record<string, string>
}

export type Counts = Record<IngestOutcome, number>

export interface ImportOptions {
  /** Null for a dry run, which only reads. */
  database: IngestDatabase | null
  /** Returns unix seconds. */
  now: () => number
  onBad: (bad: BadLine) => void
  /** Called as rows are done, with the bytes of the file that were read. */
  onProgress: (file: ImportFile, rows: number, bytes: number) => void
  /** Called if an import that was stopped goes on. */
  onResume: (file: ImportFile, line: number) => void
  /** Stops after the batches that are under way. */
  signal?: AbortSignal
}

export interface FileResult {
  /** Rows by outcome, those of earlier runs included. */
  counts: Counts
  /** Whether the file was read to its end. */
  isWhole: boolean
  /** For `finishImports`. */
  fingerprint: string
}

/** A database as an import writes to it. */
export const importTarget = ({ kind, patient: { orm, pool } }: Database): IngestDatabase =>
  kind === 'postgres' ? { kind, orm, copying: pool } : { kind, orm }

/** Rows of a batch, and characters: a few long ones are a batch too. */
const mostRows = 3000
const mostBytes = 4 * 1024 * 1024
/** Batches stored at a time, while the next is read. */
const atOnce = { postgres: 2, embedded: 1 } as const

interface Batch {
  lines: Line[]
  end: number
  line: number
}

/**
 * Imports a file by the same way as the ingest API, batch by batch; what is stored of it is noted after each, so that the next
 * run goes on from there, until `finishImports`. A row that is stored twice, as the process ended between the two, counts
 * as the same then.
 */
export async function importFile(file: ImportFile, options: ImportOptions): Promise<FileResult> {
  const { database, now, onBad, onProgress, onResume, signal } = options
  const fingerprint = await fingerprintOf(file)
  const [found] = database ? await database.orm.select().from(imports).where(eq(imports.fingerprint, fingerprint)) : []
  const begun = found && found.finishedAt === null ? found : undefined
  const counts: Counts = { ...emptyCounts(), ...begun?.counts }
  if (begun && begun.line > 0) onResume(file, begun.line)
  const from = { position: begun?.position ?? 0, line: begun?.line ?? 0 }

  let bytes = 0
  let rows = 0
  // Ids are looked up all the time: a planner that takes the table for a small one would read all of it.
  let nextAnalysis = 2000
  const store = async (batch: Batch) => {
    const done = database ? await storeBatch(database, file, batch, now(), onBad) : checkBatch(file, batch, now(), onBad)
    return { batch, done }
  }
  const settle = async ({ batch, done }: Awaited<ReturnType<typeof store>>) => {
    for (const outcome of ingestOutcomes) counts[outcome] += done[outcome]
    rows += batch.lines.length
    if (database) await note(database, file, fingerprint, batch, counts, now())
    if (rows >= nextAnalysis) {
      await database?.copying?.query('ANALYZE external_records')
      nextAnalysis *= 10
    }
    onProgress(file, rows, bytes)
  }
  const underWay: ReturnType<typeof store>[] = []
  const settleOldest = async () => {
    const oldest = underWay.shift()
    if (oldest) await settle(await oldest)
  }
  let isWhole = true
  try {
    for await (const batch of batches(readLines(file, from, (read) => (bytes += read)))) {
      const storing = store(batch)
      // Awaited in turn; until then a failure must not count as unhandled.
      storing.catch(() => undefined)
      underWay.push(storing)
      if (underWay.length >= (database ? atOnce[database.kind] : 1)) await settleOldest()
      if (signal?.aborted) {
        isWhole = false
        break
      }
    }
    while (underWay.length > 0) await settleOldest()
  } catch (error) {
    while (underWay.length > 0) await settleOldest()
    if (!(error instanceof BrokenFile)) throw error
    onBad({ file: file.path, line: error.line, problems: { file: error.message } })
    isWhole = false
  }
  return { counts, isWhole, fingerprint }
}

/** Notes that all files of a run are imported, so that the same command begins them anew. */
export async function finishImports({ orm }: IngestDatabase, fingerprints: readonly string[], now: number): Promise<void> {
  await orm
    .update(imports)
    .set({ finishedAt: now })
    .where(inArray(imports.fingerprint, [...fingerprints]))
}

export const emptyCounts = (): Counts => Object.fromEntries(ingestOutcomes.map((outcome) => [outcome, 0])) as Counts

async function* batches(lines: AsyncIterable<Line>): AsyncGenerator<Batch> {
  let batch: Line[] = []
  let start: number | null = null
  for await (const line of lines) {
    start ??= line.end
    batch.push(line)
    if (batch.length < mostRows && line.end - start < mostBytes) continue
    yield { lines: batch, end: line.end, line: line.line }
    batch = []
    start = null
  }
  const end = batch.at(-1)
  if (end) yield { lines: batch, end: end.end, line: end.line }
}

/** Stores a batch. Bad lines are told in their order. */
async function storeBatch(
  database: IngestDatabase,
  file: ImportFile,
  { lines }: Batch,
  now: number,
  onBad: ImportOptions['onBad'],
): Promise<Counts> {
  const counts = emptyCounts()
  const readable = lines.filter((line) => line.problems === undefined)
  const outcomes = await ingestRows(
    database,
    file.resource,
    readable.map(({ row }) => row),
    now,
  )
  const details = new Map(readable.map((line, index) => [line, outcomes[index]?.details]))
  for (const { result } of outcomes) counts[result] += 1
  for (const line of lines) {
    const problems = line.problems ?? details.get(line)
    if (problems === undefined) continue
    if (line.problems) counts.refused += 1
    onBad({ file: file.path, line: line.line, problems })
  }
  await countIngest(database.orm, file.resource, { rows: lines.length, refused: counts.refused, newest: null }, now)
  return counts
}

/** What a dry run can say: rows that would be refused by themselves. Others count as new. */
function checkBatch({ path, resource }: ImportFile, { lines }: Batch, now: number, onBad: ImportOptions['onBad']): Counts {
  const counts = emptyCounts()
  for (const { row, line, problems } of lines) {
    const read = problems ?? readRow(resource, 0, row, now)
    if (isCandidate(read)) counts.new += 1
    else {
      counts.refused += 1
      onBad({ file: path, line, problems: read })
    }
  }
  return counts
}

async function note({ orm }: IngestDatabase, { path }: ImportFile, fingerprint: string, { end, line }: Batch, counts: Counts, now: number) {
  const state = { file: path, position: end, line, counts: { ...counts }, updatedAt: now, finishedAt: null }
  await orm
    .insert(imports)
    .values({ fingerprint, ...state })
    .onConflictDoUpdate({ target: imports.fingerprint, set: state })
}
