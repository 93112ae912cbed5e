/** Shorter words are too similar to allow typos. */
export const minTypoLength = 4
/** Words this long may have two typos. */
const long = 8
export const maxTypoLength = 24

/** The typos in a word, and how much of the intended word was typed. */
export interface Mistyped {
  typos: number
  length: number
}

const rows = [new Uint8Array(maxTypoLength + 2), new Uint8Array(maxTypoLength + 2), new Uint8Array(maxTypoLength + 2)] as const

/**
 * How `part` mistypes the start of a word: swapped, wrong, missing or extra letters; one in words of four or more
 * letters, two from eight. Null if there are more. Bounded: longer words aren't compared.
 */
export function mistyped(part: string, word: string): Mistyped | null {
  const max = typosAllowed(part.length, word.length)
  if (max === 0 || part.length > maxTypoLength || word.length + max < part.length) return null
  if (lettersMissing(part, word, max)) return null
  return nearestPrefix(part, word.slice(0, part.length + max), max)
}

function typosAllowed(typed: number, known: number): number {
  // 'Anna' may be 'Ana'.
  if (typed < minTypoLength || known < minTypoLength - 1) return 0
  return known >= long && typed >= long - 1 ? 2 : 1
}

/** Rules out most words quickly: more foreign letters than allowed typos. */
function lettersMissing(part: string, word: string, max: number): boolean {
  let missing = 0
  for (const letter of part) if (!word.includes(letter) && ++missing > max) return true
  return false
}

/** Distance to the nearest prefix, counting swaps of neighbours (optimal string alignment). */
function nearestPrefix(part: string, word: string, max: number): Mistyped | null {
  let [before, last, row] = rows as readonly Uint8Array[] as [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column <= word.length; column++) last[column] = column
  for (let line = 1; line <= part.length; line++) {
    const letter = part.charCodeAt(line - 1)
    let min = (row[0] = line)
    for (let column = 1; column <= word.length; column++) {
      const other = word.charCodeAt(column - 1)
      let cost = Math.min(at(last, column) + 1, at(row, column - 1) + 1, at(last, column - 1) + (letter === other ? 0 : 1))
      if (line > 1 && column > 1 && letter === word.charCodeAt(column - 2) && part.charCodeAt(line - 2) === other)
        cost = Math.min(cost, at(before, column - 2) + 1)
      row[column] = cost
      min = Math.min(min, cost)
    }
    if (min > max) return null
    ;[before, last, row] = [last, row, before]
  }
  let length = word.length
  for (let column = word.length - 1; column > 0; column--) if (at(last, column) < at(last, length)) length = column
  const typos = at(last, length)
  return typos <= max ? { typos, length } : null
}

const at = (row: Uint8Array, column: number) => row[column] ?? maxTypoLength
