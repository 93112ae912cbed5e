import type { Command } from '../engine/command.ts'
import { areAtOdds, type ChosenKeys, clash, type KeyProblem, keyScheme, unfitness, withKeys } from './key-scheme.ts'

/** Why a command can't have these keys given all current ones; null if it can. */
export function problemOf(commands: readonly Command[], id: string, keys: string): KeyProblem | null {
  const command = commands.find((each) => each.id === id)
  if (!command) return { kind: 'unknown' }
  const unfit = unfitness(command, keys)
  if (unfit) return unfit
  const by = commands.filter((other) => other.id !== id && areAtOdds(withKeys(command, keys), other))
  return by.length > 0 ? { kind: 'taken', keys, by } : null
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
