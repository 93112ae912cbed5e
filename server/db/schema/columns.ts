import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, integer } from 'drizzle-orm/pg-core'

/** A time in unix seconds, as on the wire. */
export const unixSeconds = (name: string) => bigint(name, { mode: 'number' })

/** Number of the period of six days that a time is in, for finding the highest and lowest ids of a period: see `boundOf`. */
export const slice = (time: AnyPgColumn | SQL) => sql`(${time} >> 19)`

/** The start of a slice. */
export const sliceStart = (number: SQL) => sql`((${number}) << 19)`

/** An auto-numbered primary key that also accepts explicit ids, for imports and demo data. */
export const id = () => integer('id').primaryKey().generatedByDefaultAsIdentity()

/** An amount in the currency's minor unit (ruling 29). */
export const minorAmount = (name: string) => bigint(name, { mode: 'number' })

/** Change counter: an update based on an older version is refused with 409. */
export const version = () => integer('version').notNull().default(1)
