import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { closePalette, paletteReturn, paletteState, setPaletteText, waitWithEnter } from '../commands/palette-state.ts'
import { pasteInOneLine } from '../kit/in-one-line.ts'
import { useStore } from '../kit/store.ts'
import { useBrowserBack } from '../kit/use-browser-back.ts'
import styles from './palette-waiting.module.css'

/** The palette's input while its code loads. The palette takes over what was typed, and an Enter or Tab that waits for it. */
export function PaletteWaiting() {
  const { text } = useStore(paletteState)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    // A page that arrives meanwhile must not take the focus: what is typed would be its keys.
    const page = document.getElementById('app')
    if (page) page.inert = true
    input.current?.focus()
    return () => {
      if (page) page.inert = false
      if (!paletteState.get().isOpen) paletteReturn.current?.focus({ preventScroll: true })
    }
  }, [])
  useBrowserBack(closePalette)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') waitWithEnter(event.ctrlKey || event.metaKey ? 'new-tab' : 'here')
    else if (event.key === 'Tab' && !event.shiftKey && text !== '') waitWithEnter('act')
    else if (event.key === 'Escape') closePalette()
    else return
    event.preventDefault()
  }
  return createPortal(
    <input
      ref={input}
      className={styles.waiting}
      aria-label="Find or run a command"
      placeholder="Find or run a command…"
      value={text}
      onChange={(event) => setPaletteText(event.target.value)}
      onPaste={(event) => pasteInOneLine(event, text, setPaletteText)}
      onKeyDown={onKeyDown}
    />,
    document.body,
  )
}
