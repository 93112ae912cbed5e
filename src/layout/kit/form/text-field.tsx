import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'
import styles from './text-field.module.css'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  label: string
  /** Shown under the field and read out with it. */
  error?: string | null
  hint?: string
  monospace?: boolean
  /** A button at the end of the field. */
  trailing?: ReactNode
}

/**
 * A labelled text input in Primer's tokens. Primer's TextInput
 * and FormControl would be half of the sign-in screen's JS.
 */
export function TextField({ label, error, hint, monospace, trailing, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} {...(monospace === undefined ? {} : { monospace })}>
      {(control) => (
        <>
          <input {...input} {...control} className={styles.input} />
          {trailing}
        </>
      )}
    </Field>
  )
}
