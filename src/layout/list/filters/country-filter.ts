import { countriesQuery } from '../../../api/customers.ts'
import { countryName } from '../../kit/country-name.ts'
import type { ListFilter } from '../filter-definition.ts'
import { chosen } from './filters.ts'

const label = 'Country'
const choiceOf = (code: string) => ({ value: code.toLowerCase(), label: countryName(code) })

/** Filters by one of the customers' countries, in the parameter `country`. */
export const countryFilter: ListFilter = {
  id: 'country',
  params: ['country'],
  words: { kind: 'country' },
  control: {
    kind: 'choices',
    label,
    all: 'All countries',
    choices: { query: countriesQuery, choiceOf },
    chosen: (search) => (chosen(search, 'country') === '' ? null : choiceOf(chosen(search, 'country'))),
    changes: (country) => ({ country }),
  },
  chip: (search) => {
    const value = chosen(search, 'country')
    return value === '' ? null : `${label}: ${countryName(value)}`
  },
}
