import { strokeLabel } from '../../commands/key-labels.ts'
import styles from './commands.module.css'
import { notice } from './notice.ts'
import { pendingKeys } from './pending-keys.ts'
import { isMac } from './platform.ts'
import { useStore } from './store.ts'

/** At the bottom of the screen: which keys may follow the one just pressed, or why a key did nothing. */
export function KeyStatus() {
  const pending = useStore(pendingKeys)
  const text = useStore(notice)
  return (
    <output className={styles.status}>
      {pending ? (
        <span className={styles.statusBox}>
          <span className={styles.caps}>
            {pending.strokes.map((stroke, index) => (
              <kbd key={`${index}${stroke}`}>{strokeLabel(stroke, isMac)}</kbd>
            ))}
          </span>
          <span className={styles.unseen}>then</span>
          {pending.follow.map(({ stroke, bound }) => (
            <span key={stroke} className={styles.follow}>
              <kbd>{strokeLabel(stroke, isMac)}</kbd> {bound.title}
            </span>
          ))}
        </span>
      ) : (
        text !== null && <span className={styles.statusBox}>{text}</span>
      )}
    </output>
  )
}
