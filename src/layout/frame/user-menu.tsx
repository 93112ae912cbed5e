import { menuState, toggleUserMenu } from '../commands/menu-state.ts'
import { useStore } from '../kit/store.ts'
import { useCurrentUser } from '../session/session.ts'
import styles from './user-menu.module.css'

/** The button of the user menu: colour mode, keys, log out. */
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

/** The initials of the first and last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => /^./u.exec(word ?? '')?.[0] ?? '')
  return letters.join('').toUpperCase()
}
