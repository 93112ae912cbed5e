import { planNamesQuery } from '../../api/customers.ts'
import { loadedFilter } from '../../layout/list/filters/filters.ts'

/** Filters by the plan's name, whatever its case. */
export const planFilter = loadedFilter({
  param: 'planName',
  label: 'Plan',
  all: 'All plans',
  words: { kind: 'name', param: 'planName', label: 'Plan', leads: ['on'] },
  query: planNamesQuery,
  choiceOf: (name) => ({ value: name, label: name }),
})
