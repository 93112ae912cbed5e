import type { RecordKey } from '../../api/find-record.ts'
import { clean, type Recognised, recognise } from './recognise.ts'
import { isTicket } from './tokens.ts'
import { visible } from './visible.ts'
import { isDeed } from './word-kinds.ts'

/** One of several pasted identifiers and what it may name; nothing if it wasn't recognised. */
export interface Identifier {
  text: string
  /** Exact look-ups in order of priority, without free text. */
  shapes: RecordKey[]
}

export interface Several {
  /** Without duplicates, in pasted order. */
  identifiers: Identifier[]
  /** The same with what wasn't recognised in between, without shapes. */
  parts: Identifier[]
  /** How many exceed the limit and aren't looked up. */
  leftOut: number
  /** How many were not recognised, with those that `parts` has no room for. */
  notRecognised: number
  /** How much of a long text was read; null if all of it. */
  read: string | null
  /** Somebody's sentences: their verbs say nothing about what to do here. */
  isLetter: boolean
}

/** How many are looked up at once. */
export const maxIdentifiers = 50
/** How many lines are read, and how many fields in all of them. */
export const maxLines = 200
const maxFields = 300
/** Longer pastes are cut; they are accidents. */
const maxPasteLength = 100_000
/** A longer text is a page: neither a command nor a name. */
const maxTextLength = 400
/** From here on, a text of several lines is a letter. */
const minLetterWords = 15
const maxLetterLines = 100
/** How much of what wasn't recognised is shown. */
const maxNotRecognised = 10

/**
 * Identifiers in a text that has several: one per line, separated by commas, semicolons or tabs, by spaces if each part is
 * recognisable, or within the lines of a mail. Null if it is anything else. Pure and linear.
 * @param consoleOrigin recognises the console's own links
 */
export function recogniseSeveral(raw: string, consoleOrigin?: string): Several | null {
  if (raw.length < 3) return null
  const lines = visible(raw.slice(0, maxPasteLength))
    .split(/[\r\n\v\f\u2028\u2029;]+/)
    .filter(hasText)
  const isPage = raw.length > maxTextLength
  const reading = { isText: isPage || lines.length > 2, fieldsLeft: maxFields, consoleOrigin }
  const read = lines.slice(0, maxLines).map((line) => partsOf(line, reading))
  const parts = read.flatMap((line) => line.parts)
  const named = parts.filter(isNamed)
  const beyond = new Set(read.flatMap((line) => line.beyond.map((word) => word.toLowerCase())))
  const isLine = () => lines.length > 1 && lines.some((line) => isWhole(asOne(withoutBullet(line), consoleOrigin)))
  // Nobody means the sentences of a mail as identifiers, nor as what to do.
  const isLetter = lines.length > 2 && lines.length <= maxLetterLines && raw.split(/\s+/).length >= minLetterWords
  const isMail = isLetter || lines.some((line) => addressLine.test(withoutBullet(line)))
  const isWholeMail = isMail && reading.isText && named.length > 0
  const isEnough = named.length + beyond.size > 1 || isPage || isWholeMail || isLine()
  // 'ana@cafesol.es; ban' says what to do.
  if (
    named.length === 1 &&
    !isLetter &&
    raw.split(/\s+/).length <= maxNameWords &&
    raw.split(/[\s;]+/).some((word) => isDeed({ folded: word.toLowerCase() }))
  )
    return null
  if (!isEnough || (named.length < 2 && !isWholeMail && recognise(raw, consoleOrigin).sure)) return null
  return { ...once(isMail ? named : asAddresses(parts), beyond), read: howMuch(raw, lines, reading), isLetter: isWholeMail }
}

function howMuch(raw: string, lines: readonly string[], { fieldsLeft }: Reading): string | null {
  if (lines.length > maxLines) return `only the first ${maxLines} lines are read`
  return fieldsLeft < 0 || raw.length > maxPasteLength ? 'only the beginning is read' : null
}

interface Reading {
  /** Whether a line may be a sentence, of which only the identifiers count; 'refund 10 #5 late; sorry' is a command. */
  isText: boolean
  /** How many fields may still be read; less than none if some were not. */
  fieldsLeft: number
  consoleOrigin: string | undefined
}

/** Each part once, as many as there is room for. */
function once(parts: readonly Identifier[], beyond: Set<string>): Omit<Several, 'read' | 'isLetter'> {
  const found = new Map<string, Identifier>()
  const unknown = new Set<string>()
  const shown: Identifier[] = []
  for (const part of parts) {
    const key = part.text.toLowerCase()
    const [known, max] = isNamed(part) ? [found, maxIdentifiers] : [unknown, maxNotRecognised]
    if (known.has(key)) continue
    if (known.size < max) shown.push(part)
    else if (isNamed(part)) beyond.add(key)
    if (!isNamed(part)) unknown.add(key)
    else if (found.size < max) found.set(key, part)
  }
  for (const key of found.keys()) beyond.delete(key)
  return { identifiers: [...found.values()], parts: shown, leftOut: beyond.size, notRecognised: unknown.size }
}

