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

/** What a preview begins with: what it is of, its status, and what tells it from others. */
export function PreviewHead({ title, badge, detail, id }: PreviewHeadProps) {
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.badge}>{badge}</div>
      <p className={styles.detail}>
        <span className={styles.cut}>{detail}</span>
        {id !== undefined && <span>{detail === '' ? `#${id}` : ` · #${id}`}</span>}
      </p>
    </>
  )
}

/** Facts with their labels. The same number of them whatever is known, so that nothing jumps when an answer comes. */
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

/** A fact that is asked for by itself. One that fails says so in its place and can be tried again. */
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

/** The place of a value that is on its way. */
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
}

const hasStatus = ({ type }: RecentRecord) => type !== 'invoice'

/** The place of a record's facts that are on their way: of the same size. */
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

/** Why there is nothing to see of a record. */
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

/** How long a preview stands before it is read aloud, in milliseconds: whoever moves on hears the next row and not this one. */
const readAloudAfter = 700

/** The preview in a sentence, for those who do not see it. Said once it is complete and the row is rested on. */
export function Spoken({ text }: { text: string | null }) {
  const settled = useSettled(text, readAloudAfter)
  return <output className="visually-hidden">{settled === text ? text : null}</output>
}
