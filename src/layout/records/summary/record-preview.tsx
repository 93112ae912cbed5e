import { AlertIcon } from '@primer/octicons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isLoadable, type Loadable } from '../../../api/loadable.ts'
import type { RecentRecord } from '../../commands/recent.ts'
import { prefetchPage } from '../../kit/preload-views.ts'
import { errorText } from '../../kit/toasts.tsx'
import { useRested } from '../../kit/use-rested.ts'
import { useFacts } from '../record-facts.ts'
import { bonesOf, RecordSummary } from './record-summaries.tsx'
import { Bone, Summary } from './summary.tsx'

/** Milliseconds before anything is fetched: 120 after the row was selected, so arrowing past costs no calls. */
const rest = 70

/** What is known of a record. Remounted for each. */
export function RecordPreview({ record }: { record: RecentRecord }) {
  return isLoadable(record) ? (
    <LoadedPreview record={record} />
  ) : (
    <Summary title={<bdi translate="no">{record.label}</bdi>} detail={record.detail} id={record.id} />
  )
}

/** A record's facts. */
function LoadedPreview({ record }: { record: RecentRecord & { type: Loadable } }) {
  const router = useRouter()
  const isRested = useRested(rest)
  const answer = useFacts(record, isRested)
  useEffect(() => {
    if (isRested) prefetchPage(router, record.href)
  }, [isRested, router, record.href])
  if (answer.state === 'ready') return <RecordSummary facts={answer.facts} isRested={isRested} />
  const own = { title: <bdi translate="no">{record.label}</bdi>, detail: record.detail, id: record.id }
  if (answer.state === 'loading')
    return <Summary {...own} badge={record.type === 'invoice' ? null : <Bone />} facts={bonesOf(record.type)} />
  return (
    <Summary {...own}>
      <p className="attention above-12" role="status">
        <AlertIcon size={14} />{' '}
        <span>{answer.state === 'missing' ? 'This record no longer exists.' : `Could not be loaded. ${errorText('', answer.error)}`}</span>{' '}
        {answer.state === 'failed' && (
          <button type="button" className="link-button" onClick={answer.retry}>
            Try again
          </button>
        )}
      </p>
    </Summary>
  )
}
