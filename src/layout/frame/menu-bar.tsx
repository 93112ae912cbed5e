import { type KeyboardEvent, useRef, useState } from 'react'
import { useDismiss } from '../kit/use-dismiss.ts'
import { useMenu } from './menu.ts'
import styles from './menu-bar.module.css'
import { GroupButton, GroupLink, isLink, type OpenGroup } from './menu-group.tsx'

/**
 * The horizontal layout's menu: a button per group with links below. A disclosure, not an ARIA menu; arrow keys move
 * along the bar and through the open group.
 */
export function MenuBar() {
  const groups = useMenu()
  const bar = useRef<HTMLElement>(null)
  const [open, setOpen] = useState<OpenGroup | null>(null)
  const isOpen = open !== null

  useDismiss(isOpen, bar, () => setOpen(null))

  const onKeyDown = (event: KeyboardEvent) => {
    if (!bar.current || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const tops = [...bar.current.querySelectorAll<HTMLElement>('[data-top]')]
    const links = [...bar.current.querySelectorAll<HTMLElement>('ul ul a')]
    const focused = document.activeElement
    const top = tops.findIndex((each) => each === focused || each.parentElement?.contains(focused))
    const link = links.findIndex((each) => each === focused)
    const group = groups[top]
    const goAlong = (to: number) => {
      const next = (to + tops.length) % tops.length
      tops[next]?.focus()
      const neighbour = groups[next]
      if (isOpen) setOpen(neighbour && !isLink(neighbour) ? { name: neighbour.name, focus: link < 0 ? null : 'first' } : null)
    }
    const goDown = (step: 1 | -1) => {
      if (links.length > 0) links[link < 0 && step < 0 ? links.length - 1 : (link + step + links.length) % links.length]?.focus()
      else if (group && !isLink(group)) setOpen({ name: group.name, focus: step > 0 ? 'first' : 'last' })
    }
    if (event.key === 'ArrowRight') goAlong(top + 1)
    else if (event.key === 'ArrowLeft') goAlong(top - 1)
    else if (event.key === 'ArrowDown') goDown(1)
    else if (event.key === 'ArrowUp') goDown(-1)
    else if (event.key === 'Home') (link < 0 ? tops : links).at(0)?.focus()
    else if (event.key === 'End') (link < 0 ? tops : links).at(-1)?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move among its buttons and links
    <nav ref={bar} className={styles.bar} aria-label="Main" onKeyDown={onKeyDown}>
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={group.name}>
            {isLink(group) ? (
              <GroupLink group={group} />
            ) : (
              <GroupButton
                group={group}
                open={open?.name === group.name ? open : null}
                onToggle={() => setOpen(open?.name === group.name ? null : { name: group.name, focus: null })}
                close={() => setOpen(null)}
              />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
