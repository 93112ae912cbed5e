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
}

/** A status in words with a dot, so colour is never the only difference. */
export function StatusBadge({ status, colour, label = statusWords(status) }: StatusBadgeProps) {
  return (
    <Label translate="yes" variant={variants[colour]} className={styles.badge} data-status={status} title={label}>
      {label}
    </Label>
  )
}
