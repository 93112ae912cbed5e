import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, unixSeconds, version } from './columns.ts'
import { staff } from './staff.ts'

/** Words that the team adds to those that the palette understands. */
export const words = pgTable(
  'words',
  {
    id: id(),
    /** Folded. */
    word: text('word').notNull(),
    meaning: text('meaning').notNull(),
    /** Who wrote it last. */
    authorId: integer('author_id').references(() => staff.id, { onDelete: 'set null' }),
    createdAt: unixSeconds('created_at').notNull(),
    updatedAt: unixSeconds('updated_at').notNull(),
    version: version(),
  },
  (t) => [uniqueIndex('words_word').on(t.word)],
)

/** Texts for which the palette found nothing, deleted after 30 days. */
export const missingWords = pgTable(
  'missing_words',
  {
    id: id(),
    text: text('text').notNull(),
    /** The hour's beginning: each person counts once in it. */
    at: unixSeconds('at').notNull(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
  },
  (t) => [uniqueIndex('missing_words_once').on(t.text, t.at, t.staffId), index('missing_words_at').on(t.at)],
)
