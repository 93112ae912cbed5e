import { menuState, toggleUserMenu } from '../commands/menu-state.ts'
import { initialsOf } from '../kit/initials.ts'
import { useStore } from '../kit/store.ts'
import { useCurrentUser } from '../session/session.ts'
import styles from './user-menu.module.css'

export function UserMenu() {
  const user = useCurrentUser()
  const isOpen = useStore(menuState)?.place === 'user-menu'
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={`Your account: ${user.name}`}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={({ currentTarget }) => toggleUserMenu(currentTarget)}
    >
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(user.name)}
      </span>
    </button>
  )
}
