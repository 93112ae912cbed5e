import pg from 'pg'
import type { Queries, TableShape } from '../../db/catalog.ts'
import type { Database } from '../../db/connect.ts'
import { copyTexts } from '../../db/copy.ts'

/** Values in PostgreSQL's text format. */
export type Row = (string | null)[]

/** Some rows of a table, and where to continue reading. */
export interface Portion {
  rows: Row[]
  after: Row
}

/** The approximate characters of a portion; it is held in memory several times. */
const portionCharacters = 2_000_000
const maxRows = 10_000

/** Query options that return all values as text. */
const asText = { rowMode: 'array' as const, types: { getTypeParser: () => (text: unknown) => text } }

/**
 * Reads a table in key order, in portions of bounded size.
 * @param after the key of the last row that was read already
 */
export async function* readRows(client: Queries, table: TableShape, after: Row | null): AsyncGenerator<Portion> {
  const names = (list: TableShape['keys']) => list.map(({ name }) => pg.escapeIdentifier(name)).join(', ')
  const keys = names(table.keys)
  const bounds = table.keys.map(({ type }, index) => `$${index + 1}::${type}`).join(', ')
  const select = `SELECT ${names(table.columns)}, ${keys} FROM public.${pg.escapeIdentifier(table.name)}`
  let limit = 500
  for (let last = after; ; ) {
    const condition = last === null ? '' : `WHERE (${keys}) > (${bounds})`
    const text = `${select} ${condition} ORDER BY ${keys} LIMIT ${limit}`
    const { rows } = (await client.query({ ...asText, text, values: last ?? [] })) as unknown as { rows: Row[] }
    const lastRow = rows.at(-1)
    if (!lastRow) return
    last = lastRow.slice(table.columns.length)
    yield { rows, after: last }
    if (rows.length < limit) return
    limit = Math.max(50, Math.min(maxRows, Math.floor((portionCharacters / charactersOf(rows)) * limit)))
  }
}

function charactersOf(rows: readonly Row[]): number {
  let sum = 0
  for (const row of rows) for (const value of row) sum += (value?.length ?? 0) + 1
  return sum
}

/** Writes rows: with COPY to PostgreSQL, with arrays to the embedded database, which COPY would crash. */
export async function writeRows(kind: Database['kind'], client: pg.ClientBase, table: TableShape, rows: readonly Row[]): Promise<void> {
  const columns = table.columns.map(({ name }) => name)
  if (kind === 'postgres') return copyTexts(client, table.name, columns, rows)
  const names = columns.map((name) => pg.escapeIdentifier(name)).join(', ')
  const values = table.columns.map(({ type }, index) => `v${index}::${type}`).join(', ')
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
  const aliases = columns.map((_, index) => `v${index}`).join(', ')
  await client.query(
    `INSERT INTO public.${pg.escapeIdentifier(table.name)} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${values} FROM unnest(${arrays}) AS r (${aliases})`,
    columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  )
}
