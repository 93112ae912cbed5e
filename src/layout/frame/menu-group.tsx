import { TriangleDownIcon } from '@primer/octicons-react'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { KeyCaps } from '../kit/key-caps.tsx'
import type { MenuGroup } from './menu.ts'
import styles from './menu-bar.module.css'
import { MenuLink } from './menu-link.tsx'

/** Pixels from the window's edge. */
const margin = 8

/** The open group and which entry takes the focus; none if opened by pointer. */
export interface OpenGroup {
  name: string
  focus: 'first' | 'last' | null
}

/** A group with a single entry of its own name, such as payments, is just a link. */
export const isLink = ({ name, entries }: MenuGroup) => entries.length === 1 && entries[0]?.menuTitle === name

export function GroupLink({ group: { name, entries, isHere } }: { group: MenuGroup }) {
  return (
    <Link to={entries[0]?.href} className={styles.top} data-top data-here={isHere || undefined}>
      {name}
    </Link>
  )
}

interface GroupButtonProps {
  group: MenuGroup
  open: OpenGroup | null
  onToggle: () => void
  close: () => void
}

export function GroupButton({ group: { name, entries, isHere }, open, onToggle, close }: GroupButtonProps) {
  const list = useRef<HTMLUListElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const listId = `menu-${name.toLowerCase()}`

  useLayoutEffect(() => {
    if (!open) return
    const place = () => putBelow(list.current, button.current)
    const closed = new AbortController()
    place()
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    if (open.focus) links.at(open.focus === 'first' ? 0 : -1)?.focus()
    document.addEventListener('scroll', place, { capture: true, signal: closed.signal })
    window.addEventListener('resize', place, { signal: closed.signal })
    return () => closed.abort()
  }, [open])

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.top}
        data-top
        data-here={isHere || undefined}
        aria-expanded={open !== null}
        aria-controls={listId}
        aria-current={isHere || undefined}
        onClick={(event) => {
          // Safari doesn't focus clicked buttons, and Escape would go unheard.
          event.currentTarget.focus()
          onToggle()
        }}
      >
        <span>{name}</span>
        <TriangleDownIcon />
      </button>
      <ul ref={list} id={listId} className={styles.entries} hidden={!open}>
        {open
          ? entries.map((entry) => (
              <li key={entry.href}>
                <MenuLink entry={entry} className={styles.entry} onClick={close}>
                  <entry.command.icon />
                  <span className="grow">{entry.menuTitle}</span>
                  {entry.command.keys ? (
                    <span className="flex key-hint" aria-hidden="true">
                      <KeyCaps keys={entry.command.keys} />
                    </span>
                  ) : null}
                </MenuLink>
              </li>
            ))
          : null}
      </ul>
    </>
  )
}

/** Places the entries below their button, always inside the window. */
function putBelow(list: HTMLElement | null, button: HTMLElement | null) {
  if (!list || !button) return
  const { left, bottom } = button.getBoundingClientRect()
  list.style.top = `${bottom}px`
  list.style.left = `${Math.max(margin, Math.min(left, window.innerWidth - list.offsetWidth - margin))}px`
}
