import { countriesQuery } from '../../../api/customers.ts'
import { countryName } from '../../kit/country-name.ts'
import { loadedFilter } from './filters.ts'

/** Filters by one of the customers' countries. */
export const countryFilter = loadedFilter({
  param: 'country',
  label: 'Country',
  all: 'All countries',
  words: { kind: 'country' },
  query: countriesQuery,
  choiceOf: (code) => ({ value: code.toLowerCase(), label: countryName(code) }),
})
