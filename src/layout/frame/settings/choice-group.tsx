import type { ReactNode, Ref } from 'react'
import styles from './settings-panel.module.css'

interface ChoiceGroupProps<Value extends string> {
  legend: string
  /** Of the radio buttons; no other group has it. */
  name: string
  choices: readonly { value: Value; label: string; picture: ReactNode }[]
  chosen: Value
  onChoose: (value: Value) => void
  /** The chosen radio button. */
  chosenRef?: Ref<HTMLInputElement>
  /** Picture and label side by side. */
  isCompact?: boolean
}

/** One setting: radio buttons that show what they choose. */
export function ChoiceGroup<Value extends string>({
  legend,
  name,
  choices,
  chosen,
  onChoose,
  chosenRef,
  isCompact,
}: ChoiceGroupProps<Value>) {
  return (
    <fieldset className={styles.group} data-compact={isCompact}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices} data-count={choices.length}>
        {choices.map(({ value, label, picture }) => (
          <label key={value} className={styles.choice}>
            <input
              ref={value === chosen ? chosenRef : undefined}
              type="radio"
              name={`settings-${name}`}
              className={styles.radio}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {picture}
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
