import {
  CreditCardIcon,
  type Icon,
  MailIcon,
  NoteIcon,
  PersonAddIcon,
  PersonIcon,
  PulseIcon,
  SyncIcon,
  UndoIcon,
} from '@primer/octicons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { timelineQuery } from '../../api/timeline.ts'
import { formatDateMinute, formatDateTime } from '../../contract/dates.ts'
import { type TimelineEntry as Entry, type TimelineKind, timelineKinds } from '../../contract/timeline.ts'
import { Ago } from '../../layout/kit/ago.tsx'
import { ScrollBox } from '../../layout/kit/scroll-box.tsx'
import { PanelEmpty, PanelError, PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { LongText } from '../../layout/records/long-text.tsx'
import styles from './timeline.module.css'
import { type Line, linesOf } from './timeline-lines.ts'
import { entryWords, kindLabels } from './timeline-words.ts'

/** A customer's history, newest first: sign-up, payments, staff, emails, events. */
export function Timeline({ customerId }: { customerId: number }) {
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
      <div role="group" aria-label="Show" className="flex wrap gap-8">
        {timelineKinds.map((kind) => (
          <button key={kind} type="button" className="pill" aria-pressed={kinds.includes(kind)} onClick={() => toggle(kind)}>
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
        <PanelEmpty>{kinds.length > 0 ? 'Nothing of this kind has happened.' : 'Nothing has happened yet.'}</PanelEmpty>
      ) : error ? null : (
        <div className={styles.waiting} aria-busy="true">
          <PanelSkeleton lines={6} />
        </div>
      )}
      {error && !isFetching ? <PanelError error={error} onRetry={() => void (data ? fetchNextPage() : refetch())} /> : null}
    </>
  )
}

const icons: Record<TimelineKind, Icon> = {
  signup: PersonAddIcon,
  payment: CreditCardIcon,
  refund: UndoIcon,
  status: SyncIcon,
  staff: PersonIcon,
  email: MailIcon,
  event: PulseIcon,
  note: NoteIcon,
}

const cut = 150

/** One event of the timeline. */
function TimelineEntry({ entry }: { entry: Entry }) {
  const { sentence, colour, text } = entryWords(entry)
  const EntryIcon = icons[entry.kind]
  const [, time = ''] = formatDateMinute(entry.at).split(' ')
  const [isRecent] = useState(() => Date.now() / 1000 - entry.at < 86_400)
  return (
    <div className={styles.entry}>
      <span className={styles.icon} data-kind={entry.kind} data-colour={colour ?? undefined}>
        <EntryIcon size={14} />
      </span>
      <p className={styles.sentence}>
        {sentence}
        {text === null ? null : (
          <span className="muted">
            {' · '}
            <LongText text={text} length={cut} />
          </span>
        )}
      </p>
      {isRecent ? (
        <Ago className={styles.time} at={entry.at} />
      ) : (
        <time className={styles.time} dateTime={new Date(entry.at * 1000).toISOString()} title={formatDateTime(entry.at)}>
          {time}
        </time>
      )}
    </div>
  )
}

interface TimelineListProps {
  lines: readonly Line[]
  /** Whether the oldest entry is loaded. */
  isComplete: boolean
  /** Called when scrolling nears the end. */
  onNearEnd: () => void
}

const dayHeight = 32
const entryHeight = 32
const overscan = 8

/** A virtualised feed; each entry has its position for screen readers. Heights are estimated, then measured. */
function TimelineList({ lines, isComplete, onNearEnd }: TimelineListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.day == null ? entryHeight : entryHeight + dayHeight),
    getItemKey: (index) => lines[index]?.entry.id ?? index,
    overscan,
  })
  const items = virtualizer.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0
  const isNearEnd = lastShown >= lines.length - overscan * 2
  const nearEnd = useEffectEvent(onNearEnd)
  useEffect(() => {
    if (isNearEnd) nearEnd()
  }, [isNearEnd, lines.length])

  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    // Less than all of it, as heights may have fractions.
    const whole = 0.99
    const observer = new IntersectionObserver(
      (entries) => box.toggleAttribute('data-whole', (entries.at(-1)?.intersectionRatio ?? 0) >= whole),
      { threshold: whole },
    )
    observer.observe(box)
    return () => observer.disconnect()
  }, [])

  return (
    <ScrollBox ref={scroller} className={styles.scroller} role="region" aria-label="Timeline entries">
      <div role="feed" aria-label="Timeline" aria-busy="false" className={styles.feed} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const line = lines[index]
          if (!line) return null
          return (
            <article
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={styles.line}
              style={{ transform: `translateY(${start}px)` }}
              aria-posinset={index + 1}
              aria-setsize={isComplete ? lines.length : -1}
              aria-label={`${entryWords(line.entry).sentence}, ${formatDateTime(line.entry.at)}`}
            >
              {line.day === null ? null : <h3 className={styles.day}>{line.day}</h3>}
              <TimelineEntry entry={line.entry} />
            </article>
          )
        })}
      </div>
    </ScrollBox>
  )
}
