import { type SQL, sql } from 'drizzle-orm'

/** Fields of a change whose text is about no person, by the end of their names and by their whole names. */
const keptEnding = '([sS]tatus|[cC]urrency)$'
const keptNames = ['state', 'list', 'resource']

/** A change's fields without personal text: numbers, flags, statuses, and the kind of list. */
export const withoutText = (column: SQL): SQL => sql`(select jsonb_object_agg(k.key, k.value)
  from jsonb_each(case when jsonb_typeof(${column}) = 'object' then ${column} else '{}' end) k
  where jsonb_typeof(k.value) in ('number', 'boolean', 'null') or k.key ~ ${keptEnding} or k.key = any(${sql.param(keptNames)}::text[]))`

/** The same of a change that has been read. */
export function keptFields(fields: unknown): Record<string, unknown> | null {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return null
  const kept = Object.entries(fields).filter(([key, value]) => isKept(key, value))
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

const ending = new RegExp(keptEnding)

const isKept = (key: string, value: unknown) =>
  value === null || typeof value === 'number' || typeof value === 'boolean' || ending.test(key) || keptNames.includes(key)
