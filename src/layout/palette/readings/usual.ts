import { isFinalItem } from '../../../commands/engine/menu-order.ts'
import { fold } from '../../../commands/text/ranking.ts'
import { usualNow } from '../../commands/usual-rows.ts'
import type { Row } from '../rows.ts'
import { type Reading, unusedBy } from './reading.ts'

/** By what a row is learned: commands, screens, and lists without a name or a number. Null for all else, and what is final. */
export function learnedName(row: Row): string | null {
  if (unusedBy(row) > 0) return null
  if (row.kind === 'all') return /^filtered:(?!.*(?:searchTerm|Name))[a-z/?=&_-]*$/i.test(row.value) ? row.value : null
  if (row.kind !== 'command' || row.found || row.args || row.typing) return null
  const { command, availability } = row.resolved
  // What it asks for may make it final, and so may the record that it leads to.
  const mayBeFinal = (command.delegate ?? (command.args && command.danger)) !== undefined || isFinalItem(row.resolved)
  return availability.state === 'ready' && !mayBeFinal ? row.value : null
}

/** Whether a row is what was typed itself: nothing comes before it. */
function isExact(row: Row, typed: string): boolean {
  if (unusedBy(row) > 0) return false
  if (row.kind === 'verb') return row.reading.match.match === 'exact'
  if (row.kind !== 'command' || row.found || row.args) return true
  return [row.resolved.title, ...(row.resolved.command.aka ?? [])].some((name) => fold(name) === fold(typed))
}

/** With what somebody usually chooses for a text first, unless something is exactly that. */
export function withUsual(readings: readonly Reading[], typed: string): readonly Reading[] {
  const name = usualNow(typed)
  const own = name === null ? undefined : readings.flatMap(({ rows }) => rows).find((row) => learnedName(row) === name)
  const isBeaten = ({ claim, rows }: Reading) => claim === 'exact' && rows.some((row) => row !== own && isExact(row, typed))
  if (!own || readings.some(isBeaten)) return readings
  const isWaiting = readings.some(({ couldStill, hasFailed }) => couldStill === 'exact' && !hasFailed)
  return [
    { id: 'usual', heading: 'You usually choose this', claim: 'exact', rows: [own], couldStill: isWaiting ? 'exact' : null },
    ...readings,
  ]
}
