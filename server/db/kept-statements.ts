import { createHash } from 'node:crypto'
import type { SQL, SQLWrapper } from 'drizzle-orm'
import { type PgColumn, PgDialect } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Db } from './connect.ts'

const kept = new WeakMap<Db, WeakMap<object, Map<string, unknown>>>()

/** Most statements kept per owner; beyond it all are dropped and rebuilt. */
const maxKept = 200

/**
 * Returns a cached statement, because building one costs more than running it.
 * @param owner what the statement is made of besides `text`
 */
export function keptStatement<Statement>(db: Db, owner: object, text: string, build: () => Statement): Statement {
  const owners = kept.get(db) ?? new WeakMap<object, Map<string, unknown>>()
  kept.set(db, owners)
  const statements = owners.get(owner) ?? new Map<string, unknown>()
  owners.set(owner, statements)
  const known = statements.get(text)
  if (known !== undefined) return known as Statement
  const built = build()
  if (statements.size >= maxKept) statements.clear()
  statements.set(text, built)
  return built
}

/**
 * A select whose SQL is built once. Its rows are made of the values as `pg` reads them, in the order in which they are selected: Drizzle
 * would look for the decoder of each value of each row, though none of ours needs one.
 */
export function preparedSelect<Row>(db: Db, select: SQLWrapper, name: string, toRow: (values: readonly unknown[]) => Row) {
  type Result = { execute: Row[]; all: never; values: never }
  return db._.session.prepareQuery<Result>(dialect.sqlToQuery(select.getSQL()), undefined, name, true, (rows) => rows.map(toRow))
}

const dialect = new PgDialect()

/** Makes a row of the values of these columns. */
export function rowOf<Selected extends Record<string, PgColumn | SQL | SQL.Aliased>>(columns: Selected) {
  const names = Object.keys(columns)
  return (values: readonly unknown[]) => {
    const row: Record<string, unknown> = {}
    for (const [index, name] of names.entries()) row[name] = values[index]
    return row as SelectResultFields<Selected>
  }
}

/** Each connection keeps the plans of named statements as long as it lives. */
const maxStatements = 50
const names = new Set<string>()

/** The name under which PostgreSQL keeps a statement's plan; '' (not kept) once there are many. */
export function statementName(text: string): string {
  const name = `s_${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
  if (!names.has(name) && names.size >= maxStatements) return ''
  names.add(name)
  return name
}
