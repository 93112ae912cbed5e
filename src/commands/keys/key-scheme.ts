import type { Command } from '../engine/command.ts'
import { isCanonical, isCharacterKeys, parseKeys } from './keymap.ts'
import { reservedBy } from './reserved-keys.ts'

/** Keys chosen by a person, by command; '' removes the command's keys. */
export type ChosenKeys = Readonly<Record<string, string>>

/** Why a command can't have certain keys. */
export type KeyProblem =
  /** The command doesn't exist (any more). */
  | { kind: 'unknown' }
  /** The command must have keys: everything else is reached through it. */
  | { kind: 'needed' }
  /** Not one or two strokes that every keyboard has. */
  | { kind: 'form' }
  | { kind: 'reserved'; stroke: string; by: 'the browser' | 'screen readers' }
  /** It asks before it runs, and a single key is too easy to hit. */
  | { kind: 'asks' }
  /** It also works while typing. */
  | { kind: 'typing' }
  /** It repeats while held, which a sequence can't. */
  | { kind: 'repeats' }
  /** Enter and arrows activate the focused element or move in a list. */
  | { kind: 'list' }
  /** Used by other commands, or one is a prefix of the other. */
  | { kind: 'taken'; keys: string; by: readonly Command[] }

export interface KeyScheme {
  commands: readonly Command[]
  /** Choices that don't fit; those commands keep their own keys. */
  ignored: readonly { id: string; keys: string; problem: KeyProblem }[]
}

/** All keys of a command, the displayed ones first. */
export const keysOf = ({ keys, moreKeys = [] }: Command): string[] => [...(keys === undefined ? [] : [keys]), ...moreKeys]

/** Whether two key texts are equal or one is a prefix of the other, so one could never be reached. */
const clash = (one: string, other: string) => one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)

/** The way to everything else if no other key works. */
const palette = 'palette.open'

const isOfRecords = ({ scope }: Command) => scope !== 'global' && scope !== 'list'

/**
 * The same verb on different records, such as `customer.copy-id` and `qr.copy-id`, or a step to the next row or record: they may
 * share a key, and the inner scope wins. To export a list is not to export what is selected in it.
 */
const isSameAction = (one: Command, other: Command) =>
  one.verb !== undefined &&
  one.verb === other.verb &&
  one.scope !== other.scope &&
  ((isOfRecords(one) && isOfRecords(other)) || one.verb === 'next' || one.verb === 'previous')

/**
 * Whether two commands can't both keep their keys. Scope doesn't matter: any two may be on screen together, and a key
 * should only ever mean one thing.
 */
function areAtOdds(one: Command, other: Command): boolean {
  return keysOf(one).some((keys) => keysOf(other).some((taken) => clash(keys, taken) && !(keys === taken && isSameAction(one, other))))
}

/** Why keys don't suit a command, regardless of others; null if they do. Its declared keys always do. */
function unfitness(command: Command, keys: string): KeyProblem | null {
  if (keys === '') return command.id === palette ? { kind: 'needed' } : null
  if (keys === command.keys) return null
  const strokes = parseKeys(keys)
  if (strokes.length > 2 || !isCanonical(keys)) return { kind: 'form' }
  if (command.everywhere && !/^\$mod\+[^ ]$/.test(keys)) return { kind: 'typing' }
  // Text fields use it for their own undo.
  if (command.everywhere && keys === '$mod+z') return { kind: 'reserved', stroke: keys, by: 'the browser' }
  for (const stroke of strokes) {
    const by = reservedBy(stroke)
    if (by) return { kind: 'reserved', stroke, by }
  }
  if (command.scope !== 'list' && strokes.some((stroke) => /^(Shift\+)?(Enter|Arrow\w+|Delete)$/.test(stroke))) return { kind: 'list' }
  if ((command.danger ?? command.args) && strokes.length < 2) return { kind: 'asks' }
  return command.repeats && strokes.length > 1 ? { kind: 'repeats' } : null
}

/** The command with chosen keys; declared alternatives such as arrows stay. */
function withKeys(command: Command, keys: string): Command {
  if (keys === '') return { ...command, keys: undefined, moreKeys: undefined }
  return { ...command, keys, moreKeys: command.moreKeys?.filter((each) => each !== keys) }
}

/** Why a command can't have these keys given all current ones; null if it can. */
export function problemOf(commands: readonly Command[], id: string, keys: string): KeyProblem | null {
  const command = commands.find((each) => each.id === id)
  if (!command) return { kind: 'unknown' }
  const unfit = unfitness(command, keys)
  if (unfit) return unfit
  const by = commands.filter((other) => other.id !== id && areAtOdds(withKeys(command, keys), other))
  return by.length > 0 ? { kind: 'taken', keys, by } : null
}

/**
 * Commands with the chosen keys applied. Choices that don't fit (from an import or before an update) are dropped in
 * favour of declared keys, so no two commands ever clash.
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
    // The last clashing choice gives way. Declared keys never clash, so this terminates.
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

/** The commands without single-character keys (WCAG 2.2, 2.1.4); keys with a modifier, arrows and Enter stay. */
export function withoutCharacterKeys(commands: readonly Command[]): Command[] {
  return commands.map((command) => {
    const [keys, ...moreKeys] = keysOf(command).filter((each) => !isCharacterKeys(each))
    return { ...command, keys, moreKeys }
  })
}

/** The remaining choices after a command returns to its own keys; choices that now clash return too. */
export function withoutChoice(declared: readonly Command[], chosen: ChosenKeys, id: string): Record<string, string> {
  const { [id]: _gone, ...left } = chosen
  const { ignored } = keyScheme(declared, left)
  const wereIgnored = new Set(keyScheme(declared, chosen).ignored.map((each) => each.id))
  const fallen = ignored.find((each) => !wereIgnored.has(each.id))
  return fallen ? withoutChoice(declared, left, fallen.id) : left
}

/** The preference change from one set of choices to another: null removes an entry. */
export function keyChange(from: ChosenKeys, to: ChosenKeys): Record<string, string | null> {
  const gone = Object.keys(from).filter((id) => to[id] === undefined)
  const set = Object.entries(to).filter(([id, keys]) => from[id] !== keys)
  return Object.fromEntries([...gone.map((id) => [id, null] as const), ...set])
}

/** The choices plus one; choosing the declared keys removes the choice. */
export function withChoice(declared: readonly Command[], chosen: ChosenKeys, id: string, keys: string): Record<string, string> {
  const own = declared.find((command) => command.id === id)?.keys ?? ''
  const { [id]: _before, ...others } = chosen
  return keys === own ? others : { ...others, [id]: keys }
}

/** Ways to take keys from another command: swap keys with it, or leave it without. */
interface Offers {
  other: Command
  swap: Record<string, string> | null
  take: Record<string, string> | null
}

/** What to offer if keys are taken; null if several commands have them or the one can't give them up. */
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
