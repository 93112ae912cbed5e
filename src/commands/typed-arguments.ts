import type { Typed } from './answers.ts'
import type { Arguments, Choice, Read, Step } from './command.ts'
import { fold, foldQuery, type Indexed, type Match, matchClasses, matchOf, type Ranked } from './ranking.ts'
import type { Target } from './record-types.ts'
import type { ResolvedCommand } from './resolve.ts'

/** Arguments typed after a command's name: 'extend trial 7', 'refund 12,50 broken'. */
export interface TypedArguments {
  /** Text by step. */
  given: Typed
  /** Display text: '7 days'. */
  words: string
  /** Why it is refused; the step shows it too. */
  refusal: string | null
}

/** A command matched by the start of a text, with the rest as arguments. */
export interface WithArguments<Item> extends Ranked<Item> {
  /** The part that named the command. */
  head: string
  args: TypedArguments
}

/**
 * Commands named together with arguments: the start matches the title, and the first steps take all of the rest.
 * Skipped if the whole text matches the title equally well.
 */
export function matchWithArguments<Item>(
  text: string,
  items: readonly Indexed<Item>[],
  resolvedOf: (item: Item) => ResolvedCommand,
): WithArguments<Item>[] {
  const words = text.trim().split(/\s+/)
  const whole = foldQuery(text)
  if (whole === null) return []
  return items.flatMap((indexed): WithArguments<Item>[] => {
    const { command, target } = resolvedOf(indexed.item)
    if (!target || !command.args) return []
    const better = matchOf(whole, indexed)
    if (better?.match === 'keyword' && indexed.keywords.includes(whole)) {
      // 'block' says all of it: the command and its status.
      const args = takeArguments(command.args, target, words, false)
      if (args) return [{ match: 'exact', distance: 0, item: indexed.item, indexed, head: text.trim(), args }]
    }
    for (let count = words.length - 1; count > 0; count--) {
      const head = words.slice(0, count).join(' ')
      const match = matchOf(fold(head), indexed)
      if (!match || (better && rankOf(match) >= rankOf(better))) continue
      const args = takeArguments(command.args, target, words.slice(count), canTakeText(match, better))
      if (args) return [{ ...match, item: indexed.item, indexed, head, args }]
    }
    return []
  })
}

const rankOf = ({ match }: Match) => matchClasses.indexOf(match)

/** A text step would take anything, so require a good match of the start and a poor one of the whole. */
const canTakeText = ({ match }: Match, whole: Match | null) =>
  (match === 'exact' || match === 'prefix' || match === 'word-start') && (whole === null || whole.match === 'fuzzy')

/**
 * Assigns words to steps in order; null unless all are used. Well-formed
 * but refused values, such as 0 days, are taken along with their refusal.
 */
export function takeArguments(steps: readonly Step[], target: Target, tail: readonly string[], withText: boolean): TypedArguments | null {
  const { record } = target
  const values: Arguments = {}
  const given: Record<string, string> = {}
  const said: string[] = []
  let left = tail
  let refusal: string | null = null
  for (const step of steps) {
    if (left.length === 0 || refusal !== null) break
    if (step.isWanted?.(values) === false) continue
    const taken = take(step, record, left, withText || said.length > 0)
    const typed = taken?.typed ?? impliedFor(step, steps, record, left)
    if (typed === null) return null
    given[step.name] = typed
    const read = taken?.read ?? step.read(typed, record)
    if (read.refusal === null) values[step.name] = read.value
    if (!taken) continue
    left = left.slice(taken.count)
    refusal = read.refusal
    said.push(taken.words)
  }
  return left.length > 0 || said.length === 0 ? null : { given, words: said.join(', '), refusal }
}

/** What a step takes: how many words, and the text they give. */
export interface Taken {
  count: number
  typed: string
  read: Read<unknown>
  words: string
}

