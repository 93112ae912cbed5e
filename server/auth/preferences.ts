import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { longestPreferences, Preferences, type PreferencesChange, withChange } from '../../src/contract/preferences.ts'
import type { Db } from '../db/connect.ts'
import { keptStatement } from '../db/kept-statements.ts'
import { staff } from '../db/schema/staff.ts'
import { ApiError } from '../http/errors.ts'

const { columns, views, keys, letterKeys } = Preferences.shape

/** What is kept, field by field: one that another version wrote and this one can't read takes none of the others along. */
const Kept = z
  .object({
    columns: columns.catch(undefined),
    views: views.catch(undefined),
    keys: keys.catch(undefined),
    letterKeys: letterKeys.catch(undefined),
  })
  .catch({})

/** What a person has set up for themselves. A field that another version kept and this one can't read counts as absent. */
export async function readPreferences(db: Db, staffId: number): Promise<Preferences> {
  const [row] = await keptStatement(db, staff, 'preferences', () => preferencesStatement(db)).execute({ staffId })
  return read(row?.preferences)
}

/** Kept, as every visit begins with it. */
function preferencesStatement(db: Db) {
  return db
    .select({ preferences: staff.preferences })
    .from(staff)
    .where(eq(staff.id, sql.placeholder('staffId')))
    .prepare('read_preferences')
}

/**
 * Changes them and answers all. The account is locked meanwhile, so that two tabs lose nothing of each other's.
 * @throws ApiError payload_too_large
 */
export async function writePreferences(tx: Db, staffId: number, change: PreferencesChange): Promise<Preferences> {
  const [row] = await tx.select({ preferences: staff.preferences }).from(staff).where(eq(staff.id, staffId)).for('update')
  const preferences = withChange(read(row?.preferences), change)
  if (!Preferences.safeParse(preferences).success || JSON.stringify(preferences).length > longestPreferences)
    throw new ApiError('payload_too_large', 'There are too many views and settings. Delete some views first.')
  await tx.update(staff).set({ preferences }).where(eq(staff.id, staffId))
  return preferences
}

const read = (stored: unknown): Preferences => Kept.parse(stored)
