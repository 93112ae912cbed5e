import { Label, type LabelProps } from '@primer/react'
import type { BadgeColour } from '../../contract/customer-status.ts'
import { statusWords } from '../../contract/status-words.ts'
import styles from './status-badge.module.css'

const variants: Record<BadgeColour, LabelProps['variant']> = {
  danger: 'danger',
  success: 'success',
  warning: 'attention',
  primary: 'accent',
  secondary: 'secondary',
}

interface StatusBadgeProps {
  status: string
  colour: BadgeColour
  label?: string
  title?: string | undefined
}

/** Several in one line, the weightiest first: what has no room is in the title. */
export const StatusBadges = ({ statuses, colourOf }: { statuses: readonly string[]; colourOf: (status: string) => BadgeColour }) => (
  <span className={styles.badges} title={statuses.map((status) => statusWords(status)).join(', ')}>
    {statuses.map((status) => (
      <StatusBadge key={status} status={status} colour={colourOf(status)} />
    ))}
  </span>
)

/** A status in words with a dot, so colour is never the only difference. */
export function StatusBadge({ status, colour, label = statusWords(status), title = label }: StatusBadgeProps) {
  return (
    <Label translate="yes" variant={variants[colour]} className={styles.badge} data-status={status} title={title}>
      {label}
    </Label>
  )
}