function take(step: Step, record: Target['record'], words: readonly string[], withText: boolean): Taken | null {
  if (step.isSecret) return null
  const taken = (count: number, typed: string, said?: string): Taken => {
    const read = step.read(typed, record)
    return { count, typed, read, words: (read.refusal === null ? read.words : undefined) ?? said ?? typed }
  }
  if (step.kind === 'number') {
    const number = numberIn(words, step.title)
    return number && taken(number.count, number.typed)
  }
  if (step.kind === 'amount') {
    const amount = amountIn(words, step, record)
    return amount && taken(amount.count, amount.typed)
  }
  if (step.kind === 'choice') {
    const choice = step.options ? optionIn(words, step.options(record)) : unaskedChoiceIn(words, step, record)
    return choice && taken(choice.count, choice.value, choice.label)
  }
  if (step.kind !== 'text' || !withText) return null
  const all = taken(words.length, words.join(' '))
  return all.read.refusal === null ? all : null
}

/** The answer this step needs so that a later one, which takes the words, is asked at all; null if none. */
function impliedFor(step: Step, steps: readonly Step[], record: Target['record'], words: readonly string[]): string | null {
  for (const [name, value] of Object.entries(step.impliedBy ?? {})) {
    const later = steps.find((each) => each.name === name)
    if (later && take(later, record, words, false)) return value
  }
  return null
}

/** '7', '7d', '7 days': digits with an optional unit that matches the step's title. */
export function numberIn([first = '', second = '']: readonly string[], title: string): { count: number; typed: string } | null {
  const [, digits, unit = ''] = /^(\d{1,9})(\p{L}*)$/u.exec(first) ?? []
  if (digits === undefined) return null
  const isUnit = (text: string) => text !== '' && fold(title).startsWith(fold(text))
  if (unit !== '') return isUnit(unit) ? { count: 1, typed: digits } : null
  return { count: /^\p{L}+$/u.test(second) && isUnit(second) ? 2 : 1, typed: digits }
}

/** '12,50', '12.50€', '€ 12'. The currency sign is dropped only if it is the payment's own. */
function amountIn(words: readonly string[], step: Step, record: Target['record']): { count: number; typed: string } | null {
  const shape = amountShape(words)
  if (!shape) return null
  const { count, typed: number, sign } = shape
  const read = step.read(number, record)
  const isOwn = sign === '' || (read.refusal === null && read.words?.includes(sign))
  return { count, typed: isOwn ? number : words.slice(0, count).join(' ') }
}

/** One with separators of thousands too: its step says how to write it. */
export function amountShape(words: readonly string[]): { count: number; typed: string; sign: string } | null {
  for (const count of [2, 1]) {
    const text = words.slice(0, count).join(' ')
    const [, before = '', number, after = ''] = /^(\p{Sc}?) ?(\d{1,12}(?:[.,]\d{3}){0,4}(?:[.,]\d*)?) ?(\p{Sc}?)$/u.exec(text) ?? []
    if (number !== undefined && words.length >= count) return { count, typed: number, sign: before || after }
  }
  return null
}

/** The single option named by the longest run of words: by value, label, or start of a word in the label. */
function optionIn(words: readonly string[], options: readonly Choice[]): { count: number; value: string; label: string } | null {
  for (let count = words.length; count > 0; count--) {
    const text = fold(words.slice(0, count).join(' '))
    if (text === '') continue
    const named = options.filter(({ value, label, keywords = [] }) => [value, label, ...keywords].some((each) => fold(each) === text))
    // Never by a number within a label: 'refund 9' is no full refund of 19,90 €.
    const begun = /\p{L}/u.test(text) ? options.filter(({ label }) => ` ${fold(label)}`.includes(` ${text}`)) : []
    const [only, another] = named.length > 0 ? named : begun
    if (only && !another) return { count, value: only.value, label: only.label }
  }
  return null
}

/** For choices with unloaded options: whatever the step can read; the step itself checks if it exists. */
function unaskedChoiceIn([first = '', second]: readonly string[], step: Step, record: Target['record']) {
  const value = first.replace(/%$/, '')
  if (value === '' || step.read(value, record).refusal !== null) return null
  return { count: second === '%' ? 2 : 1, value, label: first }
}
