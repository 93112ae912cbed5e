import { useContext } from 'react'
import { nameOfTarget } from '../../commands/engine/record-types.ts'
import type { Target } from '../../commands/engine/targets.ts'
import type { BadgeColour } from '../../contract/customer-status.ts'
import { capitalise } from '../../contract/status-words.ts'
import { CommandsContext, keyHintOf } from '../commands/use-commands.ts'
import { Button } from '../kit/button.tsx'
import { IconButton, tooltip } from '../kit/icon-button.tsx'
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

/** A reviewed status (document 2, section 4) and what sets another one. Among the buttons it is the coloured one. */
export function ReviewedStatus({ status, colour, ids, target }: ReviewedStatusProps) {
  return (
    <span className={styles.status}>
      {/* The documents name it so. */}
      <StatusBadge status={status} colour={colour} title={status === 'init' ? 'init: not reviewed yet' : undefined} />
      <RowButtons
        ids={ids}
        target={target}
        label={(title) => `${title}: ${nameOfTarget(target)}`}
        word={(title) => capitalise(title.replace('Mark ', ''))}
        chosen={{ word: capitalise(status), colour }}
      />
    </span>
  )
}

interface RowButtonsProps {
  /** Commands of the row's menu. */
  ids: readonly string[]
  target: Target
  label: (title: string) => string
  /** What it says instead of an icon. */
  word?: (title: string) => string
  /** The word of what is so already, in its colour. */
  chosen?: { word: string; colour: BadgeColour }
}

/** Commands of a row's menu as buttons, for pressing row after row. A blocked one says why on press and in its name. */
export function RowButtons({ ids, target, label, word, chosen }: RowButtonsProps) {
  const commands = useContext(CommandsContext)
  const shown = commands?.resolveIn('row-menu', target).filter(({ command }) => ids.includes(command.id)) ?? []
  return shown.map((resolved) => {
    const { availability, command, title } = resolved
    const isBlocked = availability.state === 'blocked'
    const name = `${label(title)}${isBlocked ? ` – unavailable: ${availability.reason}` : ''}`
    const keyHint = keyHintOf(command)
    const button = { size: 'small', 'aria-disabled': isBlocked || undefined, onClick: () => commands?.run(resolved) } as const
    return word ? (
      <Button
        key={command.id}
        {...button}
        data-tone={word(title) === chosen?.word ? chosen.colour : undefined}
        aria-label={name}
        {...tooltip(name, keyHint)}
      >
        {word(title)}
      </Button>
    ) : (
      <IconButton key={command.id} {...button} icon={command.icon} label={name} keyHint={keyHint} />
    )
  })
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
