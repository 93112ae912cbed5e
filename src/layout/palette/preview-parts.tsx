import { AlertIcon } from '@primer/octicons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../kit/toasts.tsx'
import type { RecentRecord } from '../commands/recent.ts'
import styles from './preview.module.css'
import { useSettled } from '../kit/use-settled.ts'

interface PreviewHeadProps {
  title: ReactNode
  badge: ReactNode
  detail: string
  id?: number
}

/** A preview's title, status and distinguishing detail. */
export function PreviewHead({ title, badge, detail, id }: PreviewHeadProps) {
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.badge}>{badge}</div>
      <p className={styles.detail}>
        <span className="clip">{detail}</span>
        {id !== undefined && <span>{detail === '' ? `#${id}` : ` · #${id}`}</span>}
      </p>
    </>
  )
}

/** Facts with labels. Their number is fixed, so nothing jumps when replies arrive. */
export function PreviewFacts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A fact loaded separately. A failure shows in its place, with a retry. */
export function FetchedFact({ query, children }: { query: Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>; children: ReactNode }) {
  if (query.data !== undefined) return children ?? '—'
  if (!query.isError) return <Bone />
  return (
    <>
      not loaded{' '}
      <button type="button" className={styles.retry} onClick={() => void query.refetch()}>
        Retry
      </button>
    </>
  )
}

/** The placeholder of a loading value. */
export function Bone() {
  return <span className={styles.bone} aria-hidden="true" />
}

function TwoBones() {
  return (
    <span className={styles.twoLines}>
      <Bone />
    </span>
  )
}

const labels = {
  customer: ['Plan', 'Next payment', 'Last payment', 'QR codes'],
  qr: ['Type', 'Target', 'Visits', 'Owner'],
  invoice: ['Created', 'Customer'],
  payment: ['Created', 'Invoice', 'Customer'],
}

const hasStatus = ({ type }: RecentRecord) => type !== 'invoice'

/** A same-size placeholder for a record's facts. */
export function PreviewLoading({ record }: { record: RecentRecord }) {
  return (
    <>
      <PreviewHead title={<bdi>{record.label}</bdi>} badge={hasStatus(record) ? <Bone /> : null} detail={record.detail} id={record.id} />
      <PreviewFacts
        facts={labels[record.type].map((label) => [label, label === 'Last payment' ? <TwoBones key={label} /> : <Bone key={label} />])}
      />
    </>
  )
}

/** Why a record can't be previewed. */
export function PreviewProblem({
  record,
  text,
  error,
  retry,
}: {
  record: RecentRecord
  text: string
  error?: unknown
  retry?: () => void
}) {
  return (
    <>
      <PreviewHead title={<bdi>{record.label}</bdi>} badge={null} detail={record.detail} id={record.id} />
      <p className={styles.problem} role="status">
        <AlertIcon size={14} /> {text} {error !== undefined && errorText('', error)}{' '}
        {retry && (
          <button type="button" className={styles.retry} onClick={retry}>
            Try again
          </button>
        )}
      </p>
    </>
  )
}

/** Milliseconds before a preview is read out, so moving on reads the next row instead. */
const readAloudAfter = 700

/** The preview for screen readers, read out once it is complete and the selection has settled. */
export function Spoken({ text }: { text: string | null }) {
  const settled = useSettled(text, readAloudAfter)
  return <output className="visually-hidden">{settled === text ? text : null}</output>
}
