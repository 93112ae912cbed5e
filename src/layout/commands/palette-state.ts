import { createStore } from '../kit/store.ts'

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

export const paletteState = createStore<PaletteState>(closed)

/** The palette once it has mounted; until then the key listener collects what is typed. */
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

/** Opens an empty palette. */
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

/** Closes the palette and clears its text. */
export function closePalette() {
  paletteState.set(closed)
}

/** Sets the text and cancels a waiting Enter. */
export function setPaletteText(text: string) {
  if (paletteState.get().isOpen) paletteState.set({ isOpen: true, text, enter: null })
}

/** Handles a keystroke while the palette's code is loading. An Enter waits for the exact match. */
export function typeAhead(event: KeyboardEvent) {
  const { text } = paletteState.get()
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey
  const waitFor = (enter: PaletteState['enter']) => paletteState.set({ isOpen: true, text, enter })
  if (event.key === 'Escape') closePalette()
  else if (event.key === 'Enter') waitFor(event.ctrlKey || event.metaKey ? 'new-tab' : 'here')
  else if (event.key === 'Tab' && !event.shiftKey && text !== '') waitFor('act')
  else if (event.key === 'Backspace') setPaletteText(text.replace(/.$/su, ''))
  else if (/^.$/u.test(event.key) && (!hasModifier || event.getModifierState('AltGraph'))) setPaletteText(text + event.key)
  else return
  event.preventDefault()
}
