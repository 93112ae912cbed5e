import { planNamesQuery } from '../../api/customers.ts'
import type { ListFilter } from '../../layout/list/filter-definition.ts'
import { chosen } from '../../layout/list/filters/filters.ts'

const label = 'Plan'
const choiceOf = (name: string) => ({ value: name, label: name })

/** Filters by the plan's name, whatever its case. */
export const planFilter: ListFilter = {
  id: 'planName',
  params: ['planName'],
  words: { kind: 'name', param: 'planName', label, leads: ['on'] },
  control: {
    kind: 'choices',
    label,
    all: 'All plans',
    choices: { query: planNamesQuery, choiceOf },
    chosen: (search) => (chosen(search, 'planName') === '' ? null : choiceOf(chosen(search, 'planName'))),
    changes: (planName) => ({ planName }),
  },
  chip: (search) => {
    const value = chosen(search, 'planName')
    return value === '' ? null : `${label}: ${value}`
  },
}
