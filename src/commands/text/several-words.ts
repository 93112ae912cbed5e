import type { TargetType } from '../engine/targets.ts'
import type { NamedVerb } from './named-verb.ts'
import { recognise } from './recognise.ts'
import { isAnyNoun } from './record-words.ts'
import { type Identifier, recogniseSeveral, type Several } from './several.ts'
import type { Tokens } from './token.ts'
import { tokenize } from './tokens.ts'
import { isAnotherNameOf, keyOfVerb, type VerbReading } from './verb-reading.ts'
import { bareWord, isDeed, isFiller, isGeneric, isNameWord, isThing } from './word-kinds.ts'

interface Listed {
  several: Several | null
  /** What to do with all of them, if that can be done. */
  typing: string
  /** Words that say what to do, if that can't be done to several. */
  unused: readonly string[]
}

/** 'ban 4711, 4712' is two customers, and what to do with both. */
export function severalIn(typed: Tokens, { words, rest, type, isOfSeveral, usesAll }: NamedVerb, consoleOrigin: string): Listed {
  // 'note 54 at 10' is one customer.
  if (usesAll || typed.tokens.some(({ value, before }) => value === 'number' && /^(in|at|by|after|within)$/.test(before)))
    return { several: null, typing: '', unused: [] }
  const whole = recogniseSeveral(typed.text, consoleOrigin)
  if (whole?.isLetter) return { several: whole, typing: '', unused: [] }
  const isOnlyNames = typed.tokens.every((token) => isNameWord(token) && !isAnyNoun(token) && !isDeed(token) && !isGeneric(token))
  const listed = words.length > 0 ? rest : isOnlyNames || drawnWords.test(typed.text) ? typed.text : null
  const several =
    listed === null
      ? null
      : listedIn(listed.replace(/^both /i, '').replace(/ (?:and|&|\+) /gi, ', '), {
          type,
          maxNameWords: words.length > 0 ? 3 : 2,
          consoleOrigin,
        })
  const deeds = typed.tokens.filter(isDeed).map(({ raw }) => raw)
  const verbs = [...new Set([...words, ...deeds])]
  const canAct = isOfSeveral && verbs.length === words.length
  const any = several ?? whole
  if (words.length > 0 && any && isOwnerWithTheirs(any.identifiers)) return { several: null, typing: '', unused: [] }
  if (several) return { several, typing: canAct ? words.join(' ') : '', unused: canAct ? [] : verbs }
  // 'spam accounts, please ban:', with a list below it.
  const others = tokenize(any?.parts.flatMap(({ shapes, text }) => (shapes.length > 0 ? [] : text)).join(' ') ?? '').tokens
  const unclear = others.flatMap((token) =>
    isFiller(token) || verbs.map(bareWord).includes(bareWord(token.raw)) ? [] : bareWord(token.raw),
  )
  if (canAct && unclear.length > 0) return { several: any, typing: words.map(bareWord).join(' '), unused: unclear }
  return {
    several: any,
    typing: '',
    unused: typed.tokens.flatMap(({ raw }) => (verbs.includes(raw) ? raw : [])),
  }
}

/** A customer with one thing of theirs: 'refund 5 ana@cafesol.es QD-0000031'. */
function isOwnerWithTheirs(identifiers: readonly Identifier[]): boolean {
  const kinds = identifiers.map(({ shapes }) => shapes[0]?.kind)
  return kinds.length === 2 && kinds.includes('email') && kinds.some((kind) => kind === 'payment' || kind === 'qr-uri' || kind === 'qr-id')
}

const drawnWords = /^(?:(?=\S*\d)(?=\S*[a-z])[\w-]+(?:\s+|$))+$/i

interface Reading {
  type: TargetType | null
  /** Without a verb, 'merge ana ruiz' may be a name and a word before it. */
  maxNameWords: number
  consoleOrigin: string
}

/** Two or more identifiers or whole names, and nothing else. */
function listedIn(text: string, { type, maxNameWords, consoleOrigin }: Reading): Several | null {
  const several = recogniseSeveral(text, consoleOrigin)
  if (several && several.identifiers.length > 1 && several.notRecognised === 0) return several
  // 'z8qnar yuza7j': two addresses of QR codes.
  const separator = (type === 'qr' || type === null) && drawnWords.test(text) ? /\s+/ : /[,;]+/
  const parts = text.split(separator).map((part) => part.trim())
  const identifiers = parts.map((part): Identifier => {
    const { sure, shapes } = recognise(part, consoleOrigin)
    const named = tokenize(part).tokens.filter((token) => !isDeed(token))
    const isName =
      named.length > 1 && named.length <= maxNameWords && named.every((token) => isNameWord(token) && !isFiller(token) && !isThing(token))
    const exact = shapes.flatMap((shape) =>
      shape.kind === 'text' || (!sure && !((type === 'qr' || drawnWords.test(text)) && shape.kind === 'qr-uri')) ? [] : shape,
    )
    return { text: part, shapes: exact.length > 0 ? exact : isName ? [{ kind: 'name', name: named.map(({ raw }) => raw).join(' ') }] : [] }
  })
  // 'cancel ana ruiz, reason: too expensive'
  if (parts.some((part) => /^\w+: /.test(part) && !recognise(part).sure)) return null
  if (identifiers.length < 2 || identifiers.some(({ shapes }) => shapes.length === 0)) return null
  return { identifiers, parts: identifiers, leftOut: 0, notRecognised: 0, read: null, isLetter: false }
}

