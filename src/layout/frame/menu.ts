import { useLocation } from '@tanstack/react-router'
import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import { useCommands } from '../commands/use-commands.ts'

/** A menu group with the entries the person may open. */
export interface MenuGroup {
  name: string
  entries: readonly MenuEntry[]
  /** Whether it contains the current screen's entry. */
  isHere: boolean
}

export interface MenuEntry extends ResolvedCommand {
  href: string
  /** Whether it leads to the current screen or its parent. */
  isHere: boolean
}

/** The entries the person may open, in the documented groups; empty groups are left out (ruling 2). */
export function useMenu(): MenuGroup[] {
  const { resolveIn } = useCommands()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const resolved = resolveIn('sidebar')
  const here = entryAt(path, resolved)
  const groups = new Map<string, MenuEntry[]>()
  for (const entry of resolved) {
    const { section, href } = entry.command
    if (href === undefined) continue
    groups.set(section, [...(groups.get(section) ?? []), { ...entry, href, isHere: href === here }])
  }
  return [...groups].map(([name, entries]) => ({ name, entries, isHere: entries.some(({ isHere }) => isHere) }))
}

/** The href of a path's nearest entry: /customers/notes doesn't belong to the customers list. */
function entryAt(path: string, entries: readonly ResolvedCommand[]): string | undefined {
  return entries
    .flatMap(({ command: { href } }) => (href !== undefined && `${path}/`.startsWith(`${href}/`) ? [href] : []))
    .sort((a, b) => b.length - a.length)[0]
}
