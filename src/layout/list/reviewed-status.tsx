import type { Target } from '../../commands/command.ts'
import type { BadgeColour } from '../../contract/customer-status.ts'
import { RowCommands } from '../menus/row-commands.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import styles from './reviewed-status.module.css'

interface ReviewedStatusProps {
  status: string
  colour: BadgeColour
  /** The commands that set another status. */
  ids: readonly string[]
  target: Target
}

/** A reviewed status and the buttons to change it (document 2, section 4). */
export function ReviewedStatus({ status, colour, ids, target }: ReviewedStatusProps) {
  return (
    <span className={styles.status}>
      <StatusBadge status={status} colour={colour} />
      <RowCommands ids={ids} target={target} />
    </span>
  )
}
