import { useRef, useState } from 'react'
import { sayNotLoaded } from '../kit/notice.ts'
import { LazyComponent, useLazy } from '../kit/lazy-component.ts'
import { useCurrentUser } from '../session/session.ts'
import styles from './user-menu.module.css'

/** Primer's menu is the heaviest part of the shell: it comes when somebody reaches for it. */
const menu = new LazyComponent(() => import('./user-menu-list.tsx').then((module) => module.UserMenuList))
/** Failing here costs nothing: opening tries again and says so. */
const prepareMenu = () => void menu.load().catch(() => {})

/** The person's own menu: colour mode, keys, log out. */
export function UserMenu() {
  const user = useCurrentUser()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const UserMenuList = useLazy(menu, isOpen, () => {
    setOpen(false)
    sayNotLoaded()
  })
  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        className={styles.button}
        aria-label={`Your account: ${user.name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={prepareMenu}
        onFocus={prepareMenu}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.initials} aria-hidden="true">
          {initialsOf(user.name)}
        </span>
      </button>
      {isOpen && UserMenuList ? <UserMenuList user={user} anchorRef={buttonRef} close={() => setOpen(false)} /> : null}
    </>
  )
}

/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => /^./u.exec(word ?? '')?.[0] ?? '')
  return letters.join('').toUpperCase()
}
