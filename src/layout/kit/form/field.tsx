import { AlertFillIcon } from '@primer/octicons-react'
import { type ReactNode, useId } from 'react'
import styles from './text-field.module.css'

interface FieldProps {
  label: string
  /** Shown under the control and read out with it. */
  error?: string | null | undefined
  hint?: string | undefined
  /** A heading says it already. */
  isLabelHidden?: boolean | undefined
  monospace?: boolean
  /** Renders the control with these attributes. */
  children: (control: { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }) => ReactNode
}

/** What all form controls share: label, frame, error and hint. */
export function Field({ label, error, hint, isLabelHidden, monospace = false, children }: FieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const isInvalid = error ? true : undefined
  return (
    <div className="column gap-4">
      <label className={isLabelHidden ? 'visually-hidden' : 'semibold'} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box} data-invalid={isInvalid} data-monospace={monospace || undefined}>
        {children({
          id,
          'aria-invalid': isInvalid,
          'aria-describedby': [error ? errorId : '', hint ? hintId : ''].join(' ').trim() || undefined,
        })}
      </div>
      {error ? (
        <p className="row gap-4 danger small medium" id={errorId}>
          <AlertFillIcon size={12} /> <span>{error}</span>
        </p>
      ) : null}
      {hint ? (
        <p className="note" id={hintId}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
