import type { Icon } from '@primer/octicons-react'
import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  icon?: Icon
  variant?: 'default' | 'primary'
  /** Large is as wide as what it stands in. */
  size?: 'medium' | 'large'
  /** It sends its form. */
  submits?: boolean
  /** What it was pressed for is under way: presses do nothing, and the focus stays. */
  isBusy?: boolean
}

/**
 * Primer's button, for what is on screen first. Primer's own brings its announcements along, 7 kB that the login screen and every
 * list would wait for; what is loaded later uses that one.
 */
export function Button({
  icon: ButtonIcon,
  variant = 'default',
  size = 'medium',
  submits = false,
  isBusy = false,
  children,
  ...button
}: ButtonProps) {
  return (
    <button
      {...button}
      type={submits ? 'submit' : 'button'}
      className={styles.button}
      data-variant={variant}
      data-size={size}
      {...(isBusy ? { 'aria-disabled': true, 'aria-busy': true, onClick: (event) => event.preventDefault() } : {})}
    >
      {ButtonIcon ? <ButtonIcon /> : null}
      <span className={styles.label}>{children}</span>
      {isBusy ? <span className={styles.spinner} aria-hidden="true" /> : null}
    </button>
  )
}
