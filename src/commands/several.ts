import { clean, recognise, type Shape } from './recognise.ts'

/** One of several identifiers, as it was pasted, and what it may name. */
export interface Identifier {
  text: string
  /** Without free text: each is looked up by exact match, in the order in which a match counts. */
  shapes: Exclude<Shape, { kind: 'text' }>[]
}

export interface Several {
  /** Each once, in the order in which they were pasted. */
  identifiers: Identifier[]
  /** How many more there are than are looked up at once. */
  leftOut: number
}

/** So many are looked up at once. */
export const mostIdentifiers = 50
/** What is longer is cut: nobody pastes more by intent. */
const longestPaste = 100_000

/**
 * The identifiers of a text that holds several: one per line, or separated by commas or semicolons, or by spaces where each part is
 * recognisable by itself. Null where it is something else: a single one, a name, a command. Pure and linear in the length of the text.
 * @param consoleOrigin the console's own origin, so that its links are recognised as well
 */
export function recogniseSeveral(raw: string, consoleOrigin?: string): Several | null {
  // An amount, as in 'refund 12,50', is no list of two ids.
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

/** What stands between two separators, where it names one record for certain. */
function asOne(field: string, consoleOrigin: string | undefined): Identifier[] | null {
  const { shapes, sure } = recognise(field, consoleOrigin)
  const exact = shapes.filter((shape) => shape.kind !== 'text')
  const [first] = exact
  if (!sure || first === undefined) return null
  return [{ text: first.kind === 'email' ? first.email : clean(field), shapes: exact }]
}

/** So many words in a row are looked at before they count as identifiers, all of them. */
const mostWords = 2 * mostIdentifiers

/**
 * Words in a row, where each names a record, and those beyond the ones that were looked at. A word that only may be an address is a name
 * just as well: it does not count here.
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

/** Small letters, capitals and digits in one word: nobody is called that. */
const isDrawnByLot = (word: string) => /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word)
