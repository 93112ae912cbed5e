import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { maxPreferencesLength, Preferences, type PreferencesChange, withChange } from '../../../src/contract/preferences.ts'
import type { Db } from '../../db/connect.ts'
import { keptStatement } from '../../db/kept-statements.ts'
import { staff } from '../../db/schema/staff.ts'
import { ApiError } from '../../http/errors.ts'

const { columns, views, keys, letterKeys, hints, usual } = Preferences.shape

/** Each field is parsed separately, so one written by another version doesn't invalidate the rest. */
const Kept = z
  .object({
    columns: columns.catch(undefined),
    views: views.catch(undefined),
    keys: keys.catch(undefined),
    letterKeys: letterKeys.catch(undefined),
    hints: hints.catch(undefined),
    usual: usual.catch(undefined),
  })
  .catch({})

/** A person's preferences. Fields this version can't read count as absent. */
export async function readPreferences(db: Db, staffId: number): Promise<Preferences> {
  const [row] = await keptStatement(db, staff, 'preferences', () => preferencesStatement(db)).execute({ staffId })
  return read(row?.preferences)
}

/** Prepared because every visit starts with it. */
function preferencesStatement(db: Db) {
  return db
    .select({ preferences: staff.preferences })
    .from(staff)
    .where(eq(staff.id, sql.placeholder('staffId')))
    .prepare('read_preferences')
}

/**
 * Changes preferences and returns all of them. Locks the account, so two tabs don't overwrite each other.
 * @throws ApiError payload_too_large
 */
export async function writePreferences(tx: Db, staffId: number, change: PreferencesChange): Promise<Preferences> {
  const [row] = await tx.select({ preferences: staff.preferences }).from(staff).where(eq(staff.id, staffId)).for('update')
  const preferences = withChange(read(row?.preferences), change)
  if (!Preferences.safeParse(preferences).success || JSON.stringify(preferences).length > maxPreferencesLength)
    throw new ApiError('payload_too_large', 'There are too many views and settings. Delete some views first.')
  await tx.update(staff).set({ preferences }).where(eq(staff.id, staffId))
  return preferences
}

const read = (stored: unknown): Preferences => Kept.parse(stored)
