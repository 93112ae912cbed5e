import { useLocation } from '@tanstack/react-router'
import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import { useCommands } from '../commands/use-commands.ts'
import { groupBy } from '../kit/group-by.ts'

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
  const all = resolved.flatMap((entry): MenuEntry[] => {
    const { href } = entry.command
    return href === undefined ? [] : [{ ...entry, href, isHere: href === here }]
  })
  return groupBy(all, ({ command }) => command.section).map(([name, entries]) => ({
    name,
    entries,
    isHere: entries.some(({ isHere }) => isHere),
  }))
}

/** The href of a path's nearest entry: /customers/notes doesn't belong to the customers list. */
function entryAt(path: string, entries: readonly ResolvedCommand[]): string | undefined {
  return entries
    .flatMap(({ command: { href } }) => (href !== undefined && `${path}/`.startsWith(`${href}/`) ? [href] : []))
    .sort((a, b) => b.length - a.length)[0]
}
