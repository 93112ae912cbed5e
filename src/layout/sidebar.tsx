import { XIcon } from '@primer/octicons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { ResolvedCommand } from '../commands/resolve.ts'
import { KeyCaps } from './commands/key-caps.tsx'
import { useCommands } from './commands/use-commands.ts'
import { IconButton } from './icon-button.tsx'
import { ProductMark } from './product-mark.tsx'
import { useProductName } from './session.ts'
import styles from './sidebar.module.css'

/** The menu: what the person may open, in the documented groups. A group with nothing left is not there (ruling 2). */
export function Sidebar({ closeButton }: { closeButton?: () => void }) {
  const { resolveIn } = useCommands()
  const productName = useProductName()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const entries = resolveIn('sidebar')
  const here = entryAt(path, entries)
  return (
    <nav className={styles.sidebar} aria-label="Main">
      {closeButton ? (
        <div className={styles.drawerTop}>
          <ProductMark />
          <span className={styles.product}>{productName}</span>
          <IconButton icon={XIcon} label="Close the menu" onClick={closeButton} />
        </div>
      ) : null}
      {groupsOf(entries).map(([group, grouped]) => (
        <section key={group} className={styles.group} aria-label={group}>
          <p className={styles.groupName}>{group}</p>
          <ul className={styles.entries}>
            {grouped.map((entry) => (
              <SidebarEntry key={entry.command.id} entry={entry} isHere={entry.command.href === here} />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** Where the entry leads that a path belongs to: the nearest one, as /customers/notes is no page of the customers list. */
function entryAt(path: string, entries: readonly ResolvedCommand[]): string | undefined {
  return entries
    .flatMap(({ command: { href } }) => (href !== undefined && `${path}/`.startsWith(`${href}/`) ? [href] : []))
    .sort((a, b) => b.length - a.length)[0]
}

/** The entries by their group, both in the order in which they come. */
function groupsOf(entries: readonly ResolvedCommand[]): [group: string, entries: ResolvedCommand[]][] {
  const groups = new Map<string, ResolvedCommand[]>()
  for (const entry of entries) groups.set(entry.command.section, [...(groups.get(entry.command.section) ?? []), entry])
  return [...groups]
}

/** A link, so that it can be opened in a new tab and copied; the command behind it goes to the same place. */
function SidebarEntry({ entry: { command, title }, isHere }: { entry: ResolvedCommand; isHere: boolean }) {
  if (command.href === undefined) return null
  const Icon = command.icon
  return (
    <li>
      <Link
        to={command.href}
        className={styles.entry}
        activeOptions={{ includeSearch: false, exact: !isHere }}
        activeProps={{ 'data-active': true }}
      >
        <Icon className={styles.icon} />
        <span className={styles.title}>{command.menuTitle ?? title}</span>
        {command.keys ? (
          <span className={styles.keys} aria-hidden="true">
            <KeyCaps keys={command.keys} />
          </span>
        ) : null}
      </Link>
    </li>
  )
}
