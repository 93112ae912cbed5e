import type { Command, Step } from './command.ts'
import { fold, type Indexed, indexItem, type Match, matchClasses, matchOf } from './ranking.ts'
import { type Recognised, recognise, type Shape, visible } from './recognise.ts'
import { takeAhead } from './take-ahead.ts'

/** The records that can be looked up by what one types. */
export const findable = ['customer', 'qr', 'invoice', 'payment'] as const
export type Findable = (typeof findable)[number]

/** What a person says to do with a record that is still to be named: one command for each type that has it. */
export interface Verb {
  name: string
  title: string
  commands: Partial<Record<Findable, Command>>
  /** What it applies to: 'customer or QR code'. */
  noun: string
}

/** What the words behind a verb name: surely one record, or part of its name or address. */
export interface SaidObject {
  text: string
  recognised: Recognised
  isSure: boolean
}

/** How a text reads as a verb, arguments and a record. */
export interface SaidVerb {
  verb: Verb
  /** The type of the command that matched best. */
  type: Findable
  match: Match['match']
  /** The words that name the verb. */
  head: string
  /** The words for its arguments, and how they read before the record is known. */
  tail: readonly string[]
  words: string
  object: SaidObject | null
  /** Why it can't be all of that. */
  refusal: string | null
  /** Whether it reads well enough to stand before the records: its words are whole, and all is understood. */
  isLikely: boolean
}

interface IndexedVerb extends Indexed<Command> {
  verb: Verb
  type: Findable
  steps: readonly Step[]
}
export type VerbIndex = readonly IndexedVerb[]

const nouns: Record<Findable, string> = { customer: 'customer', qr: 'QR code', invoice: 'invoice', payment: 'payment' }

/** The verbs among commands, for people with these capabilities. */
export function indexVerbs(commands: readonly Command[], capabilities: readonly string[]): VerbIndex {
  const verbs = new Map<string, Verb>()
  const own = commands.flatMap((command) => {
    const type = findable.find((each) => each === command.target)
    if (!type || command.needsPage || (command.needs && !capabilities.includes(command.needs))) return []
    const name = command.id.slice(command.id.indexOf('.') + 1)
    const others = verbs.get(name)
    const all = { ...others?.commands, [type]: command }
    const title = others ? sentence(name.replaceAll('-', ' ')) : command.title(null)
    const noun = Object.keys(all)
      .map((each) => nouns[each as Findable])
      .join(' or ')
    verbs.set(name, { name, title, commands: all, noun })
    return [{ command, type, name }]
  })
  return own.flatMap(({ command, type, name }) => {
    const verb = verbs.get(name)
    if (!verb) return []
    const steps = stepsOf(command, commands)
    return [{ ...indexItem(command, command.title(null), command.keywords ?? ''), verb, type, steps }]
  })
}

