/** Shorter words are too much like one another to be taken for one another. */
const shortest = 4
/** From this length on a word may be mistyped twice. */
const long = 8
const longest = 24

/** A word as it was mistyped: how often, and how much of the meant word was typed so far. */
export interface Mistyped {
  typos: number
  length: number
}

const rows = [new Uint8Array(longest + 2), new Uint8Array(longest + 2), new Uint8Array(longest + 2)] as const

/**
 * How a part mistypes the beginning of a word: letters swapped with their neighbour, wrong, missing, or too many, one of them in words of
 * four letters and more, two in words of eight and more. Null where it is more than that. Bounded: longer words are not compared.
 */
export function mistyped(part: string, word: string): Mistyped | null {
  const most = typosAllowed(part.length, word.length)
  if (most === 0 || part.length > longest || word.length + most < part.length) return null
  if (lettersMissing(part, word, most)) return null
  return nearestPrefix(part, word.slice(0, part.length + most), most)
}

function typosAllowed(typed: number, meant: number): number {
  if (Math.min(typed, meant) < shortest) return 0
  return meant >= long && typed >= long - 1 ? 2 : 1
}

/** Whether more letters do not occur in the word at all than mistakes are allowed: most words are ruled out by that. */
function lettersMissing(part: string, word: string, most: number): boolean {
  let missing = 0
  for (const letter of part) if (!word.includes(letter) && ++missing > most) return true
  return false
}

/** The distance with swaps of neighbours (optimal string alignment) to the prefix of the word that is nearest. */
function nearestPrefix(part: string, word: string, most: number): Mistyped | null {
  let [before, last, row] = rows as readonly Uint8Array[] as [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column <= word.length; column++) last[column] = column
  for (let line = 1; line <= part.length; line++) {
    const letter = part.charCodeAt(line - 1)
    let least = (row[0] = line)
    for (let column = 1; column <= word.length; column++) {
      const other = word.charCodeAt(column - 1)
      let cost = Math.min(at(last, column) + 1, at(row, column - 1) + 1, at(last, column - 1) + (letter === other ? 0 : 1))
      if (line > 1 && column > 1 && letter === word.charCodeAt(column - 2) && part.charCodeAt(line - 2) === other)
        cost = Math.min(cost, at(before, column - 2) + 1)
      row[column] = cost
      least = Math.min(least, cost)
    }
    if (least > most) return null
    ;[before, last, row] = [last, row, before]
  }
  let length = word.length
  for (let column = word.length - 1; column > 0; column--) if (at(last, column) < at(last, length)) length = column
  const typos = at(last, length)
  return typos <= most ? { typos, length } : null
}

const at = (row: Uint8Array, column: number) => row[column] ?? longest
