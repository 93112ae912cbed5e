import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './connect.ts'

/** SQL apart from its values: statements that differ in nothing but values are one. A dollar sign in the text is always a value's. */
interface Parts {
  text: string
  /** By the names of their placeholders. */
  values: Record<string, unknown>
}

const dialect = new PgDialect()

/** @param name what the placeholders begin with */
export function takenApart(expression: SQL, name: string): Parts {
  const { sql: text, params } = dialect.sqlToQuery(expression)
  return { text, values: Object.fromEntries(params.map((value, index) => [`${name}${index + 1}`, value])) }
}

/** The SQL with placeholders for its values, for a statement that is run again with others. */
export function withPlaceholders({ text, values }: Parts): SQL {
  const names = Object.keys(values)
  const between = text.split(/\$\d+/).map((part) => sql.raw(part))
  return sql.join(between.flatMap((part, index) => (index === 0 ? [part] : [sql.placeholder(names[index - 1] ?? ''), part])))
}

const kept = new WeakMap<Db, WeakMap<object, Map<string, unknown>>>()

/** Statements kept for one owner; beyond it all are built anew. */
const mostKept = 200

/**
 * A statement that was built before, as building one costs more than running it.
 * @param owner what else the statement is made of, beside `text`
 */
export function keptStatement<Statement>(db: Db, owner: object, text: string, build: () => Statement): Statement {
  const owners = kept.get(db) ?? new WeakMap<object, Map<string, unknown>>()
  kept.set(db, owners)
  const statements = owners.get(owner) ?? new Map<string, unknown>()
  owners.set(owner, statements)
  const known = statements.get(text)
  if (known !== undefined) return known as Statement
  const built = build()
  if (statements.size >= mostKept) statements.clear()
  statements.set(text, built)
  return built
}

/** Every connection keeps the plans of named statements for as long as it lasts. */
const mostNamed = 50
const names = new Set<string>()

/** The name by which PostgreSQL keeps the plan of a statement; the empty name, under which it keeps none, where it keeps many already. */
export function statementName(text: string): string {
  const name = `s_${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
  if (!names.has(name) && names.size >= mostNamed) return ''
  names.add(name)
  return name
}
