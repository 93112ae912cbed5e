import type { Command } from './command.ts'
import { isCanonical, isCharacterKeys, parseKeys } from './keymap.ts'
import { reservedBy } from './reserved-keys.ts'

/** Keys that a person has chosen, by command; an empty text takes the command's keys away. */
export type ChosenKeys = Readonly<Record<string, string>>

/** Why a command cannot have keys. */
export type KeyProblem =
  /** There is no such command (any more). */
  | { kind: 'unknown' }
  /** It cannot be without: through it everything else is reached. */
  | { kind: 'needed' }
  /** Not one or two strokes that every keyboard has. */
  | { kind: 'form' }
  | { kind: 'reserved'; stroke: string; by: 'the browser' | 'screen readers' }
  /** It asks before it runs, and one key is too easily pressed. */
  | { kind: 'asks' }
  /** It works while one types. */
  | { kind: 'typing' }
  /** It goes on as long as the key is held, and a sequence can't be held. */
  | { kind: 'repeats' }
  /** Enter and arrows work what has the focus, or move through a list. */
  | { kind: 'list' }
  /** Other commands have them, or keys that they begin or are begun by. */
  | { kind: 'taken'; keys: string; by: readonly Command[] }

export interface KeyScheme {
  /** Every command with the keys that work. */
  commands: readonly Command[]
  /** What was chosen and cannot be had: the command's own keys stand. */
  ignored: readonly { id: string; keys: string; problem: KeyProblem }[]
}

/** All keys of a command, those that are shown first. */
export const keysOf = ({ keys, moreKeys = [] }: Command): string[] => [...(keys === undefined ? [] : [keys]), ...moreKeys]

/** Whether one text of keys could not be told from the other, or would never be reached. */
const clash = (one: string, other: string) => one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)

/** Through it everything is reached where no other key works. */
const palette = 'palette.open'

const isRecord = ({ scope }: Command) => scope !== 'global' && scope !== 'list'
const verbOf = ({ id }: Command) => id.split('.')[1] ?? ''
const moves = new Set(['next', 'previous'])

/** The same action in two places, `customer.copy-id` and `qr.copy-id`: the key may be the same, and the inner place has it. */
function isSameAction(one: Command, other: Command): boolean {
  if (one.scope === other.scope || verbOf(one) !== verbOf(other)) return false
  return (isRecord(one) && isRecord(other)) || moves.has(verbOf(one))
}

/**
 * Whether two commands cannot both have their keys. Scopes do not matter: any two may be on screen together (a focused row, a
 * selection and the page's record, beside the list and the console), and a key that means one thing is learned once.
 */
function areAtOdds(one: Command, other: Command): boolean {
  return keysOf(one).some((keys) => keysOf(other).some((taken) => clash(keys, taken) && !(keys === taken && isSameAction(one, other))))
}

/** What is wrong with keys for a command whatever the others have; null where nothing is. Those it was declared with are fit. */
function unfitness(command: Command, keys: string): KeyProblem | null {
  if (keys === '') return command.id === palette ? { kind: 'needed' } : null
  if (keys === command.keys) return null
  const strokes = parseKeys(keys)
  if (strokes.length > 2 || !isCanonical(keys)) return { kind: 'form' }
  if (command.everywhere && !/^\$mod\+[^ ]$/.test(keys)) return { kind: 'typing' }
  // Every text field takes back what was typed.
  if (command.everywhere && keys === '$mod+z') return { kind: 'reserved', stroke: keys, by: 'the browser' }
  for (const stroke of strokes) {
    const by = reservedBy(stroke)
    if (by) return { kind: 'reserved', stroke, by }
  }
  if (command.scope !== 'list' && strokes.some((stroke) => /^(Shift\+)?(Enter|Arrow\w+|Delete)$/.test(stroke))) return { kind: 'list' }
  if ((command.danger ?? command.args) && strokes.length < 2) return { kind: 'asks' }
  return command.repeats && strokes.length > 1 ? { kind: 'repeats' } : null
}

/** The command with chosen keys. Further ones that it was declared with, as arrows, stay with it. */
function withKeys(command: Command, keys: string): Command {
  const { keys: _own, moreKeys, ...rest } = command
  if (keys === '') return rest
  return { ...rest, keys, ...(moreKeys ? { moreKeys: moreKeys.filter((each) => each !== keys) } : {}) }
}

/** Why a command cannot have keys beside what all commands have now; null where it can. */
export function problemOf(commands: readonly Command[], id: string, keys: string): KeyProblem | null {
  const command = commands.find((each) => each.id === id)
  if (!command) return { kind: 'unknown' }
  const unfit = unfitness(command, keys)
  if (unfit) return unfit
  const by = commands.filter((other) => other.id !== id && areAtOdds(withKeys(command, keys), other))
  return by.length > 0 ? { kind: 'taken', keys, by } : null
}

