import { useLocation } from '@tanstack/react-router'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import { useCommands } from '../commands/use-commands.ts'

/** A group of the menu, with what the person may open of it. */
export interface MenuGroup {
  name: string
  entries: readonly MenuEntry[]
  /** Whether the screen that is open is one of its entries'. */
  isHere: boolean
}

export interface MenuEntry extends ResolvedCommand {
  href: string
  /** Whether it leads to the screen that is open, or to the one that this belongs to. */
  isHere: boolean
}

/** The menu: what the person may open, in the documented groups. A group with nothing left is not there (ruling 2). */
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

/** Where the entry leads that a path belongs to: the nearest one, as /customers/notes is no page of the customers list. */
function entryAt(path: string, entries: readonly ResolvedCommand[]): string | undefined {
  return entries
    .flatMap(({ command: { href } }) => (href !== undefined && `${path}/`.startsWith(`${href}/`) ? [href] : []))
    .sort((a, b) => b.length - a.length)[0]
}
