import type { ReactNode } from 'react'
import { PanelBoundary } from '../list/panel/panel.tsx'
import styles from './detail.module.css'

/** A card on a record's page. `aside` goes beside the heading: buttons. */
export function Card({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="column card gap-8 can-shrink pad-16" aria-label={title}>
      <div className="row wrap spread gap-8 small-high">
        <h2 className="card-title">{title}</h2>
        {aside}
      </div>
      <PanelBoundary>{children}</PanelBoundary>
    </section>
  )
}

export function CardSkeleton({ lines }: { lines: number }) {
  return (
    <div className="column card gap-8 can-shrink pad-16" aria-hidden="true">
      <span className={styles.skeleton} style={{ width: '40%', height: '0.875rem' }} />
      {Array.from({ length: lines }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the places are all alike and never change
        <span key={index} className={styles.skeleton} style={{ width: `${60 + ((index * 23) % 35)}%` }} />
      ))}
    </div>
  )
}