interface LineParts {
  parts: Identifier[]
  /** Identifiers behind those that were checked. */
  beyond: string[]
}

/** Longer texts with an identifier are sentences. */
const maxNameWords = 5

/** Lines of a mail's head: those with addresses, and those that say nothing else. */
const addressLine = /^(from|to|cc|bcc|reply-to|von|an|kopie|de|para|à)\s*:/i
const headLine =
  /^(subject|date|sent|attachments?|importance|message-id|betreff|datum|gesendet|asunto|fecha|enviado( el)?|objet|envoyé)\s*:/i

/** 'On 2 November Ana Ruiz <ana@cafesol.es> wrote:' */
const quoteLine = /\b(wrote|schrieb|escribió|a écrit)\s*:?\s*$/i

/** Stands for the comma within a number, which separates nothing. */
const decimalComma = '\u066b'
const withoutDecimals = (line: string) =>
  line
    .replace(/(?<![\d,])(\d+),(?=\d{1,2}(?![\d,]))/g, `$1${decimalComma}`)
    .replace(/(?<![\d,])(?:\d{1,2}(?:,\d{3})+|\d{3},\d{3})(?![\d,])/g, (grouped) => grouped.replaceAll(',', decimalComma))

/** What a line has. */
function partsOf(raw: string, reading: Reading): LineParts {
  const { isText, consoleOrigin } = reading
  const line = withoutBullet(raw)
  const isHead = addressLine.test(line) || headLine.test(line) || quoteLine.test(line)
  // 'Ruiz, Ana' <ana@cafesol.es>: the comma separates nothing.
  const fields = withoutDecimals(line.replace(/["“”'][^"“”<>]{0,100}["“”']\s*(?=<)/g, ''))
    .split(/[,\t|]+/)
    .map((field) => field.replaceAll(decimalComma, ','))
  const parts: Identifier[] = []
  const beyond: string[] = []
  let isSentence = isHead
  for (const field of fields) {
    const text = withoutBullet(field)
    if (!hasText(text) || --reading.fieldsLeft < 0) continue
    const [named, more] = asWords(text, consoleOrigin) ?? [inField(text, isText || isHead, consoleOrigin), []]
    if (named.length > 0 && isText && text.split(/\s+/, maxNameWords + 1).length > maxNameWords) isSentence = true
    parts.push(...(named.length > 0 ? named : [{ text: clean(text), shapes: [] }]))
    beyond.push(...more)
  }
  if (!parts.some(isNamed)) return { parts: isHead ? [] : [{ text: clean(line), shapes: [] }], beyond }
  const isTable = line.includes('\t') && !parts.every(isNamed) && parts.some((part) => isNamed(part) && !isNumber(part))
  // The rest of a sentence or table row isn't an identifier, and its numbers may be anything.
  if (isSentence || isTable) return { parts: parts.filter((part) => isNamed(part) && !isNumber(part)), beyond: [] }
  return { parts: parts.filter((part, index) => isNamed(part) || !isSurname(part, parts[index + 1], line)), beyond }
}

const hasText = (text: string) => /[\p{L}\p{N}]/u.test(text)
const isNamed = ({ shapes }: Identifier) => shapes.length > 0
const isNumber = ({ text }: Identifier) => /^\d+$/.test(text)

/** 'Ruiz, Ana <ana@cafesol.es>' */
const isSurname = ({ text }: Identifier, next: Identifier | undefined, line: string) =>
  next?.shapes[0]?.kind === 'email' && line.includes('<') && /^\p{L}[\p{L}\s'’-]{0,40}$/u.test(text)

/** Without the marks of quotes and lists: '> ', '• ', '1. '. */
function withoutBullet(text: string): string {
  return text
    .replace(/^[\s>]+/, '')
    .replace(/^(?:[•‣◦·▪●○*–—-]|\(?\d{1,3}[.)]|[a-z]\))\s+(?=\S)/i, '')
    .trim()
}

/** Among QR addresses a plain word is one, too. */
function asAddresses(parts: readonly Identifier[]): Identifier[] {
  const named = parts.filter(isNamed)
  if (named.length < 2 || !named.every(({ shapes: [first] }) => first?.kind === 'qr-uri')) return [...parts]
  return parts.map((part) => (isNamed(part) ? part : { ...part, shapes: exactOf(recognise(part.text)) }))
}

const exactOf = ({ shapes }: Pick<Recognised, 'shapes'>) => shapes.filter((shape) => shape.kind !== 'text')

/** The identifiers between two separators: the whole of it, or those within a text. */
function inField(text: string, isText: boolean, consoleOrigin: string | undefined): Identifier[] {
  const one = asOne(text, consoleOrigin)
  if (isWhole(one)) return one ?? []
  const found = identifiersWithin(text, consoleOrigin)
  const within = isText || one === null || found.length > 1 ? found : []
  return within.length === 0 ? (one ?? []) : within
}

const isWhole = (one: ReturnType<typeof asOne>) => one !== null && !one[0].isWithin

/** The identifier between two separators, if it is unambiguous. */
function asOne(field: string, consoleOrigin: string | undefined): [Identifier & Pick<Recognised, 'isWithin'>] | null {
  const { sure, isWithin, ...recognised } = recognise(field, consoleOrigin)
  const exact = exactOf(recognised)
  const [first] = exact
  if (!sure || first === undefined || isDate(field)) return null
  const text = (isWithin === true || first.kind === 'email' ? textOf(first) : null) ?? clean(field)
  return [{ text, shapes: exact, ...(isWithin === true ? { isWithin } : {}) }]
}

/** How an identifier reads without the words around it. */
function textOf(shape: RecordKey): string | null {
  if (shape.kind === 'email') return shape.email
  if (shape.kind === 'provider-id') return shape.providerId
  if (shape.kind === 'qr-uri') return shape.uri
  return shape.kind === 'payment' ? shape.value : null
}

const isDate = (text: string) => /^\s*\d{1,4}-\d{1,2}-\d{1,4}\s*$/.test(text)

/** How many words are checked in a row; if all of them are identifiers, so is the rest. */
const maxWords = 2 * maxIdentifiers

/**
 * Identifiers separated by spaces, plus the unchecked rest; null if any word isn't one. A word that merely could be a
 * uri might be a name, so it doesn't count.
 */
function asWords(field: string, consoleOrigin: string | undefined): [Identifier[], string[]] | null {
  const words = field.split(/\s+/)
  if (words.length < 2) return null
  const identifiers: Identifier[] = []
  for (const word of words.slice(0, maxWords)) {
    if (!hasText(word)) continue
    const [identifier] = asOne(word, consoleOrigin) ?? []
    if (!identifier || mayBeWord(identifier, word)) return null
    identifiers.push(identifier)
  }
  return identifiers.length < 2 ? null : [identifiers, words.slice(maxWords).filter(hasText)]
}

const mayBeWord = ({ shapes: [first] }: Identifier, word: string) =>
  first?.kind === 'qr-uri' && !word.includes('/') && !isDrawnByLot(word) && !/^[a-z]+-\d{5,}$/i.test(clean(word))

/** Mixed lower case, upper case and digits: nobody has such a name. */
const isDrawnByLot = (word: string) => /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word)

/** How many words of a sentence are read, and how many of them are tried. */
const maxSentenceWords = 2_000
const maxTried = 100

/** The identifiers of a sentence: addresses, links, ids of the payment provider, numbers of orders and invoices, 'customer 4711'. */
function identifiersWithin(text: string, consoleOrigin: string | undefined): Identifier[] {
  const words = text.split(/\s+/, maxSentenceWords)
  const found: Identifier[] = []
  let tried = 0
  for (const [index, word] of words.entries()) {
    if (isTicket(words[index - 1])) continue
    const isNumeric = /^\W?\d{3,}\W?$/.test(word)
    const from = isNumeric ? labelBefore(words, index) : index
    if (from === null || !(isNumeric || mayName.test(word) || isDrawnByLot(word)) || tried++ === maxTried) continue
    const phrase = words.slice(from, index + 1).join(' ')
    const [identifier] = asOne(phrase, consoleOrigin) ?? []
    if (identifier && !isNumber(identifier) && (from < index || !mayBeWord(identifier, phrase))) found.push(identifier)
  }
  return found
}

/** Only words with one of these characters are tried. */
const mayName = /@.+\.|:\/\/|^\W?www\.|_\w|-\d{4}|^\W?#\d/i

/** Where the label of a number begins: 'customer 4711', 'invoice no. 123'. */
function labelBefore(words: readonly string[], index: number): number | null {
  const isLabel = (at: number) => /^\W?(customer|user|client|id|inv|invoice|order|payment|qr|#)[.:]?$/i.test(words[at] ?? '')
  if (isLabel(index - 1) && !/^\W?id[.:]?$/i.test(words[index - 1] ?? '')) return index - 1
  if (/^(no|nr|id|number)[.:]?$/i.test(words[index - 1] ?? '') && isLabel(index - 2)) return index - 2
  return isLabel(index - 1) ? index - 1 : null
}
