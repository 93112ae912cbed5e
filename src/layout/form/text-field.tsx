import { AlertFillIcon } from '@primer/octicons-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './text-field.module.css'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  label: string
  /** What is wrong with the value; stands under the field and is read out with it. */
  error?: string | null
  hint?: string
  monospace?: boolean
  /** Stands inside the field, at its end: a button. */
  trailing?: ReactNode
}

/**
 * A labelled text input in Primer's tokens. Primer's own TextInput and FormControl would be half of the sign-in screen's
 * JavaScript for what the browser does by itself.
 */
export function TextField({ label, error, hint, monospace = false, trailing, ...input }: TextFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? true : undefined} data-monospace={monospace || undefined}>
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={[error ? errorId : '', hint ? hintId : ''].join(' ').trim() || undefined}
        />
        {trailing}
      </div>
      {error ? (
        <p className={styles.error} id={errorId}>
          <AlertFillIcon size={12} /> {error}
        </p>
      ) : null}
      {hint ? (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
