import { eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db, Orm } from '../db/connect.ts'
import { appState } from '../db/schema/staff.ts'
import { areMarked, type Days, expandMarks, isEverythingMarked, takeDays } from './marks.ts'
import { moveCustomers } from './moves.ts'
import { computeDay, lockFigures, rebuildDailyFigures } from './rebuild.ts'

/** All days there are. */
export const always: Days = { first: '0001-01-01', last: '9999-12-31' }

/**
 * Brings the figures of some days up to date with all that was written before this call: computes those days anew that were marked
 * since the last time. Figures and the marks that are taken are of one moment, so that what is written meanwhile stays marked.
 * Nothing marked costs one look.
 * @param most at most that many days, the latest first
 * @param wait false: fails at once while others compute (`isFiguresLocked`)
 * @returns how many days were computed; null where it was all of them
 */
export async function refreshFigures(
  orm: Orm,
  days: Days,
  { most = Number.MAX_SAFE_INTEGER, wait = true }: { most?: number; wait?: boolean } = {},
): Promise<number | null> {
  if (!(await areMarked(orm, days))) return 0
  return orm.transaction(
    async (tx) => {
      // Before anything is read: what this transaction sees is as of now, and nobody else takes marks.
      await lockFigures(tx, { wait })
      if (await isEverythingMarked(tx)) {
        await rebuildDailyFigures(tx)
        return null
      }
      await moveCustomers(tx)
      await expandMarks(tx)
      const due = await takeDays(tx, days, most)
      for (const day of due) await computeDay(tx, day)
      return due.length
    },
    { isolationLevel: 'repeatable read' },
  )
}

/** Of what moment all figures surely are, in unix seconds: what was written later may be missing. 0 where nobody has noted it. */
export async function figuresAsOf(db: Db): Promise<number> {
  const [row] = await db.select({ at: appState.value }).from(appState).where(eq(appState.key, stateKey))
  return typeof row?.at === 'number' ? row.at : 0
}

/** Where the moment is noted. */
const stateKey = 'figures'

/** While nothing happens the moment is noted this rarely, so that an idle database stays still. */
const idleNoteSeconds = 600

async function noteAsOf(db: Db, at: number, didWork: boolean): Promise<void> {
  const youngest = at - (didWork ? 0 : idleNoteSeconds)
  await db
    .insert(appState)
    .values({ key: stateKey, value: at })
    .onConflictDoUpdate({ target: appState.key, set: { value: at }, setWhere: sql`(${appState.value})::bigint <= ${youngest}` })
}

const everyMs = 60_000

/** Days that one transaction computes, so that a dashboard never waits for long. */
const daysAtOnce = 20

/**
 * Brings all figures up to date now and every minute, so that dashboards find little to do, without keeping the process alive.
 * @returns what ends it: no more rounds, and the one under way is waited for
 */
export function startRefreshing({ patient }: Pick<Database, 'patient'>, log: FastifyBaseLogger): () => Promise<void> {
  let isStopping = false
  let round: Promise<void> | null = null
  const work = async () => {
    for (let didWork = false; !isStopping; didWork = true) {
      const at = Math.floor(Date.now() / 1000)
      const done = await refreshFigures(patient.orm, always, { most: daysAtOnce })
      if (done === null) log.info('the daily figures of all days were computed')
      else if (done < daysAtOnce) return noteAsOf(patient.orm, at, didWork || done > 0)
    }
  }
  const refresh = () => {
    round ??= work()
      .catch((error: unknown) => log.error({ err: error }, 'figures could not be brought up to date'))
      .finally(() => {
        round = null
      })
  }
  refresh()
  const timer = setInterval(refresh, everyMs).unref()
  return async () => {
    isStopping = true
    clearInterval(timer)
    await round
  }
}
