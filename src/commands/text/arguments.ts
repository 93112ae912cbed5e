import { currencySigns } from '../../contract/currency-signs.ts'
import { today } from '../../contract/dates.ts'
import type { Typed } from '../engine/answers.ts'
import type { Arguments, Choice, Read, Step } from '../engine/steps.ts'
import type { Target } from '../engine/targets.ts'
import { type Days, readDays } from './day-words.ts'
import { fold } from './ranking.ts'
import { isLatest } from './record-words.ts'
import type { Token } from './token.ts'
import { isNameWord, isQualifier } from './word-kinds.ts'

/** Arguments typed with a command: 'extend trial 7', 'refund 12,50 because it broke'. */
export interface TypedArguments {
  /** Text by step. */
  given: Typed
  /** Display text: '7 days'. */
  words: string
  /** Why it is refused; the step shows it too. */
  refusal: string | null
  /** Whether that is a choice, which is not to be corrected into another one by Enter. */
  isRefusedChoice: boolean
  /** The tokens that became arguments. */
  used: ReadonlySet<Token>
}

/** What may become arguments. */
export interface Typing {
  tokens: readonly Token[]
  /** Free text: what follows 'because' or a colon, or is quoted. */
  text: string | null
  /** Words that were not understood, which the question repeats. */
  unused?: readonly string[]
  /** The days of the record that a command chooses among others: 'refund the payment of march'. */
  days?: Days
}

/** 'it is blocked, please unblock it' says what it is, and what to do. */
export const saysState = ({ used }: TypedArguments) => used.size > 0 && [...used].every(({ folded }) => folded.endsWith('ed'))

/** What a step takes. */
interface Taken {
  tokens: readonly Token[]
  typed: string
  read: Read<unknown>
  words: string
}

/**
 * Gives each step, in order, the tokens that fit it, wherever they are. Well-formed values that are refused, such as 0 days, are taken
 * with their refusal.
 * @param target the record they are for; null reads them ahead, as far as that is possible without one
 */
export function readArguments(steps: readonly Step[], { tokens, text }: Typing, target: Target | null): TypedArguments {
  const used = new Set<Token>()
  const values: Arguments = {}
  const given: Record<string, string> = {}
  const words: string[] = []
  let refusal: string | null = null
  let isRefusedChoice = false
  for (const step of steps) {
    if (target !== null && step.isWanted?.(values) === false) continue
    const left = tokens.filter((token) => !used.has(token))
    const taken = take(step, { tokens: left, text }, target)
    const implied = taken ? null : impliedFor(step, steps, { tokens: left, text }, target)
    const typed = taken?.typed ?? implied
    if (typed === null) continue
    given[step.name] = typed
    const read = taken?.read ?? (target ? step.read(typed, target.record) : null)
    if (read?.refusal === null) values[step.name] = read.value
    if (!taken) continue
    for (const token of taken.tokens) used.add(token)
    if (taken.tokens.some(({ before }) => before === 'to')) for (const token of tokens) if (token.folded === 'to') used.add(token)
    words.push(taken.words)
    refusal ??= taken.read.refusal
    isRefusedChoice ||= step.kind === 'choice' && taken.read.refusal !== null
  }
  return { given, words: words.join(', '), refusal, isRefusedChoice, used }
}

function take(step: Step, { tokens, text }: Typing, target: Target | null): Taken | null {
  const taken = (of: readonly Token[], typed: string, label?: string): Taken | null => {
    const read = target ? step.read(typed, target.record) : step.readAhead?.(typed)
    if (!read) return null
    const words = read.refusal === null ? read.words : undefined
    // Before the record is known, as it was typed.
    return { tokens: of, typed, read, words: (target ? (words ?? label) : (label ?? words)) ?? typed }
  }
  switch (step.kind) {
    case 'number': {
      const until = untilIn(tokens, step)
      if (until) return taken(until, typedDay(until), typedDay(until))
      // 'limit 250 -> 300' becomes the second.
      return firstOf([...tokens.filter(({ before }) => before === 'to'), ...tokens], (token) => {
        const number = numberIn(token, step.title)
        return number === null ? null : taken([token], number)
      })
    }
    case 'amount':
      return firstOf(tokens, (token) => {
        const amount = amountIn(token)
        return amount && taken([token], isOwnCurrency(amount, step, target) ? amount.number : token.raw, target ? undefined : token.raw)
      })
    case 'choice':
      return target === null ? choiceAhead(step, tokens) : choiceOn(step, tokens, target, taken)
    case 'text':
      return takeText(step, tokens, text, target)
    case 'record':
      return takeRecord(tokens)
  }
}