/**
 * The commands with the keys that a person has chosen. Whatever was chosen (by an import, or before an update of the console), no
 * two commands are at odds afterwards: what does not fit is left out, and the command keeps the keys it was declared with.
 */
export function keyScheme(declared: readonly Command[], chosen: ChosenKeys = {}): KeyScheme {
  const wanted = Object.entries(chosen)
  if (wanted.length === 0) return { commands: declared, ignored: [] }
  const known = new Map(declared.map((command) => [command.id, command]))
  const ignored = new Map<string, KeyProblem>()
  for (const [id, keys] of wanted) {
    const command = known.get(id)
    const unfit = command ? unfitness(command, keys) : ({ kind: 'unknown' } as const)
    if (unfit) ignored.set(id, unfit)
  }
  for (;;) {
    const commands = declared.map((command) => {
      const keys = chosen[command.id]
      return keys === undefined || ignored.has(command.id) ? command : withKeys(command, keys)
    })
    // The last of those at odds gives way. What was declared never clashes with itself, so that this ends.
    const odd = commands.findLast(
      (one, index) => one !== declared[index] && commands.some((other) => other.id !== one.id && areAtOdds(one, other)),
    )
    if (!odd) return { commands, ignored: [...ignored].map(([id, problem]) => ({ id, keys: chosen[id] ?? '', problem })) }
    ignored.set(odd.id, {
      kind: 'taken',
      keys: odd.keys ?? '',
      by: commands.filter((other) => other.id !== odd.id && areAtOdds(odd, other)),
    })
  }
}

/** The same commands without keys of single characters (WCAG 2.2, 2.1.4): what begins with a modifier, arrows and Enter stay. */
export function withoutCharacterKeys(commands: readonly Command[]): Command[] {
  return commands.map((command) => {
    const [keys, ...moreKeys] = keysOf(command).filter((each) => !isCharacterKeys(each))
    const { keys: _keys, moreKeys: _moreKeys, ...rest } = command
    return keys === undefined ? rest : { ...rest, keys, moreKeys }
  })
}

/**
 * What is left to choose once a command goes back to its own keys: others whose chosen keys stand in the way go back as well.
 */
export function withoutChoice(declared: readonly Command[], chosen: ChosenKeys, id: string): Record<string, string> {
  const { [id]: _gone, ...left } = chosen
  const { ignored } = keyScheme(declared, left)
  const wereIgnored = new Set(keyScheme(declared, chosen).ignored.map((each) => each.id))
  const fallen = ignored.find((each) => !wereIgnored.has(each.id))
  return fallen ? withoutChoice(declared, left, fallen.id) : left
}

/** The change of what is kept that leads from one choice of keys to another: null takes an entry away. */
export function keyChange(from: ChosenKeys, to: ChosenKeys): Record<string, string | null> {
  const gone = Object.keys(from).filter((id) => to[id] === undefined)
  const set = Object.entries(to).filter(([id, keys]) => from[id] !== keys)
  return Object.fromEntries([...gone.map((id) => [id, null] as const), ...set])
}

/** A choice of keys with one more; what a command was declared with is no choice. */
export function withChoice(declared: readonly Command[], chosen: ChosenKeys, id: string, keys: string): Record<string, string> {
  const own = declared.find((command) => command.id === id)?.keys ?? ''
  const { [id]: _before, ...others } = chosen
  return keys === own ? others : { ...others, [id]: keys }
}

/** The ways to give a command keys that another one has: that one gets its keys instead, or is left without. */
interface Offers {
  other: Command
  swap: Record<string, string> | null
  take: Record<string, string> | null
}

/** What can be offered where keys are taken; null where more than one command has them, or has them for good. */
export function offersFor(declared: readonly Command[], chosen: ChosenKeys, id: string, keys: string): Offers | null {
  const { commands, ignored } = keyScheme(declared, chosen)
  const problem = problemOf(commands, id, keys)
  const [other, ...more] = problem?.kind === 'taken' ? problem.by : []
  if (!other || more.length > 0 || other.keys === undefined || !clash(keys, other.keys)) return null
  const own = commands.find((command) => command.id === id)?.keys ?? ''
  const ifFits = (otherKeys: string) => {
    const next = withChoice(declared, withChoice(declared, chosen, id, keys), other.id, otherKeys)
    return keyScheme(declared, next).ignored.length > ignored.length ? null : next
  }
  const offers = { other, swap: own === '' ? null : ifFits(own), take: ifFits('') }
  return (offers.swap ?? offers.take) ? offers : null
}
