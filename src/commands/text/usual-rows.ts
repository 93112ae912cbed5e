import { UsualText } from '../../contract/preferences.ts'
import { fold } from './ranking.ts'

/** The rows that were chosen last, by the text that was typed. */
type Chosen = Readonly<Record<string, readonly string[]>>

/** Of so many choices, so many make a row the usual one: three others forget it. */
const maxKept = 5
const minTimes = 3
/** A shorter text says too little of what it begins. */
const minLetters = 2

/**
 * What choosing a row for a text changes of what was chosen for it; null if nothing. Pure. A text with more than letters may name
 * somebody, and nothing is kept of it.
 * @param row null for one that is not learned, which only counts against others
 */
export function withChosen(chosen: Chosen, typed: string, row: string | null): Record<string, string[]> | null {
  const text = UsualText.safeParse(fold(typed)).data
  const before = (text === undefined ? undefined : chosen[text]) ?? []
  if (text === undefined || (row === null && before.length === 0) || (before.length === maxKept && before.every((each) => each === row)))
    return null
  return { [text]: [...before, row ?? ''].slice(-maxKept) }
}

/** The row that is usually chosen for a text, or for the only such text that it begins; null if there is none. Pure. */
export function usualRow(chosen: Chosen, typed: string): string | null {
  const text = fold(typed)
  const own = usualOf(chosen[text] ?? [])
  if (own !== null || text.length < minLetters) return own
  const [only = null, another] = new Set(Object.entries(chosen).flatMap(([of, rows]) => (of.startsWith(text) ? (usualOf(rows) ?? []) : [])))
  return another === undefined ? only : null
}

const usualOf = (rows: readonly string[]): string | null =>
  rows.find((row) => row !== '' && rows.filter((other) => other === row).length >= minTimes) ?? null
