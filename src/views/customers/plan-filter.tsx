import { useQuery } from '@tanstack/react-query'
import { planNamesQuery } from '../../api/customers.ts'
import type { ListFilter } from '../../layout/list/filter-definition.ts'
import { ChoiceSelect, chosen } from '../../layout/list/filters/filters.tsx'

const label = 'Plan'

/** Filters by the plan's name, whatever its case. */
export const planFilter: ListFilter = {
  id: 'planName',
  params: ['planName'],
  words: { kind: 'name', param: 'planName', label, leads: ['on'] },
  Control: ({ search, change }) => {
    const { data = [] } = useQuery(planNamesQuery())
    const typed = chosen(search, 'planName')
    const value = data.find((name) => name.toLowerCase() === typed.toLowerCase()) ?? typed
    return (
      <ChoiceSelect
        spec={{ param: 'planName', label, all: 'All plans', choices: data.map((name) => ({ value: name, label: name })) }}
        value={value}
        loads
        onChange={(planName) => void change({ planName })}
      />
    )
  },
  chip: (search) => {
    const value = chosen(search, 'planName')
    return value === '' ? null : `${label}: ${value}`
  },
}
