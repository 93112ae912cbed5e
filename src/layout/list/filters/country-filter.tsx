import { useQuery } from '@tanstack/react-query'
import { countriesQuery } from '../../../api/customers.ts'
import { countryName } from '../../kit/country-name.ts'
import type { ListFilter } from '../filter-definition.ts'
import { ChoiceSelect, chosen } from './filters.tsx'

/** Filters by one of the customers' countries, in the parameter `country`. */
export const countryFilter: ListFilter = {
  id: 'country',
  params: ['country'],
  words: { kind: 'country' },
  Control: ({ search, change }) => {
    const { data = [] } = useQuery(countriesQuery())
    const value = chosen(search, 'country')
    const choices = data
      .map((code) => ({ value: code.toLowerCase(), label: countryName(code) }))
      .sort((a, b) => a.label.localeCompare(b.label, 'en'))
    return (
      <ChoiceSelect
        spec={{ param: 'country', label: 'Country', all: 'All countries', choices, wordsOf: countryName }}
        value={value}
        loads
        onChange={(country) => void change({ country })}
      />
    )
  },
  chip: (search) => {
    const value = chosen(search, 'country')
    return value === '' ? null : `Country: ${countryName(value)}`
  },
}
