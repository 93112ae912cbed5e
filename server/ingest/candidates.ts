import { hash } from 'node:crypto'
import { type IngestResource, type IngestRow, ingestSchemas, rowProblems } from '../../src/contract/ingest/resources.ts'

/** A valid row on its way in. */
export interface Candidate {
  /** Its place among the rows that were given. */
  index: number
  externalId: string
  /** Unix seconds: of when the state is. */
  at: number
  /** 32 hexadecimal digits. Decides between two states of the same second, alike in any order. */
  digest: string
  row: Record<string, unknown>
  /** It waited for a record that has come, so the same state is stored again. */
  isReleased?: true
}

/** A state may be this many seconds ahead of our clock. */
const mostAhead = 300

/**
 * Reads a row by its resource's schema.
 * @param now unix seconds
 * @returns the row, or each bad field with its reason
 */
export function readRow(resource: IngestResource, index: number, input: unknown, now: number): Candidate | Record<string, string> {
  const parsed = ingestSchemas[resource].safeParse(input)
  if (!parsed.success) return rowProblems(parsed.error, input)
  const row = parsed.data as Record<string, unknown>
  const [field, at] = momentOf(row)
  if (at > now + mostAhead) return { [field]: 'Lies in the future.' }
  return { index, externalId: idOf(resource, row), at, digest: digestOf(resource, row), row }
}

export const isCandidate = (read: Candidate | Record<string, string>): read is Candidate => typeof read['row'] === 'object'

/** The field that says of when a row is: what does not change has no other moment than its own. */
function momentOf(row: Record<string, unknown>): [field: string, at: number] {
  const field = ['updatedAt', 'date', 'createdAt'].find((name) => typeof row[name] === 'number') ?? ''
  return [field, Number(row[field])]
}

/** Files and days of a QR have no id of their own. */
function idOf(resource: IngestResource, row: Record<string, unknown>): string {
  if (resource === 'media') return `${String(row['qr'])}/${String(row['key'])}`
  if (resource === 'daily-scans') return `${String(row['qr'])}/${String(row['day'])}`
  return String(row['externalId'])
}

function digestOf(resource: IngestResource, row: Record<string, unknown>): string {
  if (resource !== 'daily-scans') return hash('md5', JSON.stringify(row))
  const { scans, visits } = row as IngestRow<'daily-scans'>
  return scansDigest(scans, visits)
}

/** Sorts as the two numbers do, which the table is compared by. */
export const scansDigest = (scans: number, visits: number) =>
  [scans, visits]
    .map((count) => count.toString(16).padStart(8, '0'))
    .join('')
    .padEnd(32, '0')

/** Which of two states stands: positive if the first. */
export function compareStates(a: { at: number; digest: string }, b: { at: number; digest: string }): number {
  return a.at - b.at || (a.digest < b.digest ? -1 : a.digest > b.digest ? 1 : 0)
}
