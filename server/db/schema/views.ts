import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { ViewedType, ViewKind } from '../../../src/contract/views.ts'
import { id, unixSeconds } from './columns.ts'
import { staff } from './staff.ts'

/** Who looked at what: written in batches after the replies, deleted after `VIEWS_KEEP_DAYS`. */
export const views = pgTable(
  'views',
  {
    id: id(),
    at: unixSeconds('at').notNull(),
    /** Hours since 1970: the same look counts once in each. */
    hour: integer('hour').notNull(),
    /** Null if the account is gone; the e-mail stays. */
    staffId: integer('staff_id').references(() => staff.id, { onDelete: 'set null' }),
    staffEmail: text('staff_email').notNull(),
    /** The session's id, hashed as there. */
    session: text('session').notNull(),
    look: text('look').$type<ViewKind>().notNull(),
    recordType: text('record_type').$type<ViewedType>(),
    recordId: integer('record_id'),
    text: text('text'),
    ip: text('ip'),
  },
  (t) => [
    unique('views_once').on(t.hour, t.session, t.look, t.recordType, t.recordId, t.text).nullsNotDistinct(),
    index('views_at').on(t.at, t.id),
    index('views_record').on(t.recordId, t.recordType, t.at, t.id),
  ],
)
