import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { forgetAtEnd } from '../session/visit.ts'

interface Focused {
  id: number
  index: number
}

/** The focused row of every list of this visit, so that coming back from a record finds it again. */
const remembered = new Map<string, Focused>()
forgetAtEnd(() => remembered.clear())

/** Makes a row the one that a list's focus comes back to: that of the record one has walked to. */
export const rememberRow = (listId: string, row: Focused) => void remembered.set(listId, row)

/** Marks what has to be focused for a row to have the focus: its main link. */
export const rowLinkAttribute = 'data-row-link'

export interface FocusedRow {
  /** Index of the focused row among those on screen; -1 while none is. */
  index: number
  focus: (index: number) => void
  /** Takes note of where the person put the focus by Tab or mouse. */
  note: (index: number) => void
  /** For the table: whether the focus is in its rows. */
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onBlur: (event: FocusEvent<HTMLElement>) => void
}

/**
 * Which row of a list has the focus. It follows its record, and where that is gone (the next page, another filter) it stays at
 * its place. Real focus, on the row's main link, moves along.
 * @param ids the records on screen, in order
 */
export function useFocusedRow(listId: string, ids: readonly number[], table: RefObject<HTMLElement | null>): FocusedRow {
  const [focused, setFocused] = useState(() => remembered.get(listId) ?? null)
  const hadFocus = useRef(false)
  const isReturning = useRef(focused !== null)
  const index = focused === null || ids.length === 0 ? -1 : indexOf(focused, ids)

  const note = (next: number) => {
    const id = ids[next]
    if (id === undefined || (next === index && focused?.id === id)) return
    remembered.set(listId, { id, index: next })
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
    // Focus that leaves because its row was taken away is given back below; focus that somebody takes elsewhere is not.
    if (event.relatedTarget !== null || event.target.isConnected) hadFocus.current = false
  }

  // Back from a record: the row one left from is where one goes on, unless the focus has found another place since.
  useLayoutEffect(() => {
    if (!isReturning.current || ids.length === 0) return
    isReturning.current = false
    const isFree = document.activeElement === document.body || document.activeElement?.tagName === 'H1'
    if (isFree && focused !== null && ids.includes(focused.id)) linkAt(index)?.focus()
  })

  // Rows were replaced under the focus: it fell to the body, and goes back to the same place.
  useLayoutEffect(() => {
    if (index >= 0 && hadFocus.current && document.activeElement === document.body) linkAt(index)?.focus()
  })

  return { index, focus, note, onFocus, onBlur }
}

function indexOf(focused: Focused, ids: readonly number[]): number {
  const found = ids.indexOf(focused.id)
  return found >= 0 ? found : Math.min(focused.index, ids.length - 1)
}
