import type { ReactNode } from 'react'
import styles from './centred-page.module.css'

/** Centres its content in the window, for starting, failing to start and crashing. */
export function CentredPage({ children }: { children: ReactNode }) {
  return <main className={styles.screen}>{children}</main>
}
