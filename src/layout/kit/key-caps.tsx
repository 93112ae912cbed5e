import { keyCaps, keyLabel } from '../../commands/key-labels.ts'
import styles from './key-caps.module.css'
import { isMac } from './platform.ts'

/** The keys of a command as caps; a screen reader reads them as 'g then c'. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={styles.caps}>
      <span className="visually-hidden">{keyLabel(keys, isMac)}</span>
      {keyCaps(keys, isMac).map((cap, index) => (
        // Strokes of one sequence may repeat; their place is what tells them apart.
        <kbd key={`${index}${cap}`} aria-hidden="true">
          {cap}
        </kbd>
      ))}
    </span>
  )
}
