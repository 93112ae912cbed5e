import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../layout/kit/button.tsx'
import type { ListSearch } from '../../layout/list/list-search.ts'
import styles from './card-form.module.css'
import { firstExpiryYear } from './search.ts'

const months = Array.from({ length: 12 }, (_, index) => index + 1)
const yearsOffered = 15

/** The card filter's form. */
export function CardForm({ search, onApply }: { search: ListSearch; onApply: (changes: Record<string, string | undefined>) => void }) {
  const hintId = useId()
  const [isWrong, setWrong] = useState(false)
  const firstYear = firstExpiryYear()

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
    if (isFourDigits) onApply({ last4, expiryMonth: text('expiryMonth'), expiryYear: text('expiryYear') })
    else event.currentTarget.querySelector<HTMLElement>('input')?.focus()
  }

  return (
    <form className="column gap-8" onSubmit={submit} noValidate>
      <label className={styles.field}>
        Last four digits
        <input
          // The panel was opened on request, so focus its first field.
          // oxlint-disable-next-line jsx_a11y/no-autofocus
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
      <label className={styles.field}>
        Expiry month
        <select className="control tabular" name="expiryMonth" defaultValue={search['expiryMonth'] ?? ''}>
          <option value="">Any</option>
          {months.map((month) => (
            <option key={month} value={month}>
              {String(month).padStart(2, '0')}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.field}>
        Expiry year
        <select className="control tabular" name="expiryYear" defaultValue={search['expiryYear'] ?? ''}>
          <option value="">Any</option>
          {Array.from({ length: yearsOffered }, (_, index) => firstYear + index).map((year) => (
            <option key={year} value={year}>
              {year}
            </option>
          ))}
        </select>
      </label>
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
