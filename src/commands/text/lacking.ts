import { allCapabilities, type Capability } from '../../contract/capabilities.ts'
import type { Command } from '../engine/command.ts'
import { recordNouns } from '../engine/record-types.ts'
import type { TargetType } from '../engine/targets.ts'
import { fold } from './ranking.ts'
import type { Tokens } from './tokens.ts'
import { indexVerbs } from './verb-index.ts'
import { readVerbs } from './verbs.ts'

const types = Object.keys(recordNouns) as TargetType[]

/** The title of what a text asks for, if that is a command or screen that takes more capabilities than these; else null. Pure. */
export function lackingIn(typed: Tokens, commands: readonly Command[], capabilities: readonly Capability[]): string | null {
  const lacking = commands.filter(({ needs }) => needs !== undefined && !capabilities.includes(needs))
  if (lacking.length === 0) return null
  const text = fold(typed.text)
  const screen = lacking.find(
    ({ href, aka = [], title }) => href !== undefined && [title(null), ...aka].some((name) => fold(name) === text),
  )
  if (screen) return screen.title(null)
  const [best] = readVerbs(typed, indexVerbs(lacking, allCapabilities, types))
  return best?.isWhole && best.saysWhat ? (best.verb.commands[best.type]?.title(null) ?? null) : null
}
