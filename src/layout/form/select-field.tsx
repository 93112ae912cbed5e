import { AlertFillIcon } from '@primer/octicons-react'
import { type ComponentProps, useId } from 'react'
import styles from './text-field.module.css'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> {
  label: string
  choices: readonly { value: string; label: string }[]
  error?: string | null
}

/** A labelled select in the looks of TextField: the browser's own, which every keyboard and telephone knows. */
export function SelectField({ label, choices, error, ...select }: SelectFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? true : undefined}>
        <select
          {...select}
          id={id}
          className={`${styles.input} ${styles.select}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </div>
      {error ? (
        <p className={styles.error} id={errorId}>
          <AlertFillIcon size={12} /> {error}
        </p>
      ) : null}
    </div>
  )
}
