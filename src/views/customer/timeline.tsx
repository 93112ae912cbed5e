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
import { useMemo, useState } from 'react'
import { timelineQuery } from '../../api/timeline.ts'
import { formatDateMinute, formatDateTime } from '../../contract/dates.ts'
import { type TimelineEntry as Entry, type TimelineKind, timelineKinds } from '../../contract/timeline.ts'
import { Ago } from '../../layout/kit/ago.tsx'
import { Button } from '../../layout/kit/button.tsx'
import { PanelEmpty, PanelError, PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { LongText } from '../../layout/records/long-text.tsx'
import styles from './timeline.module.css'
import { linesOf } from './timeline-lines.ts'
import { entryWords, kindLabels } from './timeline-words.ts'

/** A customer's history, newest first: sign-up, payments, staff, emails, events. */
export function Timeline({ customerId }: { customerId: number }) {
  const [kinds, setKinds] = useState<readonly TimelineKind[]>([])
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    timelineQuery(customerId, kinds),
  )
  const lines = useMemo(() => linesOf(data?.pages.flatMap(({ rows }) => rows) ?? []), [data])
  const [count, setCount] = useState(firstCount)
  const toggle = (kind: TimelineKind) => {
    // Fixed order, so that equal filters share a cache entry.
    setKinds(timelineKinds.filter((each) => (each === kind ? !kinds.includes(each) : kinds.includes(each))))
    setCount(firstCount)
  }
  const showOlder = () => {
    setCount(count + olderCount)
    if (hasNextPage && count + olderCount > lines.length) void fetchNextPage()
  }

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
        <>
          <div role="feed" aria-label="Timeline" aria-busy={isFetchingNextPage} className={styles.feed}>
            {lines.slice(0, count).map(({ day, entry }, index) => (
              <article
                key={entry.id}
                aria-posinset={index + 1}
                aria-setsize={hasNextPage ? -1 : lines.length}
                aria-label={`${entryWords(entry).sentence}, ${formatDateTime(entry.at)}`}
              >
                {day === null ? null : <h3 className={styles.day}>{day}</h3>}
                <TimelineEntry entry={entry} />
              </article>
            ))}
          </div>
          {(hasNextPage || count < lines.length) && !error ? (
            <div>
              <Button size="small" loading={isFetchingNextPage} onClick={showOlder}>
                Show older
              </Button>
            </div>
          ) : null}
        </>
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

/** How many entries are shown at first, and how many more each time. */
const firstCount = 15
const olderCount = 30

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
