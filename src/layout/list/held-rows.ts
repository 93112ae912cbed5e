import { type RefObject, useEffect } from 'react'
import { createStore, useStore } from '../kit/store.ts'

/** Rows on screen that must not move under pointer or focus. */
export interface ShownRows {
  data: object
  element: HTMLElement
  /** A list's own table waits for the person; small ones follow as soon as nothing in them is pointed at or focused. */
  waits: boolean
}

export const shownRows = new Set<ShownRows>()

/** What became of shown rows meanwhile and waits to be shown. */
export interface Held {
  /** How many rows came, moved, or no longer fit. */
  count: number
  /** Rows that no longer fit. */
  left: ReadonlySet<number>
  refresh: () => void
}

/** By the reply that is shown in the meantime. */
export const heldRows = createStore<ReadonlyMap<object, Held>>(new Map())

export const useHeld = (data: object | undefined): Held | undefined => {
  const held = useStore(heldRows)
  return data && held.get(data)
}

/** Registers rows with whatever refetches them. */
export function useShownRows(data: object | undefined, place: RefObject<HTMLElement | null>, waits: boolean) {
  useEffect(() => {
    const element = place.current
    if (!data || !element) return
    const shown = { data, element, waits }
    shownRows.add(shown)
    return () => void shownRows.delete(shown)
  }, [data, place, waits])
}
