import { Copyable } from '../../layout/records/copyable.tsx'
import { Notice } from '../../layout/kit/form/notice.tsx'
import styles from './integrations.module.css'

/** A secret that the server will not say again. */
export function ShownOnce({ text, what, use }: { text: string; what: string; use: string }) {
  return (
    <Notice kind="info">
      <div className={styles.secret}>
        <span>
          <strong>Copy the {what} now: it is shown this once.</strong> {use}
        </span>
        <Copyable text={text} what={what}>
          <code>{text}</code>
        </Copyable>
      </div>
    </Notice>
  )
}
