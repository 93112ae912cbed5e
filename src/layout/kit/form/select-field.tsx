import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import styles from './text-field.module.css'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> {
  label: string
  choices: readonly { value: string; label: string }[]
  error?: string | null
}

/** A labelled native select in TextField's style; every keyboard and phone knows it. */
export function SelectField({ label, choices, error, ...select }: SelectFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <select {...select} {...control} className={styles.input}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
