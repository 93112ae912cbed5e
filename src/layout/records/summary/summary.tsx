import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSettled } from '../../kit/use-settled.ts'
import styles from './summary.module.css'

interface SummaryProps {
  title: ReactNode
  badge?: ReactNode
  /** Tells it from others. */
  detail: string
  id?: number
  /** By label: null shows a dash, undefined leaves the fact out. Their number is fixed, so nothing jumps when replies arrive. */
  facts?: Readonly<Record<string, ReactNode>>
  /** For screen readers, once it is complete. */
  spoken?: string | null
  children?: ReactNode
}

/** What the summary of a record takes. @param isRested it may fetch more */
export interface RecordProps<Shown> {
  record: Shown
  isRested: boolean
}

export function Summary({ title, badge, detail, id, facts, spoken = null, children }: SummaryProps) {
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.badge}>{badge}</div>
      <p className={styles.detail}>
        <span className="clip">{detail}</span>
        {id !== undefined && <span>{detail === '' ? `#${id}` : ` · #${id}`}</span>}
      </p>
      {facts && (
        <dl className={styles.facts}>
          {Object.entries(facts).map(
            ([label, value]) =>
              value !== undefined && (
                <div key={label} className={styles.fact}>
                  <dt className="muted">{label}</dt>
                  <dd className={styles.value}>{value ?? '—'}</dd>
                </div>
              ),
          )}
        </dl>
      )}
      {children}
      <Spoken text={spoken} />
    </>
  )
}

/** A fact loaded separately. A failure shows in its place, with a retry. */
export function fetched({ data, isError, refetch }: Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>, fact: ReactNode): ReactNode {
  if (data !== undefined) return fact ?? '—'
  if (!isError) return <Bone />
  return (
    <span>
      not loaded{' '}
      <button type="button" className="link-button" onClick={() => void refetch()}>
        Retry
      </button>
    </span>
  )
}

export function Bone() {
  return <span className={styles.bone} aria-hidden="true" />
}

/** A payment and its status: as high while it loads. */
export function TwoLines({ children }: { children: ReactNode }) {
  return <span className={styles.twoLines}>{children}</span>
}

/** Milliseconds before a preview is read out, so moving on reads the next row instead. */
const readAloudAfter = 700

/** Read out once the selection has settled. */
function Spoken({ text }: { text: string | null }) {
  const settled = useSettled(text, readAloudAfter)
  return <output className="visually-hidden">{settled === text ? text : null}</output>
}
