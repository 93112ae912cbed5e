import { formatDateTime } from '../../contract/dates.ts'
import type { ListColumn } from './list-definition.ts'

/** A column of moments (unix seconds), newest first when it is first sorted by. */
export const dateColumn = <Id extends string>(
  id: Id,
  place: Pick<ListColumn<unknown>, 'header' | 'width' | 'phone'>,
): ListColumn<Record<Id, number>> => ({ id, firstDirection: 'desc', cell: (row) => formatDateTime(row[id]), ...place })