/** The steps that a command asks for in the end. */
export function stepsOf(command: Command, commands: readonly Command[]): readonly Step[] {
  return (command.onto ? commands.find(({ id }) => id === command.onto?.command) : command)?.args ?? []
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Longer texts are pasted pages. */
const longestText = 400
const mostWords = 40
const longestName = 6
/** The fewest digits of a number that may be a record where it is an argument already. */
const shortestId = 4

/** Words that name no action by themselves. */
const meaningless = new Set(
  'a an the of at to from in on and or its it all with by for off page tab app as last another customer customers qr qrs code codes invoice invoices payment payments provider id cc bcc subject'.split(
    ' ',
  ),
)
/** Words between verb and record. */
const between = /^(of|for|on|to|from|the)$/i

/**
 * Reads a text as verbs, each with its arguments and record, best first. Pure, and linear in the text.
 * @param consoleOrigin recognises the console's own links
 */
export function readVerbs(text: string, verbs: VerbIndex, consoleOrigin?: string): SaidVerb[] {
  if (text.length > longestText) return []
  const words = visible(text).trim().split(/\s+/)
  if (words[0] === '' || words.length > mostWords) return []
  const whole = recognise(text, consoleOrigin)
  // 'customer 4711', but not 'ban ana@cafesol.es'.
  if (whole.sure && (words.length === 1 || !whole.isWithin)) return []
  // Nothing is looked up in texts that name no verb.
  const named = verbs.filter((verb) => words.some((word) => headMatch([word], verb) !== null))
  if (named.length === 0) return []
  const windows = windowsIn(words, consoleOrigin)
  const readings = named.flatMap((verb) => readingsOf(words, windows, verb, verbs)).filter(isOfType)
  const best = Math.min(...readings.map(({ rank }) => rank))
  const all = readings
    // A text that one verb understands isn't explained by another.
    .filter(({ rank }) => rank < notUnderstood || best === notUnderstood)
    .toSorted((a, b) => a.rank - b.rank || matchClasses.indexOf(a.said.match) - matchClasses.indexOf(b.said.match) || saysMore(a, b))
  const seen = new Set<string>()
  return all
    .map(({ said }) => said)
    .filter(({ verb, type, object }) => {
      const key = object ? `${verb.name} ${type} ${object.text}` : verb.name
      return !seen.has(key) && seen.add(key)
    })
}

/** 'block' says which status, but not whether to ban or unban. */
const saysMore = (a: Reading, b: Reading) => Number(a.said.words === '') - Number(b.said.words === '')

/** What customers have too is for a payment only if one is named. */
const isOfType = ({ said: { type, verb, object } }: Reading) =>
  type !== 'payment' || object?.isSure === true || Object.keys(verb.commands).length === 1

/** Ranks of readings: a lower one is likelier. */
const [sure, plain, byNumber, byName, refused, notUnderstood] = [0, 1, 2, 3, 4, 5]

interface Reading {
  rank: number
  said: SaidVerb
}

/** An identifier within the words. */
interface Window {
  from: number
  to: number
  object: SaidObject
  isNumber: boolean
}

function windowsIn(words: readonly string[], consoleOrigin: string | undefined): Window[] {
  const found: Window[] = []
  for (let from = 0; from < words.length; from++) {
    for (let to = Math.min(words.length, from + 3); to > from; to--) {
      const text = words.slice(from, to).join(' ')
      const recognised = recognise(text, consoleOrigin)
      const [shape] = recognised.shapes
      if (!recognised.sure || !shape) continue
      // Several words are one identifier only as 'invoice no. 12'.
      if (to - from > 1 && (recognised.isWithin || shape.kind === 'qr-uri' || !/^(#|[a-z])/i.test(text))) continue
      found.push({ from, to, object: { text, recognised, isSure: true }, isNumber: /^\d+$/.test(text) })
      break
    }
  }
  return found
}

/** The likeliest reading with one verb, and another one if a number may be an argument or a record. */
function readingsOf(words: readonly string[], windows: readonly Window[], verb: IndexedVerb, verbs: VerbIndex): Reading[] {
  const found = [...windows, null].flatMap((window) => {
    const rest = window ? [...words.slice(0, window.from), ...words.slice(window.to)] : words
    // A record may stand ahead of the verb, never within it.
    const longest = window && window.from > 0 ? window.from : Math.min(rest.length, 8)
    for (let count = longest; count > 0; count--) {
      const head = rest.slice(0, count)
      const match = headMatch(head, verb)
      // 'Edi Piaf' is a name; 'edi ana@cafesol.es' says what to do.
      if (match)
        return window || count === rest.length || isWhole(head, verb)
          ? [reading(verb, match, head, withoutBetween(rest.slice(count)), window, verbs)]
          : []
    }
    return []
  })
  // Of several numbers the last one is the record: 'extend trial 7 4711'. The new value comes after it: 'change uri a1 b2'.
  const direction = verb.steps[0]?.kind === 'text' ? 1 : -1
  const inOrder = found.toSorted((a, b) => a.rank - b.rank || direction * (placeOf(a, windows) - placeOf(b, windows)))
  const [first] = inOrder
  if (!first) return []
  const isLong = (text = '') => text.length >= shortestId
  const other =
    first.rank === plain && first.said.words !== ''
      ? inOrder.find(({ rank, said }) => rank === byNumber && isLong(said.object?.text))
      : undefined
  return other ? [first, other] : [first]
}

const placeOf = ({ said }: Reading, windows: readonly Window[]) => windows.findIndex(({ object }) => object === said.object)

function reading(
  verb: IndexedVerb,
  match: Match['match'],
  head: readonly string[],
  tail: readonly string[],
  window: Window | null,
  verbs: VerbIndex,
): Reading {
  const { steps, type } = verb
  const base = {
    verb: verb.verb,
    type,
    match,
    head: head.join(' '),
    tail: [],
    words: '',
    object: null,
    refusal: null,
    isLikely: isWhole(head, verb),
  }
  const fits = window?.object.recognised.shapes.some((shape) => isOf(shape, type)) === true
  if (window && !fits) {
    const [{ kind } = { kind: 'text' }] = window.object.recognised.shapes
    if (kind === 'qr-uri') return asName(base, [...tail, window.object.text], verb, verbs)
    return {
      rank: notUnderstood,
      said: { ...base, isLikely: false, refusal: `‘${window.object.text}’ names no ${nouns[type]}: this is for one ${verb.verb.noun}.` },
    }
  }
  const object = window?.object ?? null
  const taken = argumentsIn(tail, base, steps)
  if (taken) {
    const rank = taken.refusal !== null ? refused : object === null ? plain : window?.isNumber ? byNumber : sure
    return { rank, said: { ...base, ...taken, object } }
  }
  if (object) {
    // 'Ana Ruiz <ana@cafesol.es>': the name goes with the address. What a text step takes is read with the record.
    const isNamed = object.recognised.shapes[0]?.kind === 'email' && tail.every(isName)
    if (isNamed && !steps.some(({ kind }) => kind === 'text')) return { rank: sure, said: { ...base, object } }
    if (takesText(steps, tail)) return { rank: window?.isNumber ? byNumber : sure, said: { ...base, tail, words: tail.join(' '), object } }
    return { rank: notUnderstood, said: { ...base, isLikely: false, refusal: whyNot(tail, verb) } }
  }
  return asName(base, tail, verb, verbs)
}

/** Words behind the verb that name a record by a part of its name, with arguments ahead or behind. */
function asName(base: SaidVerb, tail: readonly string[], verb: IndexedVerb, verbs: VerbIndex): Reading {
  for (const [args, name] of splits(tail)) {
    const taken = argumentsIn(args, base, verb.steps)
    if (taken?.refusal !== null || name.length > longestName || !name.every(isName) || name.every((word) => meaningless.has(fold(word))))
      continue
    const text = name.join(' ')
    const object = { text, recognised: recognise(text), isSure: false }
    const [first = ''] = name
    if (object.recognised.sure && object.recognised.shapes[0]?.kind !== 'qr-uri') continue
    const second = verbs.find(({ words, verb: { name: other } }) => words[0] === fold(first) && other !== verb.verb.name)
    const refusal = second ? `One command at a time: ‘${base.head}’ or ‘${first}’.` : null
    return { rank: byName, said: { ...base, ...taken, object, refusal } }
  }
  return { rank: notUnderstood, said: { ...base, isLikely: false, refusal: whyNot(tail, verb) } }
}

/** The splits of words into arguments and a name; the name alone first. */
function* splits(words: readonly string[]): Iterable<[args: readonly string[], name: readonly string[]]> {
  yield [[], words]
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    yield [words.slice(0, count), withoutBetween(words.slice(count))]
    yield [words.slice(-count), words.slice(0, -count)]
  }
}

const isName = (word: string) => /^[^\d@€$£]*\p{L}[^@€$£]*$/u.test(word)

/** Arguments and then text, such as a refund's amount and reason. */
function takesText(steps: readonly Step[], tail: readonly string[]): boolean {
  if (!steps.some(({ kind }) => kind === 'text')) return false
  if (steps[0]?.kind === 'text') return true
  return tail.some((_, index) => index > 0 && takeAhead(steps, tail.slice(0, index))?.refusal === null)
}

/** What the words behind a verb give its steps; null if they can't be that. Without any the verb itself may: 'block' says which status. */
function argumentsIn(tail: readonly string[], { match, head }: SaidVerb, steps: readonly Step[]) {
  if (tail.length > 0) {
    const taken = takeAhead(steps, tail)
    return taken && { ...taken, tail }
  }
  const step = match === 'keyword' && steps[0]?.kind === 'choice' ? steps[0] : null
  for (const typed of head.split(' ')) {
    const read = step?.readAhead?.(typed)
    if (read?.refusal === null) return { words: read.words ?? typed, refusal: null, tail: [typed] }
  }
  return { words: '', refusal: null, tail: [] }
}

/** How the words name a verb: each one its words in full or from three letters on, and one that means something. */
function headMatch(head: readonly string[], verb: IndexedVerb): Match['match'] | null {
  const parts = fold(head.join(' ')).split(' ')
  const known = [...verb.words, ...verb.keywords]
  const names = (part: string) => known.some((word) => word === part || (part.length > 2 && word.startsWith(part)))
  if (!parts.every(names) || parts.every((part) => meaningless.has(part))) return null
  const match = matchOf(parts.join(' '), verb)?.match ?? null
  return match === 'fuzzy' || match === 'initials' ? null : match
}

const isWhole = (head: readonly string[], { words, keywords }: IndexedVerb) =>
  fold(head.join(' '))
    .split(' ')
    .every((part) => words.includes(part) || keywords.includes(part))

function withoutBetween(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !between.test(word))
  return start < 0 ? [] : words.slice(start)
}

const kinds: Record<Findable, readonly Shape['kind'][]> = {
  customer: ['email', 'customer-id', 'provider-id'],
  qr: ['qr-uri', 'qr-id'],
  invoice: ['invoice-id', 'invoice-number'],
  payment: ['payment'],
}
const isOf = ({ kind }: Shape, type: Findable) => kinds[type].includes(kind)

/** What is recognised, without what can't name a record of these types. */
export function narrowed({ shapes, ...rest }: Recognised, types: readonly Findable[]): Recognised {
  return { ...rest, shapes: shapes.filter((shape) => shape.kind === 'text' || types.some((type) => isOf(shape, type))) }
}

/** Says what isn't understood behind a verb. */
function whyNot(tail: readonly string[], { steps, verb }: IndexedVerb): string {
  const date = tail.find((word) => /^(\d{1,2}|\d{4})[-/.]\d{1,2}[-/.](\d{1,2}|\d{4})$/.test(word))
  if (date !== undefined && !isDay(date)) return `There is no day ${date}.`
  const shown = tail.slice(0, 6).join(' ') + (tail.length > 6 ? '…' : '')
  const asked = steps.filter(({ isSecret }) => !isSecret).map(({ title }) => title.toLowerCase())
  const takes = asked.length === 0 ? `it takes one ${verb.noun}` : `it takes one ${verb.noun} and asks for ${asked.join(', ')}`
  return `‘${shown}’ is not understood: ${takes}.`
}

/** Whether a day exists, written in either order. */
function isDay(text: string): boolean {
  const parts = text.split(/[-/.]/).map(Number)
  const [year = 0, month = 0, day = 0] = (parts[0] ?? 0) > 31 ? parts : parts.toReversed()
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
