import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { isPlainClick } from './plain-click.ts'
import styles from './tabs.module.css'

export interface Tab<Id extends string> {
  id: Id
  label: string
  /** Shown after the label: how many there are. */
  count?: string | undefined
  /** The tab's URL: tabs are links, so they can be copied and opened in a new browser tab. */
  href: string
}

interface TabsProps<Id extends string> {
  label: string
  tabs: readonly Tab<Id>[]
  /** One below the other where there is room beside the panel; the arrow keys up and down then move too. */
  isVertical?: boolean
  /** Null if none of the tabs is shown. */
  current: Id | null
  children: ReactNode
}

/** Tabs kept in the URL, with the current one's panel. Arrow keys, Home and End move between them. */
export function Tabs<Id extends string>({ label, tabs, current, isVertical = false, children }: TabsProps<Id>) {
  const router = useRouter()
  const list = useRef<HTMLDivElement>(null)
  // The same when the page is rendered again, loaded: whoever is among the tabs stays there.
  const prefix = label.toLowerCase().replace(/\W+/g, '-')
  const idOf = (id: Id) => `${prefix}-${id}`
  const panelId = `${prefix}-panel`

  useLayoutEffect(() => {
    if (list.current && current !== null) scrollToTab(list.current)
  }, [current])
  const spoken = useRef<HTMLOutputElement>(null)
  const previous = useRef(current)
  useLayoutEffect(() => {
    if (previous.current === current || !spoken.current) return
    previous.current = current
    // Whoever moves among the tabs hears them anyway.
    const tab = list.current?.contains(document.activeElement) ? undefined : tabs.find(({ id }) => id === current)
    spoken.current.textContent = tab ? [tab.label, tab.count].join(' ') : ''
  })

  const show = (href: string) => void router.navigate({ href, resetScroll: false })
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === current)
    const to = destination(isVertical ? (acrossKeys[event.key] ?? event.key) : event.key, Math.max(0, at), tabs.length)
    const tab = to === null ? undefined : tabs[to]
    if (!tab || to === null) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
    show(tab.href)
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        className={styles.tabs}
        data-vertical={isVertical || undefined}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab, index) => (
          <a
            key={tab.id}
            id={idOf(tab.id)}
            role="tab"
            href={tab.href}
            aria-selected={tab.id === current}
            aria-controls={tab.id === current ? panelId : undefined}
            tabIndex={tab.id === current || (current === null && index === 0) ? 0 : -1}
            className={styles.tab}
            onClick={(event) => {
              if (!isPlainClick(event)) return
              event.preventDefault()
              show(tab.href)
            }}
          >
            <span className={styles.label} data-label={tab.label}>
              {tab.label}
            </span>
            {/* Beside the panel each has a command of its name, and the number is no part of that. */}
            {tab.count === undefined ? null : isVertical ? (
              <span className={styles.number} data-count={tab.count} />
            ) : (
              <span className={styles.count}>{tab.count}</span>
            )}
          </a>
        ))}
      </div>
      <output ref={spoken} className="visually-hidden" />
      <div
        id={panelId}
        role="tabpanel"
        aria-label={current === null ? label : undefined}
        aria-labelledby={current === null ? undefined : idOf(current)}
        className="column gap-12 can-shrink"
      >
        {children}
      </div>
    </>
  )
}

/** Scrolls the tab bar to the current tab without scrolling the page. */
function scrollToTab(list: HTMLElement) {
  const tab = list.querySelector('[aria-selected=true]')
  if (!tab) return
  const room = list.getBoundingClientRect()
  const { left, right } = tab.getBoundingClientRect()
  if (right > room.right) list.scrollLeft += right - room.right
  else if (left < room.left) list.scrollLeft += left - room.left
}

const acrossKeys: Readonly<Record<string, string>> = { ArrowDown: 'ArrowRight', ArrowUp: 'ArrowLeft' }

function destination(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