/** What follows 'to': the step looks it up, and asks if it isn't sure. */
function takeRecord(tokens: readonly Token[]): Taken | null {
  const first = tokens.findIndex(({ before, isQuoted, folded }) => before === 'to' && !isQuoted && !/^(him|hers?|them)$/.test(folded))
  if (first < 0) return null
  const end = tokens.findIndex((token, at) => at > first && !(isNameWord(token) && isNameWord(tokens[first] ?? token)))
  const own = tokens.slice(first, end < 0 ? tokens.length : end)
  const typed = own.map(({ raw }) => raw.replace(/[,;:!?]+$/, '').replace(/^(customer|user|client) (?=#?\d)/i, '')).join(' ')
  return { tokens: own, typed, read: { value: null, refusal: null }, words: `to ${typed}` }
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | null): Found | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}

/** The answer that makes a later step, which takes a token, apply; null if none is needed. */
function impliedFor(step: Step, steps: readonly Step[], typing: Typing, target: Target | null): string | null {
  for (const [name, value] of Object.entries(step.impliedBy ?? {})) {
    const later = steps.find((each) => each.name === name)
    if (later && take(later, typing, target)) return value
  }
  return null
}

const isDays = ({ title }: Step) => fold(title) === 'days'

/** 'until friday', 'to 15-12-2026', '15 december', for a step that counts days. */
function untilIn(tokens: readonly Token[], step: Step): readonly Token[] | null {
  if (!isDays(step)) return null
  const wordsOf = (of: readonly Token[]) => of.flatMap(({ folded }) => folded.split(' '))
  const lead = tokens.findIndex(isUntil)
  const at = lead < 0 ? tokens.findIndex(({ value, folded }) => value === 'day' || /^\d+([-.])\d+\1\d+$/.test(folded)) : lead + 1
  const behind = at < 0 ? [] : tokens.slice(at)
  const named =
    behind[0]?.value === 'number' || behind[0]?.value === 'count' ? null : readDays(['until', ...wordsOf(behind)], today(), true)
  if (!named) return null
  const count = behind.findIndex((_, last) => wordsOf(behind.slice(0, last + 1)).length >= named.count - 1) + 1
  return tokens.slice(lead < 0 ? at : lead, at + count)
}

const isUntil = ({ folded }: Token) => folded === 'until' || folded === 'to'

const typedDay = (tokens: readonly Token[]) => ['until', ...tokens.filter((token) => !isUntil(token)).map(({ folded }) => folded)].join(' ')

/** '7', '7d', '7 days', '1 week': the unit has to match the step's title. */
function numberIn({ raw, value, before }: Token, title: string): string | null {
  if (value !== 'number' && value !== 'count') return null
  // 'extend trial to 7 days' may not mean 7 days more.
  if (fold(title) === 'days' && before === 'to') return null
  const [, plus, digits, unit = ''] = /^(\+?)(\d{1,9}) ?(\p{L}*)$/u.exec(raw) ?? []
  if (digits === undefined) return null
  // A limit is set: 'limit +50' and 'raise the limit by 50' are no 50.
  if (fold(title) !== 'days' && (plus !== '' || before === 'by')) return null
  if (fold(title) === 'days' && /^w(eeks?)?$/i.test(unit)) return String(7 * Number(digits))
  // The step says that their lengths differ.
  if (fold(title) === 'days' && /^(month|year)s?$/i.test(unit)) return raw
  return fold(title).startsWith(fold(unit)) ? digits : null
}

interface Amount {
  number: string
  sign: string
}

/** Includes thousands separators; the step says how to write the amount. */
function amountIn({ raw, folded, value, before }: Token): Amount | null {
  if (folded === 'half' || (value === 'count' && raw.endsWith('%'))) return { number: raw, sign: '' }
  const [, cents] = /^(\d{1,9}) ?cents?$/i.exec(raw) ?? []
  if (cents !== undefined) return { number: `${Math.floor(Number(cents) / 100)},${cents.padStart(2, '0').slice(-2)}`, sign: '' }
  // 'the last 3' are payments.
  if ((value !== 'amount' && value !== 'number') || isLatest(before)) return null
  const [, sign = '', number, after = ''] = /^([^\d\s]*) ?([\d.,]+) ?([^\d\s]*)$/u.exec(raw) ?? []
  return number === undefined ? null : { number, sign: sign || after }
}

/** The currency is dropped only if it is the payment's own: with another one the step refuses the amount. */
function isOwnCurrency({ number, sign }: Amount, step: Step, target: Target | null): boolean {
  if (sign === '' || target === null) return true
  const currency = target.type === 'payment' ? target.record.currency.toLowerCase() : ''
  if (sign.toLowerCase() === currency || currencySigns.get(sign.toLowerCase().replace(/(?<=..)s$/, ''))?.includes(currency)) return true
  const read = step.read(number, target.record)
  return read.refusal === null && read.words?.includes(sign) === true
}

/** A choice by its value, its label, or a word for it. */
function choiceOn(
  step: Step,
  tokens: readonly Token[],
  target: Target,
  taken: (of: readonly Token[], typed: string, label: string) => Taken | null,
): Taken | null {
  const options = step.options?.(target.record)
  if (options) {
    const found = optionIn(tokens, options)
    if (!found) return null
    const { refusedAs } = found
    return refusedAs === undefined
      ? taken(found.tokens, found.option.value, found.option.label)
      : { tokens: found.tokens, typed: found.option.value, read: { value: null, refusal: refusedAs }, words: found.option.label }
  }
  // Options that have to be loaded: anything the step can read. It checks later whether the option exists.
  return firstOf(tokens, (token) => {
    const value = token.raw.replace(/ ?%$/, '')
    const fits = step.readAhead?.(value) ?? step.read(value, target.record)
    return value === '' || fits.refusal !== null ? null : taken([token], value, fits.words ?? token.raw)
  })
}

function choiceAhead(step: Step, tokens: readonly Token[]): Taken | null {
  // 'take down', then 'block'
  const runs = [2, 1].flatMap((length) => tokens.map((_, at) => tokens.slice(at, at + length)).filter((run) => run.length === length))
  const choices = runs.flatMap((run): Taken[] => {
    const typed = run.map(({ raw }) => raw).join(' ')
    const read = run.some(({ isOfSeveral }) => isOfSeveral) ? undefined : step.readAhead?.(typed.replace(/(?<=\d) ?%$/, '%'))
    return read?.refusal === null ? [{ tokens: run, typed, read, words: read.words ?? typed }] : []
  })
  // Of 'stopped' and 'start', what to do comes first.
  return choices.find((choice) => choice.tokens.every(({ folded }) => !folded.endsWith('ed'))) ?? choices[0] ?? null
}

interface NamedOption {
  tokens: readonly Token[]
  option: Choice
  refusedAs: string | undefined
}

/** The single option that neighbouring tokens name, by the longest run of them. */
function optionIn(tokens: readonly Token[], options: readonly Choice[]): NamedOption | null {
  for (let count = Math.min(tokens.length, 4); count > 0; count--)
    for (let at = 0; at + count <= tokens.length; at++) {
      const run = tokens.slice(at, at + count)
      const text = run.map(({ folded }) => folded).join(' ')
      // 'all payments' is no full refund of one.
      if (text === '' || run.some(({ isOfSeveral }) => isOfSeveral)) continue
      const named = options.filter(({ value, label, keywords = [] }) => [value, label, ...keywords].some((each) => fold(each) === text))
      // Never by a number within a label: 'refund 9' is no full refund of 19,90 €.
      // 'now' is not the status that it has now.
      const starting =
        /\p{L}.*\p{L}.*\p{L}/u.test(text) && !run.every(isQualifier)
          ? options.filter(({ label }) => ` ${fold(label)}`.includes(` ${text}`))
          : []
      const [only, another] = named.length > 0 ? named : starting
      if (!only || another) continue
      const others = optionIn(
        tokens.filter((token) => !run.includes(token)),
        options.filter((option) => option !== only),
      )
      const refusedAs = others ? `One at a time: ‘${only.label}’ or ‘${others.option.label}’.` : only.refusedWords?.[text]
      return { tokens: others ? [...run, ...others.tokens] : run, option: only, refusedAs }
    }
  return null
}

/** A step that takes one word, such as a new uri, takes one token; free text has to be marked as such. */
function takeText(step: Step, tokens: readonly Token[], text: string | null, target: Target | null): Taken | null {
  const read = (typed: string): Read<unknown> =>
    target ? step.read(typed, target.record) : (step.readAhead?.(typed) ?? { value: typed, refusal: null })
  if (text !== null) return { tokens: [], typed: text, read: read(text), words: text }
  if (!step.isOneWord) return null
  const to = tokens.findIndex(({ before }) => before === 'to')
  const goal = tokens[to]
  // 'add vat ES12345678 to ana ruiz' names the record behind 'to'.
  // 'change uri of aB3xYz to cafe-menu'
  const isName = goal !== undefined && isNameWord(goal) && !goal.raw.includes('-')
  const candidates = !goal ? tokens : isName ? tokens.slice(0, to) : tokens.filter(({ before }) => before === 'to')
  return firstOf(candidates, (token) => {
    // A plain word is more likely part of a name, and an e-mail is the record unless it follows 'to'.
    if (token.value === 'count' || (token.raw.includes('@') && token.before !== 'to') || /^\p{L}+$/u.test(token.raw)) return null
    const own = read(token.raw)
    return own.refusal === null ? { tokens: [token], typed: token.raw, read: own, words: token.raw } : null
  })
}
