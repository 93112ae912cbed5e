import { type FormEvent, useId, useState } from 'react'
import { apiHas } from '../../api/features.ts'
import { Button } from '../../layout/kit/button.tsx'
import type { FormProps } from '../../layout/list/filter-definition.ts'
import { brandChoices, stateChoices } from './card-choices.ts'
import styles from './card-form.module.css'
import { firstExpiryYear } from './search.ts'

const yearsOffered = 15
const numbersFrom = (first: number, length: number) => Array.from({ length }, (_, index) => first + index)

/** The card filter's form. */
export function CardForm({ search, onApply }: FormProps) {
  const hintId = useId()
  const [isWrong, setWrong] = useState(false)
  const choices = apiHas('fields') ? [brandChoices, stateChoices] : []
  const expiry = [
    { name: 'expiryMonth', label: 'Expiry month', numbers: numbersFrom(1, 12) },
    { name: 'expiryYear', label: 'Expiry year', numbers: numbersFrom(firstExpiryYear(), yearsOffered) },
  ]

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => {
      const value = typed.get(name)
      return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
    }
    const last4 = text('last4')
    const isFourDigits = last4 === undefined || /^\d{4}$/.test(last4)
    setWrong(!isFourDigits)
    const names = ['expiryMonth', 'expiryYear', ...choices.map(({ param }) => param)]
    if (isFourDigits) onApply({ last4, ...Object.fromEntries(names.map((name) => [name, text(name)])) })
    else event.currentTarget.querySelector<HTMLElement>('input')?.focus()
  }

  return (
    <form className="column gap-8" onSubmit={submit} noValidate>
      <label className={styles.field}>
        Last four digits
        <input
          // The panel was opened on request, so focus its first field.
          autoFocus
          className="control tabular"
          name="last4"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          defaultValue={search['last4']}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? hintId : undefined}
        />
      </label>
      {expiry.map(({ name, label, numbers }) => (
        <label key={name} className={styles.field}>
          <span>{label}</span>
          <select className="control tabular" name={name} defaultValue={search[name] ?? ''}>
            <option value="">Any</option>
            {numbers.map((number) => (
              <option key={number} value={number}>
                {String(number).padStart(2, '0')}
              </option>
            ))}
          </select>
        </label>
      ))}
      {choices.map(({ param, label, all, choices: values }) => (
        <label key={param} className={styles.field}>
          <span>{label}</span>
          <select className="control" name={param} defaultValue={search[param] ?? ''}>
            <option value="">{all}</option>
            {values.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        </label>
      ))}
      {isWrong ? (
        <p id={hintId} role="alert" className="danger small">
          Must be four digits.
        </p>
      ) : null}
      <Button type="submit" variant="primary" block>
        Apply
      </Button>
    </form>
  )
}
