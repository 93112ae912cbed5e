import { clean, recognise, type Shape } from './recognise.ts'

/** One of several pasted identifiers and what it may name. */
export interface Identifier {
  text: string
  /** Exact look-ups in order of priority, without free text. */
  shapes: Exclude<Shape, { kind: 'text' }>[]
}

export interface Several {
  /** Without duplicates, in pasted order. */
  identifiers: Identifier[]
  /** How many exceed the limit and aren't looked up. */
  leftOut: number
}

/** Most identifiers looked up at once. */
export const mostIdentifiers = 50
/** Longer pastes are cut; they are accidents. */
const longestPaste = 100_000

/**
 * Identifiers in a text that has several: one per line, separated by commas or semicolons, or by spaces if each part is
 * recognisable. Null if it is anything else. Pure and linear.
 * @param consoleOrigin recognises the console's own links
 */
export function recogniseSeveral(raw: string, consoleOrigin?: string): Several | null {
  // An amount such as 'refund 12,50' isn't two ids.
  if (raw.length < 3 || /^\s*\d+,\d{1,2}\s*$/.test(raw)) return null
  const fields = raw
    .slice(0, longestPaste)
    .split(/[\r\n\t,;|]+/)
    .map((field) => field.trim())
    .filter((field) => /[\p{L}\p{N}]/u.test(field))
  const found = new Map<string, Identifier>()
  const beyond = new Set<string>()
  let parts = 0
  for (const field of fields) {
    if (found.size === mostIdentifiers) {
      if (!found.has(field.toLowerCase())) beyond.add(field.toLowerCase())
      continue
    }
    const [named, more] = asWords(field, consoleOrigin) ?? [asOne(field, consoleOrigin), []]
    if (named === null) return null
    parts += named.length
    for (const identifier of named) {
      const key = identifier.text.toLowerCase()
      if (found.size < mostIdentifiers) found.set(key, found.get(key) ?? identifier)
      else if (!found.has(key)) beyond.add(key)
    }
    for (const word of more) beyond.add(word.toLowerCase())
  }
  return parts < 2 ? null : { identifiers: [...found.values()], leftOut: beyond.size }
}

/** The identifier between two separators, if it is unambiguous. */
function asOne(field: string, consoleOrigin: string | undefined): Identifier[] | null {
  const { shapes, sure } = recognise(field, consoleOrigin)
  const exact = shapes.filter((shape) => shape.kind !== 'text')
  const [first] = exact
  if (!sure || first === undefined) return null
  return [{ text: first.kind === 'email' ? first.email : clean(field), shapes: exact }]
}

/** Words checked in a row; if all of them are identifiers, the rest counts as such too. */
const mostWords = 2 * mostIdentifiers

/**
 * Identifiers separated by spaces, plus the unchecked rest; null if any word isn't one. A word that merely could be a
 * uri might be a name, so it doesn't count.
 */
function asWords(field: string, consoleOrigin: string | undefined): [Identifier[], string[]] | null {
  const words = field.split(/\s+/).filter((word) => clean(word) !== '')
  if (words.length < 2) return null
  const identifiers: Identifier[] = []
  for (const word of words.slice(0, mostWords)) {
    const [identifier] = asOne(word, consoleOrigin) ?? []
    const isWord = identifier?.shapes[0]?.kind === 'qr-uri' && !word.includes('/')
    if (!identifier || (isWord && !isDrawnByLot(word))) return null
    identifiers.push(identifier)
  }
  return [identifiers, words.slice(mostWords)]
}

/** Mixed lower case, upper case and digits: nobody has such a name. */
const isDrawnByLot = (word: string) => /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word)
