import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { ofVisit } from '../../api/visit.ts'

interface Focused {
  id: number
  index: number
}

/** Each list's focused row of this visit, restored when coming back from a record. */
const remembered = ofVisit(() => new Map<string, Focused>())

/** Sets the row a list restores the focus to: that of the record walked to. */
export const rememberRow = (listId: string, row: Focused) => void remembered().set(listId, row)

/** Marks the row's main link, which gets the row's focus. */
export const rowLinkAttribute = 'data-row-link'

export interface FocusedRow {
  /** The focused row's index on screen; -1 if none. */
  index: number
  focus: (index: number) => void
  /** Records a focus set by Tab or mouse. */
  note: (index: number) => void
  /** For the table: whether the focus is in its rows. */
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onBlur: (event: FocusEvent<HTMLElement>) => void
}

/**
 * A list's focused row. It follows its record; if that is gone (next page, other filter) it keeps its index. The real
 * focus, on the row's main link, follows.
 * @param ids the records on screen, in order
 */
export function useFocusedRow(listId: string, ids: readonly number[], table: RefObject<HTMLElement | null>): FocusedRow {
  const [focused, setFocused] = useState(() => remembered().get(listId) ?? null)
  const hadFocus = useRef(false)
  const isReturning = useRef(focused !== null)
  const index = focused === null || ids.length === 0 ? -1 : indexOf(focused, ids)

  const note = (next: number) => {
    const id = ids[next]
    if (id === undefined || (next === index && focused?.id === id)) return
    remembered().set(listId, { id, index: next })
    setFocused({ id, index: next })
  }

  const linkAt = (at: number) => table.current?.querySelectorAll<HTMLElement>(`[${rowLinkAttribute}]`)[at]

  const focus = (next: number) => {
    note(next)
    linkAt(next)?.focus()
  }

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    hadFocus.current = event.target.closest('tbody') !== null
  }
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    // If the focused row was removed, the focus is restored below; not if it was moved elsewhere.
    if (event.relatedTarget !== null || event.target.isConnected) hadFocus.current = false
  }

  // Back from a record: focus its row again unless something else has the focus.
  useLayoutEffect(() => {
    if (!isReturning.current || ids.length === 0) return
    isReturning.current = false
    const isFree = document.activeElement === document.body || document.activeElement?.tagName === 'H1'
    if (isFree && focused !== null && ids.includes(focused.id)) linkAt(index)?.focus()
  })

  // Replaced rows drop the focus to the body; restore it at the same index.
  useLayoutEffect(() => {
    if (index >= 0 && hadFocus.current && document.activeElement === document.body) linkAt(index)?.focus()
  })

  return { index, focus, note, onFocus, onBlur }
}

function indexOf(focused: Focused, ids: readonly number[]): number {
  const found = ids.indexOf(focused.id)
  return found >= 0 ? found : Math.min(focused.index, ids.length - 1)
}
