import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { qrs } from '../../db/schema/qrs.ts'

/** QR columns to change, by wire name; omitted ones stay. */
export interface QrWrite {
  id: number
  status?: number
  stopped?: number
  whitelisted?: boolean
  user?: number
  folder?: number | null
}

/** Updates any number of locked QRs with one statement, bumping version and change time. */
export async function writeQrs(tx: Db, writes: readonly QrWrite[], now: number): Promise<void> {
  if (writes.length === 0) return
  const rows = writes.map((write) => ({ ...write, moves: write.folder !== undefined }))
  await tx.execute(sql`
    update ${qrs} as q set
      status = coalesce(w.status, q.status),
      stopped = coalesce(w.stopped, q.stopped),
      whitelisted = coalesce(w.whitelisted, q.whitelisted),
      user_id = coalesce(w."user", q.user_id),
      -- A folder that is gone by now, or somebody else's, is none.
      folder_id = case when w.moves
        then (select f.id from folders f where f.id = w.folder and f.user_id = coalesce(w."user", q.user_id)) else q.folder_id end,
      updated_at = ${now}::bigint,
      version = q.version + 1
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as w(id int, status smallint, stopped smallint, whitelisted boolean, "user" int, folder int, moves boolean)
    where q.id = w.id`)
}
