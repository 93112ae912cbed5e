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
import { formatDateTime } from '../../contract/dates.ts'
import type { TimelineEntry as Entry, TimelineKind } from '../../contract/timeline.ts'
import { changedFields } from '../../layout/records/changed-fields.ts'
import { LongText } from '../../layout/records/long-text.tsx'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { entryWords } from './timeline-words.ts'
import styles from './timeline.module.css'

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
export function TimelineEntry({ entry }: { entry: Entry }) {
  const { title, amount, badge, text, by } = entryWords(entry)
  const EntryIcon = icons[entry.kind]
  const changes = entry.kind === 'staff' ? changedFields(entry.before, entry.after) : []
  const [, time = ''] = formatDateTime(entry.at).split(' ')
  return (
    <div className={styles.entry}>
      <span className={styles.icon} data-kind={entry.kind}>
        <EntryIcon size={14} />
      </span>
      <div className="can-shrink">
        <p className={styles.head}>
          <span className="breaks">{title}</span>
          {amount === null ? null : <span className="semibold tabular">{amount}</span>}
          {badge ? <StatusBadge status={badge.text} colour={badge.colour} /> : null}
        </p>
        {text ? (
          <div className={styles.text}>
            <LongText text={text} length={cut} />
          </div>
        ) : null}
        {changes.length > 0 ? (
          <ul className={styles.changes}>
            {changes.map(({ name, before, after }) => (
              <li key={name}>
                {name}: <LongText text={before} length={cut} /> → <LongText text={after} length={cut} />
              </li>
            ))}
          </ul>
        ) : null}
        {by === null ? null : <p className="note">{by}</p>}
      </div>
      <time className={styles.time} dateTime={new Date(entry.at * 1000).toISOString()} title={formatDateTime(entry.at)}>
        {time}
      </time>
    </div>
  )
}
