import type { ReactNode } from 'react'
import styles from './detail.module.css'

/** A fact about a record. Empty values show a dash. */
export interface Field {
  label: string
  value: ReactNode
}

/** Facts with labels, titled if a card has several groups. */
export function FieldList({ title, fields }: { title?: string; fields: readonly Field[] }) {
  return (
    <>
      {title ? <h3 className={styles.groupTitle}>{title}</h3> : null}
      <dl className={styles.fields}>
        {fields.map(({ label, value }) => (
          <div key={label} className={styles.field}>
            <dt className="muted">{label}</dt>
            <dd className={styles.value}>{isEmpty(value) ? <span className="muted">—</span> : value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function isEmpty(value: ReactNode): boolean {
  return value === null || value === undefined || value === '' || value === false
}
