import { hash } from 'node:crypto'
import { type IngestResource, type IngestRow, ingestSchemas, rowProblems } from '../../../src/contract/ingest/resources.ts'

/** A valid incoming row. */
export interface Candidate {
  /** Its position in the call's rows. */
  index: number
  externalId: string
  /** When the record had this state, in unix seconds. */
  at: number
  /** 32 hexadecimal digits. Breaks ties between states of the same second, so arrival order does not matter. */
  digest: string
  row: Record<string, unknown>
  /** Set if the row waited for a record that has now arrived: the same state is then stored again. */
  isReleased?: true
}

/** How many seconds a state may be ahead of our clock. */
const maxAheadSeconds = 300

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
  if (at > now + maxAheadSeconds) return { [field]: 'Lies in the future.' }
  return { index, externalId: idOf(resource, row), at, digest: digestOf(resource, row), row }
}

export const isCandidate = (read: Candidate | Record<string, string>): read is Candidate => typeof read['row'] === 'object'

/** The field with the time of the state. A record that never changes has only its own time. */
function momentOf(row: Record<string, unknown>): [field: string, at: number] {
  const field = ['updatedAt', 'date', 'createdAt'].find((name) => typeof row[name] === 'number') ?? ''
  return [field, Number(row[field])]
}

/** The files and daily scans of a QR code have no id of their own. */
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

/** Sorts like the pair of numbers, which the table also compares. */
export const scansDigest = (scans: number, visits: number) =>
  [scans, visits]
    .map((count) => count.toString(16).padStart(8, '0'))
    .join('')
    .padEnd(32, '0')

/** Compares two states: positive if the first one is newer. The digest breaks ties. */
export function compareStates(a: { at: number; digest: string }, b: { at: number; digest: string }): number {
  return a.at - b.at || (a.digest < b.digest ? -1 : a.digest > b.digest ? 1 : 0)
}
