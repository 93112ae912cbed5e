import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { timelineQuery } from '../../api/timeline.ts'
import { type TimelineKind, timelineKinds } from '../../contract/timeline.ts'
import { Panel, PanelEmpty, PanelError, PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { kindLabels } from './timeline-words.ts'
import { linesOf } from './timeline-lines.ts'
import { TimelineList } from './timeline-list.tsx'
import styles from './timeline.module.css'

/** A customer's history, newest first: sign-up, payments, staff, e-mails, events. Loaded when scrolled to. */
export function TimelinePanel({ customerId }: { customerId: number }) {
  return <Panel title="Timeline">{() => <Timeline customerId={customerId} />}</Panel>
}

function Timeline({ customerId }: { customerId: number }) {
  const [kinds, setKinds] = useState<readonly TimelineKind[]>([])
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    timelineQuery(customerId, kinds),
  )
  const lines = useMemo(() => linesOf(data?.pages.flatMap(({ rows }) => rows) ?? []), [data])
  const toggle = (kind: TimelineKind) =>
    // Fixed order, so that equal filters share a cache entry.
    setKinds(timelineKinds.filter((each) => (each === kind ? !kinds.includes(each) : kinds.includes(each))))

  return (
    <>
      <div role="group" aria-label="Show" className="flex wrap gap-4">
        {timelineKinds.map((kind) => (
          <button key={kind} type="button" className={styles.kind} aria-pressed={kinds.includes(kind)} onClick={() => toggle(kind)}>
            {kindLabels[kind]}
          </button>
        ))}
      </div>
      {lines.length > 0 ? (
        <TimelineList
          key={kinds.join()}
          lines={lines}
          isComplete={!hasNextPage}
          // After a failure load more only by hand, or scrolling would retry endlessly.
          onNearEnd={() => (hasNextPage && !isFetchingNextPage && !error ? void fetchNextPage() : undefined)}
        />
      ) : data && lines.length === 0 ? (
        <PanelEmpty>{kinds.length > 0 ? 'Nothing of that kind has happened.' : 'Nothing has happened yet.'}</PanelEmpty>
      ) : error ? null : (
        <div className={styles.waiting} aria-busy="true">
          <PanelSkeleton lines={6} />
        </div>
      )}
      {error && !isFetching ? <PanelError error={error} onRetry={() => void (data ? fetchNextPage() : refetch())} /> : null}
    </>
  )
}
