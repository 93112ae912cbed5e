import { bigint, integer } from 'drizzle-orm/pg-core'

/** An instant as unix seconds, the unit of every time on the wire. */
export const unixSeconds = (name: string) => bigint(name, { mode: 'number' })

/** A primary key that the database numbers itself; explicit ids are accepted, for imports and demo data. */
export const id = () => integer('id').primaryKey().generatedByDefaultAsIdentity()

/** An amount in the currency's minor unit (ruling 29). */
export const minorAmount = (name: string) => bigint(name, { mode: 'number' })

/** Counts the changes of a row: an update names the version it was made from, a stale one is refused with 409. */
export const version = () => integer('version').notNull().default(1)
