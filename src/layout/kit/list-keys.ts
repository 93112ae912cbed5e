import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** What cmdk is told where no row is chosen. Without any value it would choose one by itself, and Enter would mean that. */
export const noRow = 'no-row'
const pageOfRows = 8

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: pageOfRows, PageUp: -pageOfRows }

/** A modifier alone, which means nothing yet. */
export const isModifier = (key: string) => key === 'Control' || key === 'Meta' || key === 'Shift' || key === 'Alt' || key === 'AltGraph'

/** The row that a key leads to from the chosen one; by single steps it goes round. Undefined for keys that do not move. */
export function destination<Row>(event: KeyboardEvent, rows: readonly Row[], from: Row | null): Row | undefined {
  const step = steps[event.key]
  if (step === undefined || event.altKey) return undefined
  event.preventDefault()
  const at = from ? rows.indexOf(from) : step > 0 ? -1 : rows.length
  const to = Math.abs(step) === 1 ? (at + step + rows.length) % rows.length : Math.min(rows.length - 1, Math.max(0, at + step))
  return rows[to]
}

/**
 * cmdk's selection follows ours alone. It chooses a row by itself when the one it had goes away; a space at the end, which it
 * trims, makes it take our value again.
 */
export function useCmdkValue(value: string) {
  const [isSpaced, setSpaced] = useState(false)
  return {
    shown: isSpaced ? `${value} ` : value,
    restore: (given: string) => {
      if (given !== value) setSpaced((before) => !before)
    },
  }
}

/** Points the input at the list and at the chosen row: cmdk does so only after the first arrow key. */
export function useActiveDescendant(
  input: RefObject<HTMLInputElement | null>,
  list: RefObject<HTMLDivElement | null>,
  value: string | null,
) {
  useLayoutEffect(() => {
    if (!input.current || !list.current) return
    const row = value === null ? null : list.current.querySelector(`[cmdk-item][data-value="${CSS.escape(value)}"]`)
    input.current.setAttribute('aria-controls', list.current.id)
    if (row) input.current.setAttribute('aria-activedescendant', row.id)
    else input.current.removeAttribute('aria-activedescendant')
  })
  const isScrolled = useRef(false)
  useEffect(() => {
    const element = list.current
    const onScroll = () => {
      isScrolled.current = element !== null && element.scrollTop > 0
    }
    element?.addEventListener('scroll', onScroll, { passive: true })
    return () => element?.removeEventListener('scroll', onScroll)
  }, [list])
  useLayoutEffect(() => {
    const element = list.current
    if (!element || value === null) return
    const row = element.querySelector(`[data-value="${CSS.escape(value)}"]`)
    if (row !== element.querySelector('[cmdk-item]')) {
      row?.scrollIntoView({ block: 'nearest' })
      isScrolled.current = true
    } else if (isScrolled.current) {
      // Not at every key: to scroll, even to where it stands, has the list laid out at once.
      element.scrollTo({ top: 0 })
      isScrolled.current = false
    }
  }, [list, value])
}
