import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { keyCaps } from '../../commands/keys/key-labels.ts'
import { readStored, writeStored } from '../kit/browser-storage.ts'
import { KeyCaps } from '../kit/key-caps.tsx'
import { isMac } from '../kit/platform.ts'
import type { LayoutSettings } from '../session/layout-settings.ts'
import { type MenuEntry, useMenu } from './menu.ts'
import { MenuLink } from './menu-link.tsx'
import styles from './sidebar.module.css'

const foldedKey = 'config.foldedGroups'

interface SidebarProps {
  /** 'compact' has small text below icons, 'icon' none; tooltips show the rest. */
  type: LayoutSettings['sidebar']
}

export function Sidebar({ type }: SidebarProps) {
  const groups = useMenu()
  const [folded, setFolded] = useState(() => (readStored(foldedKey) ?? '').split(','))
  const toggle = (name: string) => {
    const next = folded.includes(name) ? folded.filter((each) => each !== name) : [...folded, name]
    writeStored(foldedKey, next.join(','))
    setFolded(next)
  }
  return (
    <nav className={styles.sidebar} data-type={type} aria-label="Main">
      {groups.map(({ name, entries }) => {
        const isFolded = type === 'default' && folded.includes(name)
        // A folded group still shows the current entry.
        const shown = isFolded ? entries.filter(({ isHere }) => isHere) : entries
        return (
          <section key={name} aria-label={name}>
            {type === 'default' ? (
              <button type="button" className={styles.fold} aria-expanded={!isFolded} onClick={() => toggle(name)}>
                {name}
              </button>
            ) : (
              <p className={styles.groupName}>
                <span className={type === 'icon' ? 'visually-hidden' : undefined}>{name}</span>
              </p>
            )}
            <ul className="plain-list">
              {shown.map((entry) => (
                <SidebarEntry key={entry.command.id} entry={entry} type={type} />
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}

/** A link, so it can be opened in a new tab and copied; its command goes to the same place. */
function SidebarEntry({ entry, type }: { entry: MenuEntry; type: LayoutSettings['sidebar'] }) {
  const { command, isHere, menuTitle, title } = entry
  const [hintAt, setHintAt] = useState<{ top: number; left: number } | null>(null)
  const item = useRef<HTMLLIElement>(null)
  const Icon = command.icon
  const showHint = ({ currentTarget }: SyntheticEvent) => {
    const { top, right, height } = currentTarget.getBoundingClientRect()
    setHintAt({ top: top + height / 2, left: right })
  }
  const hideHint = () => setHintAt(null)
  // A key may have opened a screen whose entry is out of view. The observer waits for the frame's own layout.
  useEffect(() => {
    if (!isHere || item.current === null) return
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect()
      entry?.target.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(item.current)
    return () => observer.disconnect()
  }, [isHere])
  return (
    <li ref={item} onPointerEnter={(event) => event.pointerType === 'mouse' && showHint(event)} onPointerLeave={hideHint}>
      <MenuLink
        entry={entry}
        className={styles.entry}
        data-keys={type === 'default' && command.keys ? keyCaps(command.keys, isMac).join(' ') : undefined}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && showHint(event)}
        onBlur={hideHint}
        onKeyDown={({ key }) => key === 'Escape' && hideHint()}
      >
        <Icon />
        <span className={type === 'icon' ? 'visually-hidden' : styles.title}>{menuTitle}</span>
      </MenuLink>
      {type !== 'default' && hintAt ? (
        <span className={styles.hint} style={hintAt} aria-hidden="true">
          <span className={styles.hintText}>
            <span>{title}</span>
            {command.keys ? <KeyCaps keys={command.keys} /> : null}
          </span>
        </span>
      ) : null}
    </li>
  )
}
