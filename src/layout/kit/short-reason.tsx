import { shortReason } from '../../commands/engine/menu-order.ts'
import styles from './short-reason.module.css'

/** Why something is unavailable, in five words; in full while its entry is the current one, and on phones. */
export function ShortReason({ text }: { text: string }) {
  const short = shortReason(text)
  return (
    <span>
      <span className="visually-hidden">unavailable: </span>
      <span>{short}</span>
      <span className={styles.inFull}>{text.slice(short.length)}</span>
    </span>
  )
}
