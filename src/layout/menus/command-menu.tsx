import { ChevronDownIcon, ChevronRightIcon, type Icon } from '@primer/octicons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { inMenuOrder, isFinalItem, shortReason } from '../../commands/engine/menu-order.ts'
import { nameOfTarget } from '../../commands/engine/record-types.ts'
import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import { menuState, type OpenMenu } from '../commands/menu-state.ts'
import { useCommands } from '../commands/use-commands.ts'
import { groupBy } from '../kit/group-by.ts'
import { isPhone } from '../kit/is-phone.ts'
import { KeyCaps } from '../kit/key-caps.tsx'
import { SheetHead } from '../kit/sheet-head.tsx'
import { ShortReason } from '../kit/short-reason.tsx'
import { unbroken } from '../kit/unbroken.tsx'
import { useDismiss } from '../kit/use-dismiss.ts'
import { useCurrentUser } from '../session/session.ts'
import styles from './command-menu.module.css'

const margin = 8
const gap = 4
/** So few of a kind are shown at once. */
const maxUnfolded = 2
const typingPause = 700

const close = () => menuState.set(null)

/** The open command menu. Why it is our own: docs/architecture/choices.md. */
export function CommandMenu({ open: { target, place, anchor } }: { open: OpenMenu }) {
  const { resolveIn, run } = useCommands()
  // In their places as of opening; the runner checks again.
  const [{ ready, copies, blocked }] = useState(() => inMenuOrder(resolveIn(place, target)))
  const refused = useRefused(() => resolveIn(place, target))
  const menu = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })

  useLayoutEffect(() => {
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : null
    const own = menu.current
    if (own) putAt(own, anchor)
    menuItems(own)[0]?.focus({ preventScroll: true })
    return () => giveFocusBack(own, anchor, before)
  }, [anchor])

  useDismiss(true, menu, close, anchor)

  useEffect(() => {
    // Opening it may scroll the page: follow the anchor while it is visible.
    const follow = (event: Event) => {
      if (!menu.current || (event.target instanceof Node && menu.current.contains(event.target))) return
      const { top, bottom } = anchor.getBoundingClientRect()
      if (bottom < 0 || top > window.innerHeight) close()
      else putAt(menu.current, anchor)
    }
    document.addEventListener('scroll', follow, true)
    window.addEventListener('resize', close)
    return () => {
      document.removeEventListener('scroll', follow, true)
      window.removeEventListener('resize', close)
    }
  }, [anchor])

  const entry = (item: ResolvedCommand) => (
    <MenuItem key={item.command.id} item={item} refused={refused.get(item.command.id)} choose={choose} />
  )
  const finals = ready.flat().filter(isFinalItem)
  const usual = ready.flat().filter((item) => !isFinalItem(item))
  const kinds = groupBy(usual, ({ command }) => command.section)

  const choose = (item: ResolvedCommand) => {
    // Stays open for a blocked item, so its reason can be read.
    if (item.availability.state === 'ready') close()
    run(item)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const all = menuItems(menu.current)
    const at = all.findIndex((item) => item === document.activeElement)
    const to = destination(event, all, at, typed.current)
    if (event.key === 'Tab') close()
    else if (to === null) return
    else all[to]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <div className={styles.backdrop} />
      <div ref={menu} className={styles.menu}>
        {isPhone() ? <SheetHead title={target ? nameOfTarget(target) : 'Your account'} onClose={close} /> : null}
        <div role="menu" aria-label={target ? `Actions: ${nameOfTarget(target)}` : 'Your account'} tabIndex={0} onKeyDown={onKeyDown}>
          {target ? null : <Person />}
          {kinds.map(([kind, items]) => (
            <div key={kind} role="group" aria-label={kind}>
              {target && kinds.length > 1 && (
                <div aria-hidden="true" className={`note semibold muted pad-6-8`}>
                  {kind}
                </div>
              )}
              {items.map(entry)}
            </div>
          ))}
          {usual.length > 0 && copies.length + finals.length > 0 && <hr className={styles.menuRule} />}
          <Fold title="Copy" items={copies} choose={choose} />
          {finals.map(entry)}
          {blocked.length > 0 && ready.length > 0 && <hr className={styles.menuRule} />}
          <Fold title="Not possible now" items={blocked} isOpen={ready.length === 0} choose={choose} />
          {ready.length + copies.length + blocked.length === 0 && <div className="muted pad-6-8">There is nothing you can do here.</div>}
        </div>
      </div>
    </>
  )
}

/** Why commands can't run, by id, as soon as what they depend on has loaded. */
function useRefused(resolveNow: () => ResolvedCommand[]): ReadonlyMap<string, string> {
  const queryClient = useQueryClient()
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(
    () => queryClient.getQueryCache().subscribe((event) => event.type === 'updated' && event.action.type === 'success' && renderAgain()),
    [queryClient],
  )
  return new Map(
    resolveNow().flatMap(({ command: { id }, availability }) =>
      availability.state === 'blocked' ? [[id, availability.reason] as const] : [],
    ),
  )
}

interface FoldProps {
  title: string
  items: readonly ResolvedCommand[]
  /** Whether they are shown at once, however many there are. */
  isOpen?: boolean
  choose: (item: ResolvedCommand) => void
}

