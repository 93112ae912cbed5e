import type { ReactNode } from 'react'
import styles from './full-screen.module.css'

/** Centres its content on the whole window: starting, failing to start, crashing. */
export function FullScreen({ children }: { children: ReactNode }) {
  return <main className={styles.screen}>{children}</main>
}
