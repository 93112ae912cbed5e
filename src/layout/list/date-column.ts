import { formatDateTime } from '../../contract/dates.ts'
import { agoText } from '../kit/ago-text.ts'
import type { ListColumn } from './list-definition.ts'

/** How long ago a moment was, in unix seconds. */
export const agoNow = (at: number) => agoText(at, Math.floor(Date.now() / 1000))

/** A column of moments (unix seconds), newest first when it is first sorted by; a dash for those that are not known. */
export const dateColumn = <Id extends string>(
  id: Id,
  place: Pick<ListColumn<unknown>, 'header' | 'phone'>,
  format = formatDateTime,
): ListColumn<Record<Id, number | null>> => ({
  id,
  width: '156px',
  firstDirection: 'desc',
  cell: ({ [id]: at }) => (at === null ? '—' : format(at)),
  brief: ({ [id]: at }) => (at === null ? null : agoNow(at)),
  exact: ({ [id]: at }) => String(at),
  ...place,
})

/** The same as how long ago, with the exact time on hover. It leaves room for what is judged; the documents leave its format open. */
export const agoColumn = <Id extends string>(
  id: Id,
  place: Pick<ListColumn<unknown>, 'header' | 'phone'>,
): ListColumn<Record<Id, number>> => ({
  id,
  width: '96px',
  firstDirection: 'desc',
  cell: (row) => agoNow(row[id]),
  text: (row) => formatDateTime(row[id]),
  exact: (row) => String(row[id]),
  ...place,
})
