import { createHash } from 'node:crypto'
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
