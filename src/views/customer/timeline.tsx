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
import { Button } from '../../layout/kit/button.tsx'
import { unbroken } from '../../layout/kit/unbroken.tsx'
import { PanelEmpty, PanelError, PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { LongText } from '../../layout/records/long-text.tsx'
import styles from './timeline.module.css'
import { type Line, linesOf } from './timeline-lines.ts'
import { type EntryWords, emailsName, emailsWords, entryWords, kindLabels } from './timeline-words.ts'

/** A customer's history, newest first: sign-up, payments, staff, emails, events. */
export function Timeline({ customerId }: { customerId: number }) {
  const [kinds, setKinds] = useState<readonly TimelineKind[]>([])
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    timelineQuery(customerId, kinds),
  )
  const isEmailsAlone = kinds.join() === 'email'
  const lines = useMemo(() => linesOf(data?.pages.flatMap(({ rows }) => rows) ?? [], !isEmailsAlone), [data, isEmailsAlone])
  const [count, setCount] = useState(firstCount)
  const show = (shown: readonly TimelineKind[]) => {
    setKinds(shown)
    setCount(firstCount)
  }
  // Fixed order, so that equal filters share a cache entry.
  const toggle = (kind: TimelineKind) =>
    show(timelineKinds.filter((each) => (each === kind ? !kinds.includes(each) : kinds.includes(each))))
  const showOlder = () => {
    setCount(count + olderCount)
    if (hasNextPage && count + olderCount > lines.length) void fetchNextPage()
  }

  return (
    <>
      <div role="group" aria-label="Show" className="flex wrap gap-8">
        <button type="button" className="pill" aria-pressed={kinds.length === 0} onClick={() => show([])}>
          All
        </button>
        {timelineKinds.map((kind) => (
          <button key={kind} type="button" className="pill" aria-pressed={kinds.includes(kind)} onClick={() => toggle(kind)}>
            {kindLabels[kind]}
          </button>
        ))}
      </div>
      {lines.length > 0 ? (
        <>
          <div role="feed" aria-label="Timeline" aria-busy={isFetchingNextPage} className="ruled-above">
            {lines.slice(0, count).map((line, index) => (
              <article
                key={line.entry.id}
                aria-posinset={index + 1}
                aria-setsize={hasNextPage ? -1 : lines.length}
                aria-label={`${lineWords(line).sentence}, ${formatDateTime(line.entry.at)}`}
              >
                {line.day === null ? null : <h3 className={styles.day}>{line.day}</h3>}
                {line.emails.length === 0 ? (
                  <TimelineEntry entry={line.entry} words={lineWords(line)} />
                ) : (
                  <details className={styles.emails}>
                    {/* Short, as the palette leads there by it. The entry says the rest. */}
                    <summary aria-label={emailsName(line.emails)}>
                      <TimelineEntry entry={line.entry} words={lineWords(line)} />
                    </summary>
                    {line.emails.map((entry) => (
                      <TimelineEntry key={entry.id} entry={entry} words={entryWords(entry)} />
                    ))}
                  </details>
                )}
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
        <div aria-busy="true">
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

const lineWords = ({ entry, emails }: Line) => (emails.length === 0 ? entryWords(entry) : emailsWords(emails))

/** What staff did stands out, and what is good or bad. */
const toneOf = ({ kind }: Entry, colour: EntryWords['colour']) =>
  colour && /success|warning|danger/.test(colour) ? colour : kind === 'staff' || kind === 'note' ? 'accent' : 'secondary'

/** One event of the timeline, or several. */
function TimelineEntry({ entry, words: { sentence, colour, text } }: { entry: Entry; words: EntryWords }) {
  const EntryIcon = icons[entry.kind]
  const [, time = ''] = formatDateMinute(entry.at).split(' ')
  return (
    <div className={styles.entry}>
      <span className="grid in-middle round toned tinted square-24" data-tone={toneOf(entry, colour)}>
        <EntryIcon size={14} />
      </span>
      <p className={styles.sentence}>
        {unbroken(sentence)}
        {text === null ? null : (
          <span className="muted">
            {' · '}
            <LongText text={text} length={cut} />
          </span>
        )}
      </p>
      <time className="note tabular leading-24" dateTime={new Date(entry.at * 1000).toISOString()} title={formatDateTime(entry.at)}>
        {time}
      </time>
    </div>
  )
}
