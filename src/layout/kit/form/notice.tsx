import { AlertIcon, InfoIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

/** A message about the whole form, read out when it appears. */
export function Notice({ kind, children }: { kind: 'info' | 'danger'; children: ReactNode }) {
  const Icon = kind === 'danger' ? AlertIcon : InfoIcon
  return (
    <div className={styles.notice} data-tone={kind === 'danger' ? kind : 'accent'} role={kind === 'danger' ? 'alert' : 'status'}>
      <Icon className="toned lowered" />
      <div>{children}</div>
    </div>
  )
}
