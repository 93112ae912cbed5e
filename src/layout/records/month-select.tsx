import { firstInvoiceYear } from '../../contract/invoices.ts'
import { nameOfMonth } from '../../contract/sales.ts'
import { currentMonth, type Month } from './month.ts'

/** Selects a month, from the first year with invoices to the current one. */
export function MonthSelect({ value, onChange }: { value: Month; onChange: (month: Month) => void }) {
  const lastYear = Math.max(currentMonth().year, value.year)
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  const years = Array.from({ length: lastYear - firstInvoiceYear + 1 }, (_, index) => lastYear - index)
  return (
    <>
      <Choice label="Month" value={value.month} choices={months} say={nameOfMonth} onChange={(month) => onChange({ ...value, month })} />
      <Choice label="Year" value={value.year} choices={years} say={String} onChange={(year) => onChange({ ...value, year })} />
    </>
  )
}

interface ChoiceProps {
  label: string
  value: number
  choices: readonly number[]
  say: (choice: number) => string
  onChange: (choice: number) => void
}

function Choice({ label, value, choices, say, onChange }: ChoiceProps) {
  return (
    <select className="control" aria-label={label} value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {say(choice)}
        </option>
      ))}
    </select>
  )
}
