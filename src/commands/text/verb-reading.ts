import type { Side } from '../engine/command.ts'
import type { Target, TargetType } from '../engine/targets.ts'
import type { Typing } from './arguments.ts'
import type { NamedObject } from './named-records.ts'
import type { PhraseMatch } from './phrases.ts'
import { matchClasses } from './ranking.ts'
import { isMain } from './record-words.ts'
import type { Verb } from './verb-index.ts'
import { isField, isGeneric } from './word-kinds.ts'

/** One way to read a text as a verb with its arguments and its record. */
export interface VerbReading {
  verb: Verb
  /** The type of the command that was named. */
  type: TargetType
  side: Side | null
  match: PhraseMatch
  /** The arguments; they are read again once the record is known. */
  typing: Typing
  /** The arguments as shown until then. */
  words: string
  object: NamedObject | null
  /** Why it can't be done as typed. */
  refusal: string | null
  /** The words it did not use, and their weight: an identifier is hardly there by chance. */
  unused: readonly string[]
  unusedCost: number
  /** Its two numbers could be swapped. */
  isTwofold?: boolean
  /** The verb was typed with a typo. */
  isMistyped?: boolean
  /** Words that nothing marks as such are its free text. */
  hasGuessedText: boolean
  /** The verb was typed in full. */
  isWhole: boolean
  /** It says what to do, not only what it is about. */
  saysWhat: boolean
  /** Both, and nothing is unused. */
  isLikely: boolean
}

/** Lower is likelier. */
export const orderOf = (reading: VerbReading) => 10_000 * costOf(reading) + order(reading)

/** Readings of a bare verb, first those for what is on screen: 'remove' on a list of domains is for one of them. */
export const nearestFirst = (readings: readonly VerbReading[], onScreen: readonly Target[]): readonly VerbReading[] => {
  const isNear = ({ type, object, unused }: VerbReading) => type === 'domain' && object === null && unused.length === 0
  const isOnDomains = onScreen.some(({ type }) => type === 'domain-list')
  return isOnDomains ? readings.toSorted((a, b) => Number(isNear(b)) - Number(isNear(a))) : readings
}

/** Identifies a verb and which of its two sides was named. */
export const keyOfVerb = ({ verb, side }: VerbReading) => `${verb.name}${side === 'off' ? ' off' : ''}`

/** Whether a verb's title is also what another one is called: 'Cancel subscription immediately' is a step of 'at once'. */
export const isAnotherNameOf = ({ title }: Verb, { verb, type }: VerbReading) =>
  verb.title !== title && verb.commands[type]?.aka?.includes(title) === true

/** Whether it doesn't quite say what to do, or a number could be either a value or the record. */
export const isUnclear = (reading: VerbReading) =>
  reading.isTwofold === true ||
  reading.isMistyped === true ||
  reading.hasGuessedText ||
  !reading.isWhole ||
  !reading.saysWhat ||
  mayBeValue(reading)

/** 'limits 500' */
const mayBeValue = ({ verb, type, object }: VerbReading) => verb.commands[type]?.isOfNumbers === true && /^\d+$/.test(object?.text ?? '')

/** 'stop 12': a bare number is rather a customer's. */
export const mayBeCustomer = ({ type, object }: VerbReading) => type !== 'customer' && isMain(type) && /^\d+$/.test(object?.text ?? '')

const nameLength = ({ object }: VerbReading) => (object === null || object.isSure ? 0 : object.text.split(' ').length)

/** A reading that uses more of the text explains it better; 'change' alone hardly explains the words beside it. */
export const costOf = (reading: VerbReading) =>
  reading.unusedCost +
  (reading.refusal === null ? 0 : 50) +
  (reading.object?.isSure === false && [...reading.match.named].every(isGeneric) ? 300 : 0) +
  nameLength(reading)

/**
 * Among equals: the better match, then the one with an argument ('block' says which status), then the order in the text.
 * A command that customers have too applies to a payment only if one is named.
 */
function order({ match, words, isLikely, verb, type, object, typing }: VerbReading): number {
  const isOther = type === 'payment' && verb.commands.customer !== undefined && (object?.isSure !== true || /^\d+$/.test(object.text))
  const [first] = match.named
  const delegate = verb.commands[type]?.delegate
  const asksWhich = delegate?.one === undefined && delegate?.among !== undefined && typing.days === undefined
  return (
    (isLikely ? 0 : 1000) +
    (isOther ? 500 : 0) +
    (isMain(type) ? 0 : 300) +
    10 * matchClasses.indexOf(match.match) +
    (words === '' ? 5 : 0) +
    (asksWhich ? 1 : 0) +
    Math.min(first?.from ?? 0, 99) / 100
  )
}

/** 'Edi Piaf' is a name; 'edi ana@cafesol.es' and 'edi' alone say what to do. */
export const isCredible = ({ verb, type, isWhole, saysWhat, words, object, unused, typing, match }: VerbReading) => {
  const hasUnit = typing.tokens.some(({ value }) => value === 'count' || value === 'amount')
  // 'customers without discount' asks for nothing to be done, and 'delete staff sam' for something else.
  const isOther = type === 'user' && unused.some((word) => isGeneric({ folded: word.toLowerCase() }))
  // 'turn 2fa on' switches no account on.
  if (type === 'user' && unused.some((word) => isField({ folded: word.toLowerCase() }) || /^two-factor$/i.test(word))) return false
  // 'cancel ana, not now'
  if ([...match.named].some((token) => token.before === 'not' && [...match.named].some(({ to }) => to < token.from))) return false
  // 'refund the first payment' is not about the last.
  const { delegate } = verb.commands[type] ?? {}
  if (delegate && !delegate.among && unused.some((word) => /^(first|oldest)$/i.test(word))) return false
  if (unused.length > 0) return (isWhole && (saysWhat || (object !== null && !isOther))) || hasUnit
  if (isWhole) return true
  if (object === null || object.isSure) return object !== null || words === ''
  const saysSome = [...match.named].some((token) => !isGeneric(token) && token.folded !== 'of')
  return hasUnit || (typing.tokens.some(({ value }) => value !== null) && saysSome)
}
