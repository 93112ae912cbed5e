import type { Command } from '../../commands/engine/command.ts'
import { keyLabel } from '../../commands/keys/key-labels.ts'
import { keysOf } from '../../commands/keys/key-scheme.ts'
import { indexItem, rank } from '../../commands/text/ranking.ts'
import { isMac } from '../kit/platform.ts'

/** Finds commands by keys, as typed or printed ('g c', 'Ctrl K'), then by words; all of them for an empty query. */
export function searchKeys(query: string, commands: readonly Command[]): Command[] {
  const sought = query.trim()
  if (sought === '') return [...commands]
  const names = (keys: string) => [keys, keyLabel(keys, isMac), keyLabel(keys, isMac).replaceAll(' then ', ' ')]
  const hasKeys = (keys: string) => names(keys).some((name) => name.toLowerCase() === sought.toLowerCase())
  const indexed = commands.map((command) => indexItem(command, command.title(null), `${command.keywords ?? ''} ${command.section}`))
  const byWords = rank(sought, indexed).map(({ item }) => item)
  return [...new Set([...commands.filter((command) => keysOf(command).some(hasKeys)), ...byWords])]
}
