import { createStore } from '../kit/store.ts'

/**
 * The palette's state, which exists before its code has been fetched: what is typed meanwhile goes here. `enter` is an Enter
 * that waits for the exact match of the text: to open it, or (a Tab) to act on it.
 */
export interface PaletteState {
  isOpen: boolean
  text: string
  enter: 'here' | 'new-tab' | 'act' | null
}

const closed: PaletteState = { isOpen: false, text: '', enter: null }

export const paletteState = createStore<PaletteState>(closed)

/** Whether the palette's own input has taken over from the listener. */
export const paletteInput = { isReady: false }

/** What had focus when the palette was opened: it has it again afterwards. */
export const paletteReturn: { current: HTMLElement | null } = { current: null }

/** Opens the palette, empty. */
export function openPalette() {
  if (paletteState.get().isOpen) return
  paletteReturn.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
  paletteState.set({ isOpen: true, text: '', enter: null })
}

/** Closes the palette and forgets the text. */
export function closePalette() {
  paletteState.set(closed)
}

/** Sets the text; whatever Enter was waiting for is off. */
export function setPaletteText(text: string) {
  if (paletteState.get().isOpen) paletteState.set({ isOpen: true, text, enter: null })
}

/** What is longer is cut: nobody pastes more by intent. */
const longestPaste = 100_000

/** A paste as it stands in one line: an input would run its lines together, and with them the identifiers that stand one per line. */
export function inOneLine(pasted: string): string {
  return pasted
    .slice(0, longestPaste)
    .trim()
    .replace(/[ \t]*[,;]?[ \t]*[\r\n]+\s*/g, ', ')
}

/** Makes an Enter wait for the exact match of the text, or lets it go. */
export function setPaletteEnter(enter: PaletteState['enter']) {
  const now = paletteState.get()
  if (now.isOpen && now.enter !== enter) paletteState.set({ ...now, enter })
}

/** A key pressed while the palette's code is still on its way. */
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
