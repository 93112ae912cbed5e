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
export const clash = (one: string, other: string) => one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)

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
export function areAtOdds(one: Command, other: Command): boolean {
  return keysOf(one).some((keys) => keysOf(other).some((taken) => clash(keys, taken) && !(keys === taken && isSameAction(one, other))))
}

/** Why keys don't suit a command, regardless of others; null if they do. Its declared keys always do. */
export function unfitness(command: Command, keys: string): KeyProblem | null {
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
export function withKeys(command: Command, keys: string): Command {
  if (keys === '') return { ...command, keys: undefined, moreKeys: undefined }
  return { ...command, keys, moreKeys: command.moreKeys?.filter((each) => each !== keys) }
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
