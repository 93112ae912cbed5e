import type { Icon } from '@primer/octicons-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  leadingVisual?: Icon
  trailingVisual?: ReactNode
  variant?: 'default' | 'primary' | 'danger' | 'final' | 'invisible'
  size?: 'small' | 'medium' | 'large'
  /** As wide as its container. */
  block?: boolean
  /** Its action is running: it keeps the focus but ignores presses. A form decides itself what a second submit means. */
  loading?: boolean
  /** Read out while loading. */
  loadingAnnouncement?: string
  /** Looks disabled but can be pressed, to say why. */
  inactive?: boolean
}

/** Primer's button without its tooltip and live-region code, which would delay the login screen and every list. */
export function Button({
  leadingVisual: Leading,
  trailingVisual,
  variant = 'default',
  size = 'medium',
  block = false,
  loading = false,
  loadingAnnouncement,
  inactive = false,
  type = 'button',
  children,
  ...button
}: ButtonProps) {
  return (
    <>
      <button
        {...button}
        // oxlint-disable-next-line react/button-has-type -- defaults to 'button' above
        type={type}
        className={styles.button}
        data-variant={variant}
        data-size={size}
        data-block={block || undefined}
        data-inactive={inactive || undefined}
        {...(loading ? { 'aria-disabled': true, 'aria-busy': true } : {})}
        {...(loading && type !== 'submit' ? { onClick: (event) => event.preventDefault() } : {})}
      >
        {Leading ? <Leading /> : null}
        <span className={styles.label}>{children}</span>
        {trailingVisual}
        {loading ? <span className={`ring ${styles.spinner}`} aria-hidden="true" /> : null}
      </button>
      {loading && loadingAnnouncement ? (
        <span role="status" className="visually-hidden">
          {loadingAnnouncement}
        </span>
      ) : null}
    </>
  )
}

interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'className'> {
  leadingVisual?: Icon
  variant?: ButtonProps['variant']
}

export function LinkButton({ leadingVisual: Leading, variant = 'default', children, ...link }: LinkButtonProps) {
  return (
    <a {...link} className={styles.button} data-variant={variant} data-size="medium">
      {Leading ? <Leading /> : null}
      <span className={styles.label}>{children}</span>
    </a>
  )
}
