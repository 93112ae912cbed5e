import { strokeLabel } from '../../commands/keys/key-labels.ts'
import { notice } from '../kit/notice.ts'
import { isMac } from '../kit/platform.ts'
import { useStore } from '../kit/store.ts'
import styles from './key-status.module.css'
import { hasMany, keptKeys, type PendingKeys, pendingKeys } from './pending-keys.ts'

const labelOf = (stroke: string) => strokeLabel(stroke, isMac)

/** A pending sequence for screen readers: 'i, then v View PDF'. Many would take too long to read. */
const announcementOf = ({ strokes, follow }: PendingKeys) =>
  `${strokes.map(labelOf).join(', ')}, then ${
    follow.length > 2 ? `one of ${follow.length} keys` : follow.map(({ stroke, bound }) => `${labelOf(stroke)} ${bound.title}`).join(', ')
  }`

/** The bar at the bottom: keys that may follow, keys waiting for the page, or why a key did nothing. */
export function KeyStatus() {
  const pending = useStore(pendingKeys)
  const kept = useStore(keptKeys)
  const text = useStore(notice)
  return (
    <output className={styles.status}>
      {pending ? (
        <>
          <span className="visually-hidden">{announcementOf(pending)}</span>
          <span className={styles.statusBox} aria-hidden="true">
            <Caps strokes={pending.strokes} />
            <span className={styles.followers} data-many={hasMany(pending) || undefined}>
              {pending.follow.map(({ stroke, bound }) => (
                <span key={stroke} className={styles.follow}>
                  <kbd>{labelOf(stroke)}</kbd> <span>{bound.title}</span>
                </span>
              ))}
            </span>
          </span>
        </>
      ) : kept ? (
        <span className={`late ${styles.statusBox}`}>
          <Caps strokes={kept.presses.map(({ strokes: [stroke = ''] }) => stroke)} />
          <span>when the page has loaded; Esc cancels</span>
        </span>
      ) : (
        text !== null && <span className={styles.statusBox}>{text}</span>
      )}
    </output>
  )
}

function Caps({ strokes }: { strokes: readonly string[] }) {
  return (
    <span className="inline-row gap-4 rigid">
      {strokes.map((stroke, index) => (
        <kbd key={`${index}${stroke}`}>{labelOf(stroke)}</kbd>
      ))}
    </span>
  )
}
