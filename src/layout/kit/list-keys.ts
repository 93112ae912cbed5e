import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The cmdk value for no row. Without any value cmdk picks a row itself, and Enter would choose it. */
export const noRow = 'no-row'
const pageOfRows = 8

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: pageOfRows, PageUp: -pageOfRows }

/** A modifier on its own. */
export const isModifier = (key: string) => key === 'Control' || key === 'Meta' || key === 'Shift' || key === 'Alt' || key === 'AltGraph'

/** The row a key moves to; single steps wrap around. Undefined if the key doesn't move. */
export function destination<Row>(event: KeyboardEvent, rows: readonly Row[], from: Row | null): Row | undefined {
  const step = steps[event.key]
  if (step === undefined || event.altKey) return undefined
  event.preventDefault()
  const at = from ? rows.indexOf(from) : step > 0 ? -1 : rows.length
  const to = Math.abs(step) === 1 ? (at + step + rows.length) % rows.length : Math.min(rows.length - 1, Math.max(0, at + step))
  return rows[to]
}

/**
 * Keeps cmdk's selection equal to ours. When its row disappears cmdk picks one itself; toggling a trailing space, which
 * it trims, makes it take our value again.
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

/** Links the input to the list and the active row; cmdk does so only after the first arrow key. */
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
      // Not on every key: even a scrollTo that doesn't move forces layout.
      element.scrollTo({ top: 0 })
      isScrolled.current = false
    }
  }, [list, value])
}
