import { type Range, textRanges, titleRanges } from '../../commands/text/match-ranges.ts'
import type { RecordRow } from '../records/finders/found-rows.ts'
import type { CommandRow, Row } from './rows.ts'

/** Each row's marks, cached for comparing and rendering. */
const known = new WeakMap<Row, readonly Range[][]>()

/** The matching parts of a row's texts: a command's title, or a record's label and detail. */
export function marksOf(row: RecordRow | CommandRow): readonly Range[][] {
  const { query } = row
  if (query === undefined) return []
  const marks = known.get(row) ?? (row.kind === 'command' ? [titleRanges(query, row.resolved.title)] : recordMarks(query, row))
  known.set(row, marks)
  return marks
}

const recordMarks = (query: string, { record }: RecordRow) => [textRanges(query, record.label), textRanges(query, record.detail)]

/** Whether two rows render the same, marks included. */
export function looksSame(before: Row, after: Row): boolean {
  if (before === after) return true
  if (before.value !== after.value || unusedBy(before) !== unusedBy(after)) return false
  if (before.kind === 'command' && after.kind === 'command')
    return (
      before.resolved === after.resolved &&
      before.found === after.found &&
      before.args?.words === after.args?.words &&
      before.args?.refusal === after.args?.refusal &&
      hasSameMarks(before, after)
    )
  if (before.kind === 'all' && after.kind === 'all')
    return before.title === after.title && before.href === after.href && before.why === after.why
  return before.kind === 'record' && after.kind === 'record' && isSameRecord(before, after) && hasSameMarks(before, after)
}

const isSameRecord = (a: RecordRow, b: RecordRow) => JSON.stringify([a.record, a.why]) === JSON.stringify([b.record, b.why])

/** A command found by text also shows its record. */
const hasSameMarks = (before: RecordRow | CommandRow, after: RecordRow | CommandRow) =>
  (before.query === undefined) === (after.query === undefined) && JSON.stringify(marksOf(before)) === JSON.stringify(marksOf(after))

const unusedBy = (row: Row) => ('unused' in row && row.unused ? row.unused.join(' ') : '')
