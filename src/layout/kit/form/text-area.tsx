import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import styles from './text-field.module.css'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  label: string
  error?: string | null
  hint?: string | undefined
}

/** A labelled textarea in TextField's style. */
export function TextArea({ label, error, hint, ...textarea }: TextAreaProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <textarea {...textarea} {...control} className={styles.input} />}
    </Field>
  )
}
