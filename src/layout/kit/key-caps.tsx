import { keyCaps, keyLabel } from '../../commands/keys/key-labels.ts'
import styles from './key-caps.module.css'
import { isMac } from './platform.ts'

/** A command's keys as caps; screen readers hear 'g then c'. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={styles.caps}>
      <span className="visually-hidden">{keyLabel(keys, isMac)}</span>
      {keyCaps(keys, isMac).map((cap, index) => (
        // A sequence may repeat a key, so the index makes the React key unique.
        <kbd key={`${index}${cap}`} aria-hidden="true">
          {cap}
        </kbd>
      ))}
    </span>
  )
}
