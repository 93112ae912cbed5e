import { eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db, Orm } from '../../db/connect.ts'
import { changes } from '../../db/schema/live.ts'
import { appState } from '../../db/schema/staff.ts'
import { repeat } from '../../process/repeat.ts'
import { areMarked, expandMarks, isEverythingMarked, takeDays } from './marks.ts'
import { moveCustomers } from './moves.ts'
import { computeDay, lockFigures, rebuildDailyFigures } from './rebuild.ts'

/**
 * Updates the figures with everything written before the call, by recomputing marked days. Marks are taken in the
 * same snapshot, so later changes stay marked. Without marks it costs one query.
 * @param most at most that many days, latest first
 * @returns number of days computed; null if it was all of them
 */
export async function refreshFigures(orm: Orm, maxDays = Number.MAX_SAFE_INTEGER): Promise<number | null> {
  if (!(await areMarked(orm))) return 0
  return orm.transaction(
    async (tx) => {
      // Lock before reading anything: the snapshot is then current, and nobody else takes marks.
      await lockFigures(tx)
      if (await isEverythingMarked(tx)) {
        await rebuildDailyFigures(tx)
        return null
      }
      await moveCustomers(tx)
      await expandMarks(tx)
      const due = await takeDays(tx, maxDays)
      // A day has few rows: looked up one by one, instead of reading all customers for them.
      await tx.execute(sql`set local enable_hashjoin = off`)
      for (const day of due) await computeDay(tx, day)
      return due.length
    },
    { isolationLevel: 'repeatable read' },
  )
}

/** When all figures were last known to be complete, in unix seconds; later changes may be missing. 0 if never noted. */
export async function figuresAsOf(db: Db): Promise<number> {
  const [row] = await db.select({ at: appState.value }).from(appState).where(eq(appState.key, stateKey))
  return typeof row?.at === 'number' ? row.at : 0
}

/** Key of that time in `app_state`. */
export const stateKey = 'figures'

/** How often that time is noted when idle, so that an idle database stays still. */
const idleNoteSeconds = 60

/** Stores that time, and notifies consoles if there is something new to see. */
async function noteAsOf(db: Db, at: number, didWork: boolean): Promise<void> {
  const youngest = at - (didWork ? 0 : idleNoteSeconds)
  await db
    .insert(appState)
    .values({ key: stateKey, value: at })
    .onConflictDoUpdate({ target: appState.key, set: { value: at }, setWhere: sql`(${appState.value})::bigint <= ${youngest}` })
  if (didWork) await db.insert(changes).values({ type: 'figures' })
}

/** Days per transaction. The embedded database's only session is blocked during each. */
const daysAtOnce = { postgres: 20, embedded: 1 }

/**
 * Updates all figures now and within a second of each change; dashboards only read them. After a long round it
 * pauses nine times as long, so that it never takes more than a tenth of the database's time.
 * @returns a function that stops it and waits for the current round
 */
export function startRefreshing({ patient, kind }: Pick<Database, 'patient' | 'kind'>, log: FastifyBaseLogger): () => Promise<void> {
  const refresh = async (signal: AbortSignal) => {
    for (let didWork = false; !signal.aborted; didWork = true) {
      const at = Math.floor(Date.now() / 1000)
      const done = await refreshFigures(patient.orm, daysAtOnce[kind])
      if (done === null) log.info('the daily figures of all days were computed')
      else if (done < daysAtOnce[kind]) return noteAsOf(patient.orm, at, didWork || done > 0)
    }
  }
  return repeat(refresh, { job: 'figures', log, fault: 'figures could not be brought up to date', everyMs: 1000, rest: 9 })
}
