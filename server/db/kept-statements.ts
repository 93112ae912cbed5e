import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from './connect.ts'

/**
 * SQL apart from its values, so statements that differ only in values share text. `$` in the text always marks a value.
 */
interface Parts {
  text: string
  /** Values by placeholder name. */
  values: Record<string, unknown>
}

const dialect = new PgDialect()

/** @param name prefix of the placeholders */
export function takenApart(expression: SQL, name: string): Parts {
  const { sql: text, params } = dialect.sqlToQuery(expression)
  return { text, values: Object.fromEntries(params.map((value, index) => [`${name}${index + 1}`, value])) }
}

/** The SQL with placeholders, for a statement that is reused with other values. */
export function withPlaceholders({ text, values }: Parts): SQL {
  const names = Object.keys(values)
  const between = text.split(/\$\d+/).map((part) => sql.raw(part))
  return sql.join(between.flatMap((part, index) => (index === 0 ? [part] : [sql.placeholder(names[index - 1] ?? ''), part])))
}

const kept = new WeakMap<Db, WeakMap<object, Map<string, unknown>>>()

/** Most statements kept per owner; beyond it all are dropped and rebuilt. */
const mostKept = 200

/**
 * Returns a cached statement, as building one costs more than running it.
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
  if (statements.size >= mostKept) statements.clear()
  statements.set(text, built)
  return built
}

/** Each connection keeps the plans of named statements as long as it lives. */
const mostNamed = 50
const names = new Set<string>()

/** The name under which PostgreSQL keeps a statement's plan; '' (not kept) once there are many. */
export function statementName(text: string): string {
  const name = `s_${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
  if (!names.has(name) && names.size >= mostNamed) return ''
  names.add(name)
  return name
}
