import { fillDemo } from '../../demo/data/fill.ts'
import { releaseDay } from '../../demo/data/madrid-days.ts'
import type { Database } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'

/** Two months after the product's first day. */
const early = Date.parse(releaseDay) / 1000 + 60 * 86_400

/**
 * Rows in every table that the demo data fills. Its present is early on purpose: years of daily figures would be three quarters of all
 * rows, and copying more of them shows nothing new.
 */
export async function fillSmall(database: Database, customers: number, secretKey: Buffer): Promise<void> {
  await fillDemo(database, { customers, now: early, config: { secretKey }, log: silentLog })
  await database.pool.query('DELETE FROM qr_daily_scans WHERE qr_id % 8 <> 0')
  await insertOddRows(database)
}

/** All rows of each table as one hash, and the positions of the sequences. Computed in a different way than a copy, as a check on it. */
export async function contentsOf({ patient: { pool } }: Database): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'schema_migrations' ORDER BY 1`,
  )
  for (const { name } of tables) {
    // The vacuum state belongs to each embedded database.
    const condition = name === 'app_state' ? `WHERE key <> 'vacuum'` : ''
    const text = `to_jsonb(t)::text COLLATE "C"`
    const { rows } = await pool.query(`SELECT count(*), md5(string_agg(${text}, ',' ORDER BY ${text})) FROM ${name} t ${condition}`)
    found[name] = rows[0]
  }
  const { rows: sequences } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  )
  for (const { name } of sequences) found[name] = (await pool.query(`SELECT last_value, is_called FROM ${name}`)).rows[0]
  return found
}

/** Indexes, constraints and triggers, and whether each is enabled. */
export async function structureOf({ patient: { pool } }: Database): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT 'index' AS kind, pg_get_indexdef(indexrelid) AS definition, indisvalid::text AS state
       FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE relnamespace = 'public'::regnamespace
     UNION ALL
     SELECT 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid), convalidated::text
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
     UNION ALL
     SELECT 'trigger', pg_get_triggerdef(t.oid), tgenabled::text
       FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace
     ORDER BY 1, 2`,
  )
  return rows
}

/** Inserts values that are hard to copy: anything that has a meaning in COPY, arrays or JSON. */
export async function insertOddRows({ pool }: Database): Promise<void> {
  const odd = ['\\N', 'tab\tnew\nline\rback\\slash', '"quoted", {braces} \'and\' \\.', '', 'ñ 日本語 🙂 \u{10FFFF}', 'NULL']
  for (const [index, text] of odd.entries())
    await pool.query(`INSERT INTO app_state VALUES ($1, to_jsonb($2::text[]))`, [`odd ${index} ${text}`, odd])
  const insert = `INSERT INTO customers (first_name, last_name, company_name, email, created_at, updated_at, search_keys, search_text, name_key)
     VALUES ($1, $2, null, $3, 1, 9007199254740991, $4, '', $5) RETURNING id`
  const ids: (number | undefined)[] = []
  for (const email of ['odd@example.com', 'later@example.com']) {
    const { rows } = await pool.query<{ id: number }>(insert, [odd[1], odd[2], email, [...odd, null], odd[4]])
    ids.push(rows[0]?.id)
  }
  // An earlier customer is referred by a later one, whose row is copied after it.
  await pool.query('UPDATE customers SET referred_by = $2 WHERE id = $1', ids)
  await pool.query(`INSERT INTO figure_marks (day) VALUES ('2026-03-29')`)
  // Uses up ids whose rows no longer exist.
  await pool.query(`SELECT nextval('coupons_id_seq') FROM generate_series(1, 40)`)
}
