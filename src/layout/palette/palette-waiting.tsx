import styles from './palette-waiting.module.css'
import { paletteState } from '../commands/palette-state.ts'
import { useStore } from '../kit/store.ts'

/** Shown while the palette's code loads, with the text typed so far. */
export function PaletteWaiting() {
  const { text } = useStore(paletteState)
  return (
    <output className={styles.waiting} aria-label="Opening the palette">
      {text === '' ? 'Find or run a command…' : text}
    </output>
  )
}
