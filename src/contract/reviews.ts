import { ExtraRangeEnd, Id } from './endpoint.ts'
import { extra } from './extra.ts'
import { SearchTerm } from './list.ts'

/** Filters of the lists that people review row by row, besides the status. */
export const reviewParams = {
  /** Part of the address or of the email, ignoring case. */
  searchTerm: SearchTerm.optional(),
  /** Ours: the whole address or the whole email, ignoring case. */
  whole: extra(SearchTerm.optional()),
  /** Ours: one row. */
  id: extra(Id.optional()),
  /** Ours: when it was created. */
  from: ExtraRangeEnd,
  to: ExtraRangeEnd,
}
