import { and, count, desc, gt, notInArray, sql } from 'drizzle-orm'
import { minMissing } from '../../../src/contract/words.ts'
import type { Db } from '../../db/connect.ts'
import { missingWords, words } from '../../db/schema/words.ts'

const hour = 3600
const week = 7 * 24 * hour

/** What was typed may be about a person, so it isn't kept for longer. */
export const missingKeptDays = 30

const maxListed = 20

/**
 * Counts a text for which the palette found nothing, once an hour and person.
 * @param now unix seconds
 */
export async function countMissing(db: Db, staffId: number, text: string, now: number): Promise<void> {
  await db
    .insert(missingWords)
    .values({ text, at: now - (now % hour), staffId })
    .onConflictDoNothing()
}

/** What found nothing again and again within the last seven days, most often first, unless it was explained since. */
export function listMissing(db: Db, now: number): Promise<{ text: string; times: number }[]> {
  const times = count()
  return db
    .select({ text: missingWords.text, times })
    .from(missingWords)
    .where(and(gt(missingWords.at, now - week), notInArray(missingWords.text, db.select({ word: words.word }).from(words))))
    .groupBy(missingWords.text)
    .having(sql`${times} >= ${minMissing}`)
    .orderBy(desc(times), missingWords.text)
    .limit(maxListed)
}
