import { XIcon } from '@primer/octicons-react'
import { useLayoutEffect, useRef } from 'react'
import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import { useCommands } from '../commands/use-commands.ts'
import { IconButton } from '../kit/icon-button.tsx'
import type { barColours } from '../session/layout-settings.ts'
import { useCurrentUser } from '../session/session.ts'
import type { MenuEntry, MenuGroup } from './menu.ts'
import { MenuLink } from './menu-link.tsx'
import styles from './phone-menu.module.css'

interface PhoneMenuProps {
  groups: readonly MenuGroup[]
  /** What the bar has already. */
  places: readonly MenuEntry[]
  colours: ReturnType<typeof barColours>
  onClose: () => void
}

/** The sheet of a narrow window's menu: who is signed in, every screen that the bar lacks, and the commands of the user menu. */
export function PhoneMenu({ groups, places, colours, onClose }: PhoneMenuProps) {
  const { resolveIn, run } = useCommands()
  const { name, email } = useCurrentUser()
  const sheet = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => sheet.current?.showModal(), [])
  const close = () => sheet.current?.close()
  const rest = groups.flatMap((group) => {
    const entries = group.entries.filter((entry) => !places.includes(entry))
    return entries.length > 0 ? { ...group, entries } : []
  })
  const runAfter = (resolved: ResolvedCommand) => {
    close()
    run(resolved)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- for the keyboard there are Escape and the close button
    <dialog
      ref={sheet}
      className={styles.sheet}
      aria-label="Menu"
      {...colours}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        // A click on the dialog itself is on its backdrop, since the content fills it. A click on a link closes it too.
        if (target === currentTarget || (target instanceof Element && target.closest('a'))) close()
      }}
    >
      <div className={styles.content}>
        <div className={styles.top}>
          <p className="column can-shrink grow">
            <strong className="truncate">{name}</strong>
            <span className="note truncate">{email}</span>
          </p>
          <IconButton icon={XIcon} label="Close the menu" onClick={close} />
        </div>
        {rest.map((group) => (
          <section key={group.name} aria-label={group.name}>
            <h2 className="note semibold">{group.name}</h2>
            <ul className={styles.entries}>
              {group.entries.map((entry) => (
                <li key={entry.href}>
                  <MenuLink entry={entry} className={styles.entry}>
                    <entry.command.icon className="muted" />
                    {entry.menuTitle}
                  </MenuLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <section aria-label="Your account">
          <h2 className="note semibold">Your account</h2>
          <ul className={styles.entries}>
            {resolveIn('user-menu', null).map((resolved) => (
              <li key={resolved.command.id}>
                <button type="button" className={`bare ${styles.entry}`} onClick={() => runAfter(resolved)}>
                  <resolved.command.icon className="muted" />
                  {resolved.title}
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </dialog>
  )
}
