import { lazy, Suspense, useRef, useState } from 'react'
import { useCurrentUser } from './session.ts'
import styles from './user-menu.module.css'

/** Primer's menu is the heaviest part of the shell: it comes when somebody reaches for it. */
const loadMenu = () => import('./user-menu-list.tsx')
const UserMenuList = lazy(() => loadMenu().then((module) => ({ default: module.UserMenuList })))

/** The person's own menu: colour mode, keys, log out. */
export function UserMenu() {
  const user = useCurrentUser()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        className={styles.button}
        aria-label={`Your account: ${user.name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.initials} aria-hidden="true">
          {initialsOf(user.name)}
        </span>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <UserMenuList user={user} anchorRef={buttonRef} close={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => /^./u.exec(word ?? '')?.[0] ?? '')
  return letters.join('').toUpperCase()
}
