import { useContext } from 'react'
import { nameOfTarget } from '../../commands/engine/record-types.ts'
import type { Target } from '../../commands/engine/targets.ts'
import type { BadgeColour } from '../../contract/customer-status.ts'
import { capitalise } from '../../contract/status-words.ts'
import { CommandsContext, keyHintOf } from '../commands/use-commands.ts'
import { Button } from '../kit/button.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { dateFilter } from './filters/date-filter.ts'
import { choiceFilter, linkedFilter } from './filters/filters.ts'
import { searchFilter } from './filters/search-filter.tsx'
import styles from './reviewed-status.module.css'

interface ReviewedStatusProps {
  status: string
  colour: BadgeColour
  /** The commands that set another status. */
  ids: readonly string[]
  target: Target
}

/**
 * A reviewed status (document 2, section 4) and what sets another one: commands of the row's menu as buttons, for pressing row
 * after row. What is so already is coloured. A blocked one says why on press and in its name.
 */
export function ReviewedStatus({ status, colour, ids, target }: ReviewedStatusProps) {
  const commands = useContext(CommandsContext)
  const shown = commands?.resolveIn('row-menu', target).filter(({ command }) => ids.includes(command.id)) ?? []
  return (
    <span className={styles.status}>
      {/* The documents name it so. */}
      <StatusBadge status={status} colour={colour} title={status === 'init' ? 'init: not reviewed yet' : undefined} />
      {shown.map((resolved) => {
        const { availability, command, title } = resolved
        const isBlocked = availability.state === 'blocked'
        const name = `${title}: ${nameOfTarget(target)}${isBlocked ? ` – unavailable: ${availability.reason}` : ''}`
        const word = capitalise(title.replace('Mark ', ''))
        const keyHint = keyHintOf(command)
        return (
          <Button
            key={command.id}
            size="small"
            aria-disabled={isBlocked || undefined}
            data-tone={word === capitalise(status) ? colour : undefined}
            aria-label={name}
            title={keyHint ? `${name} (${keyHint})` : name}
            onClick={() => commands?.run(resolved)}
          >
            {word}
          </Button>
        )
      })}
    </span>
  )
}

/** The filters of a list of reviews: search, and the status, which is the usual one unless another is chosen. */
export const reviewFilters = (what: string, statuses: readonly string[], usual: string) => [
  searchFilter({ param: 'searchTerm', label: `Search ${what}`, placeholder: 'Search url or email…', debounce: 400 }),
  choiceFilter({
    param: 'status',
    label: 'Status',
    all: 'All statuses',
    usual,
    choices: statuses.map((label, status) => ({
      value: String(status),
      label,
      words: label === 'init' ? [`new ${what}`, `open ${what}`] : undefined,
    })),
  }),
  { ...dateFilter({ label: 'Created' }), feature: 'fields' as const },
  linkedFilter({ param: 'id', chip: (id) => `#${id}` }),
  linkedFilter({ param: 'whole', chip: (text) => `Exactly ‘${text}’` }),
]
