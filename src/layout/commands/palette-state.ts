import { visitStore } from '../session/visit.ts'

/**
 * Whether the palette is open, and what was pressed before its code had loaded; from then on it keeps its own text.
 * `enter` is an Enter (or Tab: act) that waits for the exact match.
 */
export interface PaletteState {
  isOpen: boolean
  text: string
  enter: 'here' | 'new-tab' | 'act' | null
}

const closed: PaletteState = { isOpen: false, text: '', enter: null }

export const paletteState = visitStore<PaletteState>(() => closed)

export const mountedPalette: {
  current: {
    /** Shows the question that has just been asked. */
    enterQuestion: () => void
    /** Goes back to an empty top level. Returns whether it was deeper. */
    startAfresh: () => boolean
  } | null
} = { current: null }

/** Gets the focus back when the palette closes. */
export const paletteReturn: { current: HTMLElement | null } = { current: null }

export function openPalette() {
  if (paletteState.get().isOpen) return
  paletteReturn.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
  paletteState.set({ isOpen: true, text: '', enter: null })
}

/** Opens the palette; one that is open starts afresh, and closes if it is at its top level. */
export function togglePalette() {
  if (!paletteState.get().isOpen) openPalette()
  else if (!mountedPalette.current?.startAfresh()) closePalette()
}

export function closePalette() {
  paletteState.set(closed)
}

/** Sets the text and cancels a waiting Enter. */
export function setPaletteText(text: string) {
  if (paletteState.get().isOpen) paletteState.set({ isOpen: true, text, enter: null })
}

/** An Enter, or a Tab, that waits for the exact match: the palette's code is still loading. */
export function waitWithEnter(enter: PaletteState['enter']) {
  paletteState.set({ ...paletteState.get(), enter })
}