const maxRequests = 3
/** A pasted page may have thousands. */
const maxSentences = 100

/** Types of records that a customer writes about. */
const isOwned = (type: TargetType) => type === 'payment' || type === 'invoice' || type === 'qr'

const hasSame = (one: VerbReading, other: VerbReading) => [...one.match.named].every((token) => other.match.named.has(token))

/** By its whole name, or by a word that says the value as well: 'block' sets a QR code's status. */
const isRequest = ({ type, object, isWhole, saysWhat, words, match: { match, named } }: VerbReading) =>
  (type === 'customer' || (isOwned(type) && object?.isSure === true)) &&
  isWhole &&
  saysWhat &&
  (match === 'exact' ? named.size > 1 || [...named].some(isDeed) : words !== '' && [...named].every(isDeed))

/**
 * What a mail asks for: the commands on a customer, or on a record with its identifier, that its sentences name, whatever else they say. Pure.
 * @param isLetter its numbers may be anything, so no value is taken out of it
 * @param read reads a sentence as commands
 */
export function requestsIn(text: string, isLetter: boolean, read: (typed: Tokens) => readonly VerbReading[]): VerbReading[] {
  // '19,95' is one amount.
  let it = 'it'
  const clear = text.split(/[!?;\r\n]+|[.,]+(?=\s|$)|\b(?:and|then)\b/i, maxSentences).flatMap((sentence) => {
    // 'unblock aB3xYz and whitelist it'
    // What stands behind 'add a note' is its text.
    const noted = isLetter ? sentence : sentence.replace(/^(\s*(?:add|write|leave) (?:a )?note) (?!to\b|on\b|about\b)(?=\S)/i, '$1: ')
    const named = read(tokenize(noted.replace(/\bmy\b/gi, '').replace(/\bit\b/i, () => it))).filter(isRequest)
    it = named.find(({ type, object }) => isOwned(type) && object?.isSure)?.object?.text ?? it
    const requests = named.filter(({ verb }) => !named.some((other) => isAnotherNameOf(verb, other)))
    // The same words are one request: 'money back' is no refund of another payment as well.
    return requests.filter((request, at) => !requests.slice(0, at).some((other) => hasSame(other, request)))
  })
  const keyOf = (reading: VerbReading) => `${keyOfVerb(reading)} ${reading.object?.isSure ? reading.object.text : ''}`
  const requests = clear.filter((reading, at) => clear.findIndex((other) => keyOf(other) === keyOf(reading)) === at).slice(0, maxRequests)
  const named = new Set(requests.flatMap(({ match }) => [...match.named].map(({ raw }) => bareWord(raw))))
  const unused = isLetter ? [] : [...new Set(requests.flatMap((each) => each.unused))].filter((word) => !named.has(word))
  return requests.map((reading) => ({ ...reading, ...(isLetter && amountsOf(reading)), unused, refusal: null }))
}

/** Of a mail's values only amounts are taken, 'please refund 9,95': other numbers may be anything. */
function amountsOf({ typing }: VerbReading) {
  const tokens = typing.tokens.filter(({ value }) => value === 'amount')
  return { typing: { tokens, text: null }, words: tokens.map(({ raw }) => raw).join(', ') }
}

/** The fewest words of a mail in one line. */
const minLetterWords = 8

/** What a text in one line asks for beside what a single command does: two things at once, or the sentences of a mail. Pure. */
export function requestsOf({ text, tokens }: Tokens, read: (typed: Tokens) => readonly VerbReading[]) {
  const isLetter = tokens.length >= minLetterWords && /[.!?]\s+\p{L}/u.test(text)
  const requests = requestsIn(text, isLetter, read)
  return { isLetter, requests: requests.length > 1 || isLetter ? requests : [] }
}

/** Whether a request may be for this customer: the amount of another one is nobody's id, 'ban 395 and refund 5'. Pure. */
export const isFor = ({ type, object }: VerbReading, customer: number | undefined) =>
  type !== 'customer' || !object?.isSure || !/^#?\d+$/.test(object.text) || object.text.replace('#', '') === String(customer)