/** Items of a kind, behind one entry if there are many. */
function Fold({ title, items, isOpen: isAllThereIs = false, choose }: FoldProps) {
  const isFolded = items.length > maxUnfolded && !isAllThereIs
  const [isOpen, setOpen] = useState(!isFolded)
  return (
    <>
      {isFolded && (
        <Entry
          icon={isOpen ? ChevronDownIcon : ChevronRightIcon}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          data-title={isOpen ? '' : items.map((item) => item.title.toLowerCase()).join('\n')}
        >
          <span className="can-shrink grow breaks">{`${title} (${items.length})`}</span>
        </Entry>
      )}
      {isOpen && items.map((item) => <MenuItem key={item.command.id} item={item} choose={choose} />)}
    </>
  )
}

function Person() {
  const { name, email } = useCurrentUser()
  return (
    <div className={styles.person} role="presentation">
      <strong>{name}</strong>
      <span className="note breaks">{unbroken(email)}</span>
    </div>
  )
}

interface MenuItemProps {
  item: ResolvedCommand
  /** Why it can't be done after all: beside its title, so that no other item moves. */
  refused?: string | undefined
  choose: (item: ResolvedCommand) => void
}

function MenuItem({ item, refused, choose }: MenuItemProps) {
  const { command, title, availability, policy } = item
  const isBlocked = availability.state === 'blocked' || refused !== undefined
  const offers = isBlocked ? [] : offersOf(item)
  return (
    <Entry
      icon={command.icon}
      isDestructive={!isBlocked && isFinalItem(item)}
      aria-disabled={isBlocked}
      onClick={() => choose(refused === undefined ? item : { ...item, availability: { state: 'blocked', reason: refused } })}
      data-title={title.toLowerCase()}
      data-offers={offers.join('\n').toLowerCase()}
    >
      <span className="can-shrink grow breaks">
        <span>{title}</span>
        {offers.length > 0 && <span className="note block">{offers.join(', ')}</span>}
        {availability.state === 'blocked' && (
          <span className="block note">
            <ShortReason text={availability.reason} />
          </span>
        )}
        {policy !== undefined && <span className="block note">{policy}</span>}
      </span>
      {refused !== undefined ? (
        <span className="note can-shrink clip" title={refused}>
          <span className="visually-hidden">unavailable: </span>
          {shortReason(refused)}
        </span>
      ) : (
        command.keys !== undefined && <KeyCaps keys={command.keys} />
      )}
    </Entry>
  )
}

/** What it lets one choose: people look for 'Blocked', not for 'Change status'. */
function offersOf({ command, target }: ResolvedCommand): string[] {
  const [step] = Object.values(command.args ?? {})
  const options = (target && step?.options?.(target.record)) ?? []
  return options.filter(({ refusal }) => refusal == null).map(({ label }) => label)
}

type EntryProps = ComponentProps<'button'> & { icon: Icon; isDestructive?: boolean; 'data-title': string; 'data-offers'?: string }

function Entry({ icon: Icon, isDestructive = false, children, ...button }: EntryProps) {
  return (
    <button
      {...button}
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={`${styles.menuItem} ${isDestructive ? styles.destructive : ''}`}
    >
      <span className={styles.icon}>
        <Icon size={16} />
      </span>
      {children}
    </button>
  )
}

const menuItems = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

/** The item a key moves to; null if the menu ignores the key. */
function destination(event: KeyboardEvent, all: readonly HTMLElement[], at: number, typed: { text: string; at: number }): number | null {
  if (event.key === 'ArrowDown') return (at + 1) % all.length
  if (event.key === 'ArrowUp') return (at <= 0 ? all.length : at) - 1
  if (event.key === 'Home') return 0
  if (event.key === 'End') return all.length - 1
  if (!/^.$/u.test(event.key) || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return null
  const now = event.timeStamp
  typed.text = now - typed.at < typingPause ? typed.text + event.key.toLowerCase() : event.key.toLowerCase()
  typed.at = now
  // Repeating a letter moves to the next match.
  const isOne = /^(.)\1*$/u.test(typed.text)
  const sought = isOne ? typed.text.charAt(0) : typed.text
  const order = all.map((_, index) => (at + (isOne ? 1 : 0) + index + all.length) % all.length)
  const begins = (index: number) => {
    const { title, offers } = all[index]?.dataset ?? {}
    return `${title}\n${offers}`.split('\n').some((name) => name.startsWith(sought))
  }
  // 'finished' is meant by its second word: 'Mark finished'.
  const hasWord = (index: number) => all[index]?.dataset['title']?.includes(` ${sought}`)
  return order.find(begins) ?? order.find(hasWord) ?? at
}

/**
 * Below the anchor's right edge, or above it; beside it if neither has room. Always inside the window, never over the anchor. On
 * phones it is a sheet at the bottom.
 */
function putAt(menu: HTMLElement, anchor: HTMLElement) {
  const hook = anchor.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const [below, above] = [hook.bottom + gap, hook.top - gap - height]
  const lowest = window.innerHeight - margin - height
  const isBeside = below > lowest && above < margin
  const left = isBeside ? hook.left - gap - width : Math.min(hook.right, window.innerWidth - margin) - width
  const top = isBeside ? Math.min(hook.top, lowest) : below <= lowest ? below : above
  menu.style.setProperty('--top', `${Math.max(margin, top)}px`)
  menu.style.setProperty('--left', `${Math.max(margin, isBeside && left < margin ? hook.right + gap : left)}px`)
}

/** Returns the focus to what had it, such as a row, else to the anchor; unless something else took it. */
function giveFocusBack(menu: HTMLElement | null, anchor: HTMLElement, before: HTMLElement | null) {
  const holder = document.activeElement
  if (holder && holder !== document.body && !menu?.contains(holder)) return
  for (const element of [before, anchor]) {
    if (element && element !== document.body && element.isConnected) element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
}
