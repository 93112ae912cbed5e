import type { Icon } from '@primer/octicons-react'
import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'className' | 'title' | 'type'> {
  icon: Icon
  /** Names the button, for screen readers and as its tooltip. */
  label: string
  /** Its keys as people read them, for the tooltip. */
  keyHint?: string | null
  /** Small fits a table row. */
  size?: 'small' | 'medium'
}

/** A button with an icon alone. Primer's own brings its tooltip's positioning, 11 kB that every list would wait for. */
export function IconButton({ icon: ButtonIcon, label, keyHint, size = 'medium', ...button }: IconButtonProps) {
  const title = keyHint ? `${label} (${keyHint})` : label
  return (
    <button {...button} type="button" className={styles.button} data-size={size} aria-label={label} title={title}>
      <ButtonIcon />
    </button>
  )
}
