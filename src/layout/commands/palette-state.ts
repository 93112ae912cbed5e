import { createStore } from '../kit/store.ts'

/**
 * The palette's state exists before its code has loaded, to collect
 * keystrokes. `enter` is an Enter (or Tab: act) waiting for the exact match.
 */
export interface PaletteState {
  isOpen: boolean
  text: string
  enter: 'here' | 'new-tab' | 'act' | null
}

const closed: PaletteState = { isOpen: false, text: '', enter: null }

export const paletteState = createStore<PaletteState>(closed)

/** Whether the palette's own input has taken over from the key listener. */
export const paletteInput = { isReady: false }

/** Gets the focus back when the palette closes. */
export const paletteReturn: { current: HTMLElement | null } = { current: null }

/** Opens an empty palette. */
export function openPalette() {
  if (paletteState.get().isOpen) return
  paletteReturn.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
  paletteState.set({ isOpen: true, text: '', enter: null })
}

/** Closes the palette and clears its text. */
export function closePalette() {
  paletteState.set(closed)
}

/** Sets the text and cancels a waiting Enter. */
export function setPaletteText(text: string) {
  if (paletteState.get().isOpen) paletteState.set({ isOpen: true, text, enter: null })
}

/** Longer pastes are cut. */
const longestPaste = 100_000

/** A paste on one line. An input would glue lines together, and with them identifiers listed one per line. */
export function inOneLine(pasted: string): string {
  return pasted
    .slice(0, longestPaste)
    .trim()
    .replace(/[ \t]*[,;]?[ \t]*[\r\n]+\s*/g, ', ')
}

/** Makes an Enter wait for the exact match, or cancels it. */
export function setPaletteEnter(enter: PaletteState['enter']) {
  const now = paletteState.get()
  if (now.isOpen && now.enter !== enter) paletteState.set({ ...now, enter })
}

/** Handles a keystroke while the palette's code is loading. */
export function typeAhead(event: KeyboardEvent) {
  const { text } = paletteState.get()
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey
  if (event.key === 'Escape') closePalette()
  else if (event.key === 'Enter') setPaletteEnter(event.ctrlKey || event.metaKey ? 'new-tab' : 'here')
  else if (event.key === 'Tab' && !event.shiftKey && text !== '') setPaletteEnter('act')
  else if (event.key === 'Backspace') setPaletteText(text.replace(/.$/su, ''))
  else if (/^.$/u.test(event.key) && (!hasModifier || event.getModifierState('AltGraph'))) setPaletteText(text + event.key)
  else return
  event.preventDefault()
}
