import { AlertFillIcon } from '@primer/octicons-react'
import { type ComponentProps, useId } from 'react'
import styles from './text-field.module.css'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  label: string
  error?: string | null
  hint?: string | undefined
}

/** A labelled text of several lines, in the looks of TextField. */
export function TextArea({ label, error, hint, ...textarea }: TextAreaProps) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? true : undefined}>
        <textarea
          {...textarea}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={[error ? errorId : '', hint ? hintId : ''].join(' ').trim() || undefined}
        />
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
