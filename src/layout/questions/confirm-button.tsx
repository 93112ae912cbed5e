import type { ComponentProps, RefObject } from 'react'
import { ariaKeys } from '../../commands/keys/key-labels.ts'
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

/** The button that does what a question asks. */
export function ConfirmButton({ confirmation, ...button }: ConfirmButtonProps) {
  const { danger, isBusy, isReady, isUntouched, whyNot, needsProof, isGuarded, label, confirm } = confirmation
  return (
    <DoButton
      {...button}
      isGuarded={isGuarded}
      isDanger={danger !== null && !danger.restores && confirmation.request === null}
      isReady={isReady && whyNot === null && !needsProof}
      loading={isBusy}
      loadingAnnouncement="Working…"
      disabled={isUntouched}
      // It keeps the focus, beside the reason.
      {...(whyNot === null && !needsProof ? {} : { inactive: true, 'aria-disabled': true })}
      label={label}
      onPress={confirm}
    />
  )
}

interface DoButtonProps extends Omit<ComponentProps<typeof Button>, 'variant' | 'children' | 'onClick' | 'onKeyDown'> {
  label: string
  isGuarded: boolean
  /** It takes something away. */
  isDanger?: boolean
  isReady?: boolean
  onPress: () => void
}

/** The button that does it. What is guarded shows its key, and is red if something is lost: the red one never has the focus first. */
export function DoButton({ label, isGuarded, isDanger = false, isReady = true, onPress, ...button }: DoButtonProps) {
  return (
    <Button
      {...button}
      variant={!isReady ? 'default' : isDanger && isGuarded ? 'final' : 'primary'}
      aria-keyshortcuts={ariaKeys('$mod+Enter', isMac) ?? undefined}
      onClick={onPress}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // Holding Enter would press the button repeatedly.
        event.preventDefault()
        if (!event.repeat) onPress()
      }}
      trailingVisual={
        isGuarded && (
          <span className={`key-hint ${styles.key}`} aria-hidden="true">
            <KeyCaps keys="$mod+Enter" />
          </span>
        )
      }
    >
      {label}
    </Button>
  )
}
