import { ActionList, ActionMenu } from '@primer/react'
import type { RefObject } from 'react'
import type { CurrentUser } from '../../contract/auth.ts'
import { KeyCaps } from '../kit/key-caps.tsx'
import { useCommands } from '../commands/use-commands.ts'
import styles from './user-menu.module.css'

interface UserMenuListProps {
  user: CurrentUser
  anchorRef: RefObject<HTMLButtonElement | null>
  close: () => void
}

/** The opened menu: who is signed in, and the commands that have their place here. */
export function UserMenuList({ user, anchorRef, close }: UserMenuListProps) {
  const { resolveIn, run } = useCommands()
  return (
    <ActionMenu open anchorRef={anchorRef} onOpenChange={(isOpen) => !isOpen && close()}>
      <ActionMenu.Overlay width="medium" align="end" aria-label="Your account">
        <div className={styles.person}>
          <span className={styles.name}>{user.name}</span>
          <span className={styles.email}>{user.email}</span>
        </div>
        <ActionList className={styles.entries}>
          {resolveIn('user-menu').map((resolved) => (
            <ActionList.Item key={resolved.command.id} onSelect={() => run(resolved)}>
              <ActionList.LeadingVisual>
                <resolved.command.icon />
              </ActionList.LeadingVisual>
              {resolved.title}
              {resolved.command.keys ? (
                <ActionList.TrailingVisual>
                  <KeyCaps keys={resolved.command.keys} />
                </ActionList.TrailingVisual>
              ) : null}
            </ActionList.Item>
          ))}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  )
}
