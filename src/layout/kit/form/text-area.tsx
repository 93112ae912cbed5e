import { type ComponentProps, useRef } from 'react'
import { Field } from './field.tsx'
import styles from './text-field.module.css'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'onFocus'> {
  label: string
  error?: string | null
  hint?: string | undefined
  isLabelHidden?: boolean
}

/** A labelled textarea in TextField's style. Typing goes on where its text ends; a click still puts the caret. */
export function TextArea({ label, error, hint, isLabelHidden, ...textarea }: TextAreaProps) {
  const wasFocused = useRef(false)
  return (
    <Field label={label} error={error} hint={hint} isLabelHidden={isLabelHidden}>
      {(control) => (
        <textarea
          {...textarea}
          {...control}
          className={styles.input}
          onFocus={({ currentTarget }) => {
            if (!wasFocused.current) currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
            wasFocused.current = true
          }}
        />
      )}
    </Field>
  )
}
