import type { ReactNode, Ref } from 'react'
import styles from './settings-panel.module.css'

interface ChoiceGroupProps<Value extends string> {
  legend: string
  /** The radio buttons' name, unique among groups. */
  name: string
  choices: readonly { value: Value; label: string; picture: ReactNode }[]
  chosen: Value
  onChoose: (value: Value) => void
  chosenRef?: Ref<HTMLInputElement>
  /** Puts picture and label side by side. */
  isCompact?: boolean
}

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
      <legend className="small semibold below-8 flush">{legend}</legend>
      <div className={styles.choices}>
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
