import { z } from 'zod'
import type { Command } from '../../commands/engine/command.ts'
import { type ChosenKeys, type KeyProblem, keyScheme } from '../../commands/keys/key-scheme.ts'
import { Preferences } from '../../contract/preferences.ts'

/** The export format for moving keys between accounts. */
const KeyFile = z.strictObject({ quaydeskKeys: z.literal(1), keys: Preferences.shape.keys.unwrap(), letterKeys: z.boolean() })
type KeyFile = z.infer<typeof KeyFile>

/** The parsed keys, or why they were refused. */
export type ReadKeys =
  | { state: 'read'; file: KeyFile }
  | { state: 'unreadable' }
  | { state: 'refused'; problems: readonly { id: string; keys: string; problem: KeyProblem }[] }

/** Exports a person's keys as text. */
export function writeKeyFile(keys: ChosenKeys, letterKeys: boolean): string {
  const sorted = Object.fromEntries(Object.entries(keys).toSorted(([one], [other]) => one.localeCompare(other)))
  return `${JSON.stringify({ quaydeskKeys: 1, letterKeys, keys: sorted } satisfies KeyFile, null, 2)}\n`
}

/** Parses exported keys. One invalid key refuses the whole file, so nothing is half applied. */
export function readKeyFile(declared: readonly Command[], text: string): ReadKeys {
  const parsed = KeyFile.safeParse(jsonOf(text))
  if (!parsed.success) return { state: 'unreadable' }
  const { ignored } = keyScheme(declared, parsed.data.keys)
  return ignored.length > 0 ? { state: 'refused', problems: ignored } : { state: 'read', file: parsed.data }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
