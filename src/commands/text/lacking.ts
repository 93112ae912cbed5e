import { allCapabilities, type Capability } from '../../contract/capabilities.ts'
import type { Command } from '../engine/command.ts'
import { recordNouns } from '../engine/record-types.ts'
import type { TargetType } from '../engine/targets.ts'
import { fold } from './ranking.ts'
import type { Tokens } from './token.ts'
import { indexVerbs, type VerbIndex } from './verb-index.ts'
import { readVerbs } from './verbs.ts'

const types = Object.keys(recordNouns) as TargetType[]

/** What a person may not do: the screens and commands that take more capabilities than theirs. */
export interface Lacking {
  commands: readonly Command[]
  verbs: VerbIndex
}

export function lackingWith(capabilities: readonly Capability[], all: readonly Command[]): Lacking {
  const commands = all.filter(({ needs }) => needs !== undefined && !capabilities.includes(needs))
  return { commands, verbs: indexVerbs(commands, allCapabilities, types) }
}

/** The title of what a text asks for, if that is one of these; else null. Pure. */
export function lackingIn(typed: Tokens, { commands, verbs }: Lacking): string | null {
  if (commands.length === 0) return null
  const text = fold(typed.text)
  const screen = commands.find(
    ({ href, aka = [], title }) => href !== undefined && [title(null), ...aka].some((name) => fold(name) === text),
  )
  if (screen) return screen.title(null)
  const [best] = readVerbs(typed, verbs)
  return best?.isWhole && best.saysWhat ? (best.verb.commands[best.type]?.title(null) ?? null) : null
}
