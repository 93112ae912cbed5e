import type { RefObject } from 'react'
import { ariaKeys } from '../../commands/key-labels.ts'
import { Button } from '../kit/button.tsx'
import { KeyCaps } from '../kit/key-caps.tsx'
import { isMac } from '../kit/platform.ts'
import styles from './confirm-button.module.css'
import type { Confirmation } from './use-confirmation.ts'

interface ConfirmButtonProps {
  confirmation: Confirmation
  ref: RefObject<HTMLButtonElement | null>
  /** In the palette: it has the focus first. */
  'data-step-focus'?: '' | undefined
}

/** The button that does it. What is final is red and shows its key. */
export function ConfirmButton({ confirmation, ...button }: ConfirmButtonProps) {
  const { danger, isBusy, isUntouched, isFinal, label, confirm } = confirmation
  return (
    <Button
      {...button}
      variant={isFinal || (danger && !danger.restores) ? 'danger' : 'primary'}
      loading={isBusy}
      loadingAnnouncement="Working…"
      disabled={isUntouched}
      aria-keyshortcuts={ariaKeys('$mod+Enter', isMac) ?? undefined}
      onClick={confirm}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // Holding Enter would press the button repeatedly.
        event.preventDefault()
        if (!event.repeat) confirm()
      }}
      trailingVisual={
        isFinal && (
          <span className={styles.key} aria-hidden="true">
            <KeyCaps keys="$mod+Enter" />
          </span>
        )
      }
    >
      {label}
    </Button>
  )
}
