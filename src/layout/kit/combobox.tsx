import { CommandRoot } from 'cmdk'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** The cmdk value for no row. Without any value cmdk picks a row itself, and Enter would choose it. */
const noRow = 'no-row'
const pageOfRows = 8

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: pageOfRows, PageUp: -pageOfRows }

const modifiers = ['Control', 'Meta', 'Shift', 'Alt', 'AltGraph']

interface ComboboxProps<Row> {
  className: string | undefined
  rows: readonly Row[]
  selected: Row | null
  onEnter: (event: KeyboardEvent) => void
  /** Any other key; a modifier on its own is none. Returns true if nothing is left to do for it. */
  onKey: (event: KeyboardEvent) => boolean | void
  /** A key that moves to another row. */
  onMove: (row: Row) => void
  children: ReactNode
}

/** The root of an input with a list: cmdk displays, but what matches, what is selected and what keys do is ours. */
export function Combobox<Row extends { value: string }>({ rows, selected, onEnter, onKey, onMove, ...props }: ComboboxProps<Row>) {
  const root = useRef<HTMLDivElement>(null)
  const value = selected?.value ?? noRow
  // When its selected row disappears cmdk picks another; a trailing space, which it trims, makes it take ours again.
  const [isSpaced, setSpaced] = useState(false)
  useActiveDescendant(root, value)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || modifiers.includes(event.key)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!event.repeat) onEnter(event)
      return
    }
    if (onKey(event)) return
    const to = destination(event, rows, selected)
    if (to) onMove(to)
  }

  return (
    <CommandRoot
      ref={root}
      shouldFilter={false}
      vimBindings={false}
      disablePointerSelection
      value={isSpaced ? `${value} ` : value}
      onValueChange={(given) => given !== value && setSpaced((before) => !before)}
      onKeyDown={onKeyDown}
      {...props}
    />
  )
}

/** Its input. The list below follows what is typed. */
export function ComboboxInput({ onChange, ...input }: Omit<ComponentProps<'input'>, 'onChange'> & { onChange: (text: string) => void }) {
  return (
    <input
      role="combobox"
      aria-expanded="true"
      aria-autocomplete="list"
      // Combobox replaces this with the id of its list.
      aria-controls="list"
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      // Home and End move the caret; cmdk would move through the list.
      onKeyDown={(event) => (event.key === 'Home' || event.key === 'End') && event.stopPropagation()}
      {...input}
    />
  )
}

/** The row a key moves to; single steps wrap around. Undefined if the key doesn't move. */
function destination<Row>(event: KeyboardEvent, rows: readonly Row[], from: Row | null): Row | undefined {
  const step = steps[event.key]
  if (step === undefined || event.altKey || rows.length === 0) return undefined
  event.preventDefault()
  const at = from ? rows.indexOf(from) : step > 0 ? -1 : rows.length
  const to = Math.abs(step) === 1 ? (at + step + rows.length) % rows.length : Math.min(rows.length - 1, Math.max(0, at + step))
  return rows[to]
}

const item = '[cmdk-item]'
const rowOf = (list: Element, value: string) => [...list.querySelectorAll<HTMLElement>(item)].find((row) => row.dataset['value'] === value)

/** Links the input to the list and the selected row, and keeps that in view; cmdk links only after the first arrow key. */
function useActiveDescendant(root: RefObject<HTMLElement | null>, value: string) {
  useLayoutEffect(() => {
    const input = root.current?.querySelector('[role=combobox]')
    const list = root.current?.querySelector('[cmdk-list]')
    if (!input || !list) return
    const row = rowOf(list, value)
    input.setAttribute('aria-controls', list.id)
    if (row) input.setAttribute('aria-activedescendant', row.id)
    else input.removeAttribute('aria-activedescendant')
  })
  const isScrolled = useRef(false)
  useEffect(() => {
    const list = root.current?.querySelector('[cmdk-list]')
    const onScroll = () => {
      isScrolled.current = list !== undefined && list !== null && list.scrollTop > 0
    }
    list?.addEventListener('scroll', onScroll, { passive: true })
    return () => list?.removeEventListener('scroll', onScroll)
  }, [root])
  useLayoutEffect(() => {
    const list = root.current?.querySelector('[cmdk-list]')
    if (!list || value === noRow) return
    const row = rowOf(list, value)
    if (row !== list.querySelector(item)) {
      row?.scrollIntoView({ block: 'nearest' })
      isScrolled.current = true
    } else if (isScrolled.current) {
      // Not on every key: even a scrollTo that doesn't move forces layout.
      list.scrollTo({ top: 0 })
      isScrolled.current = false
    }
  }, [root, value])
}
