import type { Typed } from './answers.ts'
import type { Arguments, Choice, Read, Step, Target } from './command.ts'
import { fold, type Indexed, type Match, matchClasses, matchOf, foldQuery, type Ranked } from './ranking.ts'
import type { ResolvedCommand } from './resolve.ts'

/** Arguments that were typed behind a command's name: 'extend trial 7', 'refund 12,50 broken'. */
export interface TypedArguments {
  /** What stands in which step. */
  given: Typed
  /** How that reads: '7 days'. */
  words: string
  /** Why it will not do; the step says so as well. */
  refusal: string | null
}

/** A command that was found by the beginning of a text, and the arguments that the rest of it is. */
export interface WithArguments<Item> extends Ranked<Item> {
  /** The part of the text that named the command. */
  head: string
  args: TypedArguments
}

/**
 * The commands that a text names together with arguments: its beginning matches the title, and the first steps take all of the rest. Where the
 * whole text matches the title as well as its beginning does, it is no argument.
 */
export function matchWithArguments<Item>(
  text: string,
  items: readonly Indexed<Item>[],
  resolvedOf: (item: Item) => ResolvedCommand,
): WithArguments<Item>[] {
  const words = text.trim().split(/\s+/)
  const whole = foldQuery(text)
  if (whole === null || words.length < 2) return []
  return items.flatMap((indexed) => {
    const { command, target } = resolvedOf(indexed.item)
    if (!target || !command.args) return []
    const better = matchOf(whole, indexed)
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

/** Any text would do for a step that is a text: then the beginning must name the command outright, and the whole must not. */
const canTakeText = ({ match }: Match, whole: Match | null) =>
  (match === 'exact' || match === 'prefix' || match === 'word-start') && (whole === null || whole.match === 'fuzzy')

/**
 * Gives words to the steps of a command, in their order; null unless all of them are taken. What is shaped right but refused, such as 0
 * days, is taken with its refusal.
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

/** What a step takes of the words: how many of them, and as what. */
interface Taken {
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

/** What a step must be answered so that a later one, which takes the words, is asked for at all; null where nothing of the kind is so. */
function impliedFor(step: Step, steps: readonly Step[], record: Target['record'], words: readonly string[]): string | null {
  for (const [name, value] of Object.entries(step.impliedBy ?? {})) {
    const later = steps.find((each) => each.name === name)
    if (later && take(later, record, words, false)) return value
  }
  return null
}

/** '7', '7d', '7 days': digits, and the unit where it is what the step is called. */
function numberIn([first = '', second = '']: readonly string[], title: string): { count: number; typed: string } | null {
  const [, digits, unit = ''] = /^(\d{1,9})(\p{L}*)$/u.exec(first) ?? []
  if (digits === undefined) return null
  const isUnit = (text: string) => text !== '' && fold(title).startsWith(fold(text))
  if (unit !== '') return isUnit(unit) ? { count: 1, typed: digits } : null
  return { count: /^\p{L}+$/u.test(second) && isUnit(second) ? 2 : 1, typed: digits }
}

/** '12,50', '12.50€', '€ 12'. A currency's sign is dropped only where it is the one that the amount is in. */
function amountIn(words: readonly string[], step: Step, record: Target['record']): { count: number; typed: string } | null {
  for (const count of [2, 1]) {
    const text = words.slice(0, count).join(' ')
    const [, before = '', number, after = ''] = /^(\p{Sc}?) ?(\d{1,12}(?:[.,]\d*)?) ?(\p{Sc}?)$/u.exec(text) ?? []
    if (number === undefined || words.length < count) continue
    const sign = before || after
    const read = step.read(number, record)
    const isOwn = sign === '' || (read.refusal === null && read.words?.includes(sign))
    return { count, typed: isOwn ? number : text }
  }
  return null
}

/** The one option that the longest run of words names: by its value, its label, or the beginning of a word in the label. */
function optionIn(words: readonly string[], options: readonly Choice[]): { count: number; value: string; label: string } | null {
  for (let count = words.length; count > 0; count--) {
    const text = fold(words.slice(0, count).join(' '))
    if (text === '') continue
    const named = options.filter(({ value, label }) => fold(value) === text || fold(label) === text)
    const [only, another] = named.length > 0 ? named : options.filter(({ label }) => ` ${fold(label)}`.includes(` ${text}`))
    if (only && !another) return { count, value: only.value, label: only.label }
  }
  return null
}

/** A choice whose options are not at hand: what its step reads. Whether it is among them shows in the step. */
function unaskedChoiceIn([first = '', second]: readonly string[], step: Step, record: Target['record']) {
  const value = first.replace(/%$/, '')
  if (value === '' || step.read(value, record).refusal !== null) return null
  return { count: second === '%' ? 2 : 1, value, label: first }
}
