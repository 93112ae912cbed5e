import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'
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
