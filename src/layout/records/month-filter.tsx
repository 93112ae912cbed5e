import { firstInvoiceYear } from '../../contract/invoices.ts'
import { nameOfMonth } from '../../contract/sales.ts'
import type { ListFilter } from '../list/filter-definition.ts'
import bar from '../list/filters/filter-bar.module.css'
import { isMonthInUse } from './invoices-search.ts'
import { currentMonth, type Month, monthOf } from './month.ts'

/** The invoices' month and year from 2022; the current month by default. */
export const monthFilter: ListFilter = {
  id: 'month',
  params: ['month', 'year'],
  words: { kind: 'month' },
  Control: ({ search, change }) => {
    if (!isMonthInUse(search)) return <p className="row muted fine">Ids are searched for in all months.</p>
    return <MonthSelect value={monthOf(search)} onChange={({ month, year }) => void change({ month: String(month), year: String(year) })} />
  },
  chip: (search) => {
    if (!isMonthInUse(search) || search['month'] === undefined) return null
    const { month, year } = monthOf(search)
    return `${nameOfMonth(month)} ${year}`
  },
}

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
    <select
      className={`${bar['control']} ${bar['select']}`}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {say(choice)}
        </option>
      ))}
    </select>
  )
}
