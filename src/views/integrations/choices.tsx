import { Checkbox } from '@primer/react'
import styles from './integrations.module.css'

interface ChoicesProps<Value extends string> {
  name: string
  label: string
  choices: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  onChange: (chosen: readonly Value[]) => void
  error?: string | undefined
  /** One below the other. */
  isWide?: boolean
}

/** Checkboxes of which several may be chosen. */
export function Choices<Value extends string>({ name, label, choices, chosen, onChange, error, isWide }: ChoicesProps<Value>) {
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice} data-wide={isWide}>
          <Checkbox
            name={name}
            value={choice.value}
            checked={chosen.includes(choice.value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, choice.value] : chosen.filter((value) => value !== choice.value))
            }
          />
          <span>{choice.label}</span>
        </label>
      ))}
      {error ? <p className="danger fine">{error}</p> : null}
    </fieldset>
  )
}
