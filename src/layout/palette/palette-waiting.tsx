import styles from './palette-waiting.module.css'
import { paletteState } from '../commands/palette-state.ts'
import { useStore } from '../kit/store.ts'

/** What stands where the palette will, in the moment before its code is there: what is typed shows, and is kept. */
export function PaletteWaiting() {
  const { text } = useStore(paletteState)
  return (
    <output className={styles.waiting} aria-label="Opening the palette">
      {text === '' ? 'Find or run a command…' : text}
    </output>
  )
}
