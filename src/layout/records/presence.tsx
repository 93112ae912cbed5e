import { formatDateMinute } from '../../contract/dates.ts'
import type { PresenceRecord } from '../../contract/live.ts'
import { type Person, usePeople } from '../commands/presence-state.ts'
import { initialsOf } from '../kit/initials.ts'
import styles from './presence.module.css'

/** Pictures shown; the others are a number. */
const maxPictures = 3

/** What somebody is doing, as colleagues are told it. */
export const activityWords = { viewing: 'here', 'writing-note': 'writing a note', refunding: 'refunding', editing: 'editing' } as const

/** 'Sam Ortega is refunding', 'Sam Ortega is here since 10:42'. */
export const presenceText = ({ name, activity, since }: Person) =>
  `${name} is ${activityWords[activity]}${activity === 'viewing' ? ` since ${formatDateMinute(since).slice(-5)}` : ''}`

/** Who else has a record open, and what colleagues should know of what they do. Nothing if nobody is there. */
export function PresenceBar({ record }: { record: PresenceRecord }) {
  const people = usePeople(record)
  if (people.length === 0) return null
  // Who does something comes first.
  const sorted = [...people].sort((a, b) => Number(a.activity === 'viewing') - Number(b.activity === 'viewing'))
  const busy = sorted.find(({ activity }) => activity !== 'viewing')
  const rest = sorted.slice(maxPictures)
  return (
    <div className="row gap-8 can-shrink">
      <ul className="plain-list row rigid" aria-label="Also here">
        {sorted.slice(0, maxPictures).map((person) => (
          <li key={person.id} className={styles.person} data-busy={person.activity !== 'viewing' || undefined} title={presenceText(person)}>
            <span aria-hidden="true">{initialsOf(person.name)}</span>
            <span className="visually-hidden">{presenceText(person)}</span>
          </li>
        ))}
        {rest.length === 0 ? null : (
          <li className={styles.person} title={rest.map(presenceText).join('\n')}>
            <span aria-hidden="true">{`+${rest.length}`}</span>
            <span className="visually-hidden">{rest.map(presenceText).join(', ')}</span>
          </li>
        )}
      </ul>
      {busy && (
        <span className={styles.doing} aria-hidden="true">
          {presenceText(busy)}
        </span>
      )}
    </div>
  )
}
