import type { Icon } from '@primer/octicons-react'
import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'className' | 'title' | 'type'> {
  icon: Icon | 'kebab'
  /** The accessible name and tooltip. */
  label: string
  /** Its keys in readable form, for the tooltip. */
  keyHint?: string | null
  size?: 'small' | 'medium'
}

/** A tooltip with the key. Screen readers have the label already, and are told the key. */
export const tooltip = (label: string, keyHint?: string | null) => ({
  title: keyHint ? `${label} (${keyHint})` : label,
  'aria-description': keyHint ?? '',
})

/** An icon-only button. Primer's own brings 11 kB of tooltip positioning that every list would wait for. */
export function IconButton({ icon: ButtonIcon, label, keyHint, size = 'medium', ...button }: IconButtonProps) {
  return (
    <button
      {...button}
      type="button"
      className={ButtonIcon === 'kebab' ? styles.kebab : styles.button}
      data-size={size}
      aria-label={label}
      {...tooltip(label, keyHint)}
    >
      {ButtonIcon === 'kebab' ? null : <ButtonIcon />}
    </button>
  )
}
