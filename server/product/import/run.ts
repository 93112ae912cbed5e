import { eq, inArray } from 'drizzle-orm'
import { type IngestOutcome, ingestOutcomes } from '../../../src/contract/ingest/resources.ts'
import type { Database } from '../../db/connect.ts'
import { imports } from '../../db/schema/ingest.ts'
import { type Candidate, isCandidate, readRow } from '../ingest/candidates.ts'
import { countIngest, type IngestDatabase, ingestRows } from '../ingest/ingest.ts'
import { fingerprintOf, type ImportFile } from './files.ts'
import { BrokenFile, type Line, readLines } from './read.ts'

/** A refused line. */
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
  /** Called with each good row of a dry run. */
  onGood?: (file: ImportFile, line: number, row: Candidate) => void
  /** Called after each batch, with the bytes read from the file so far. */
  onProgress: (file: ImportFile, rows: number, bytes: number) => void
  /** Called when an import that was stopped resumes. */
  onResume: (file: ImportFile, line: number) => void
  /** Stops the import once the batches in progress are stored. */
  signal?: AbortSignal
}

export interface FileResult {
  /** Rows by outcome, including those of earlier runs. */
  counts: Counts
  /** Whether the whole file was read. */
  isWhole: boolean
  /** To be passed to `finishImports`. */
  fingerprint: string
}

/** The database as imports write to it. */
export const importTarget = ({ kind, patient: { orm, pool } }: Database): IngestDatabase =>
  kind === 'postgres' ? { kind, orm, copying: pool } : { kind, orm }

/** Limits of a batch: rows, and characters, so that a few long rows also make a batch. */
const maxRows = 3000
const maxBytes = 4 * 1024 * 1024
/** Batches stored concurrently while the next one is read. */
const atOnce = { postgres: 2, embedded: 1 } as const

interface Batch {
  lines: Line[]
  end: number
  line: number
}

/**
 * Imports a file batch by batch, through the same code as the ingest API. The position is saved after each batch,
 * so that the next run resumes there, until `finishImports`. If the process ends between a batch and its position,
 * the rows are stored again and count as the same.
 */
export async function importFile(file: ImportFile, options: ImportOptions): Promise<FileResult> {
  const { database, now, onBad, onProgress, onResume, signal } = options
  const fingerprint = await fingerprintOf(file)
  const [found] = database ? await database.orm.select().from(imports).where(eq(imports.fingerprint, fingerprint)) : []
  const unfinished = found && found.finishedAt === null ? found : undefined
  const counts: Counts = { ...emptyCounts(), ...unfinished?.counts }
  if (unfinished && unfinished.line > 0) onResume(file, unfinished.line)
  const from = { position: unfinished?.position ?? 0, line: unfinished?.line ?? 0 }

  let bytes = 0
  let rows = 0
  // Ids are looked up all the time. With outdated statistics the planner would scan the table, taking it for a small one.
  let nextAnalysis = 2000
  const store = async (batch: Batch) => {
    const done = database ? await storeBatch(database, file, batch, now(), onBad) : checkBatch(file, batch, options)
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
      // Awaited later, in order; until then a failure must not count as unhandled.
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

/** Marks all files of a run as imported, so that running the same command again starts over. */
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
    if (batch.length < maxRows && line.end - start < maxBytes) continue
    yield { lines: batch, end: line.end, line: line.line }
    batch = []
    start = null
  }
  const end = batch.at(-1)
  if (end) yield { lines: batch, end: end.end, line: end.line }
}

/** Stores a batch and reports bad lines in order. */
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

/** What a dry run can check: rows that are invalid by themselves. All others count as new. */
function checkBatch(file: ImportFile, { lines }: Batch, { now, onBad, onGood }: ImportOptions): Counts {
  const counts = emptyCounts()
  for (const { row, line, problems } of lines) {
    const read = problems ?? readRow(file.resource, 0, row, now())
    if (isCandidate(read)) {
      counts.new += 1
      onGood?.(file, line, read)
    } else {
      counts.refused += 1
      onBad({ file: file.path, line, problems: read })
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
