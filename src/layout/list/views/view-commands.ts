import { BookmarkIcon } from '@primer/octicons-react'
import { type Command, command } from '../../../commands/engine/command.ts'
import type { Preferences } from '../../../contract/preferences.ts'
import { viewHref } from './named-views.ts'

/**
 * Named views as palette commands: 'View: Unpaid in Spain — Customers'. They need the same rights as the list's
 * page.
 * @param known the commands among which the page is found
 */
export function viewCommands({ views = {} }: Preferences, known: readonly Command[]): Command[] {
  return Object.entries(views).flatMap(([path, named]) => {
    const page = known.find(({ href, scope }) => href === path && scope === 'global')
    if (!page) return []
    const list = page.title(null)
    return named.map(({ name, search }) => {
      const href = viewHref(path, search)
      return command({
        id: `view.${path}.${name}`,
        title: `View: ${name} — ${list}`,
        section: 'Views',
        icon: BookmarkIcon,
        keywords: `${list} filter saved`,
        needs: page.needs,
        href,
        run: (context) => context.navigate(href),
      })
    })
  })
}
