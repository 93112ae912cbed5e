import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { appState } from '../../db/schema/staff.ts'
import type { HttpContext } from '../context.ts'
import { ApiError } from '../errors.ts'

/** Seconds without progress after which a download counts as abandoned, and between two updates of its progress. */
const stalledAfter = 60
const notedEvery = 10

export interface DownloadTurn {
  /**
   * Called with each chunk sent.
   * @throws Error if another download took over the turn
   */
  goOn: () => Promise<void>
  /** Never throws: if the database fails, the turn expires instead. */
  end: () => Promise<void>
}

/**
 * Allows each person one download of a kind at a time, across all servers. A row in the database holds the turn. A
 * download without progress for a minute loses it to the next one: its browser or its server may be gone.
 * @param kind with article: 'an export'
 */
export function downloadTurns({ database: { orm }, now }: Pick<HttpContext, 'database' | 'now'>, kind: string) {
  return {
    /** @throws ApiError conflict */
    begin: async (staffId: number): Promise<DownloadTurn> => {
      const key = `download.${staffId}.${kind}`
      const turn = randomUUID()
      const isMine = and(eq(appState.key, key), sql`${appState.value} ->> 'turn' = ${turn}`)
      let movedAt = now()
      const value = { turn, movedAt }
      const taken = await orm
        .insert(appState)
        .values({ key, value })
        .onConflictDoUpdate({
          target: appState.key,
          set: { value },
          setWhere: sql`(${appState.value} ->> 'movedAt')::bigint <= ${now() - stalledAfter}`,
        })
        .returning({ key: appState.key })
      if (taken.length === 0) throw new ApiError('conflict', `You have ${kind} under way already. Wait for its end, or cancel it.`)
      return {
        goOn: async () => {
          if (now() < movedAt + notedEvery) return
          movedAt = now()
          const noted = await orm.update(appState).set({ value: { turn, movedAt } }).where(isMine).returning({ key: appState.key })
          if (noted.length === 0) throw new Error('the download has ended, or gave way to another')
        },
        end: async () => {
          await orm
            .delete(appState)
            .where(isMine)
            .catch(() => undefined)
        },
      }
    },
  }
}

/** A download that holds its turn until it is sent, fails or is aborted. */
export async function* inTurn<Part>({ goOn, end }: DownloadTurn, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    for await (const part of parts) {
      await goOn()
      yield part
    }
  } finally {
    await end()
  }
}
