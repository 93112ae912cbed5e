import { apiHas } from '../../../api/features.ts'
import type { Choice, ChoiceWords, FilterWords, ListFilter, LoadedChoices } from '../filter-definition.ts'
import { anyValue, type ListSearch } from '../list-search.ts'

interface ChoiceFilterSpec extends ChoiceWords {
  /** The option for no filter. */
  all: string
  /** Words for a value from a link that is none of the choices. */
  wordsOf?: (value: string) => string
  /** The default if the URL names none; no filter is then written as `any`. */
  usual?: string
}

export const offeredOf = (choices: readonly Choice[]) => choices.filter(({ feature }) => feature === undefined || apiHas(feature))

/** A choice filter's value; empty for none or `any`. */
export function chosen(search: ListSearch, param: string): string {
  const value = search[param]
  return value === undefined || value === anyValue ? '' : value
}

export function choiceFilter(spec: ChoiceFilterSpec): ListFilter {
  const { param, label, all, choices, usual } = spec
  const choiceOf = (value: string): Choice =>
    choices.find((choice) => choice.value === value) ?? { value, label: spec.wordsOf?.(value) ?? value }
  const inUse = (search: ListSearch) => (search[param] === undefined ? (usual ?? '') : chosen(search, param))
  const textOf = (value: string) => (value === '' ? null : `${label}: ${choiceOf(value).label}`)
  const filter: ListFilter = {
    id: param,
    params: [param],
    words: { kind: 'choice', spec },
    control: {
      kind: 'choices',
      label,
      all,
      choices,
      chosen: (search) => {
        const value = inUse(search)
        return value === '' ? null : choiceOf(value)
      },
      changes: (value) => ({ [param]: value === usual ? undefined : (value ?? (usual === undefined ? undefined : anyValue)) }),
    },
    chip: (search) => textOf(chosen(search, param)),
  }
  if (usual === undefined) return filter
  return {
    ...filter,
    isAlwaysInUse: true,
    // The palette says that the usual one is off, the pill that it is on.
    chip: (search) => textOf(chosen(search, param)) ?? (search[param] === anyValue ? all : null),
    pill: (search) => textOf(inUse(search)),
    removal: { [param]: anyValue },
    widened: () => ({ [param]: anyValue }),
  }
}

interface LoadedFilterSpec extends LoadedChoices {
  param: string
  label: string
  all: string
  words: FilterWords
}

/** A filter for one of several values that are loaded when it opens. */
export function loadedFilter({ param, label, all, words, ...choices }: LoadedFilterSpec): ListFilter {
  const chosenIn = (search: ListSearch) => {
    const value = chosen(search, param)
    return value === '' ? null : choices.choiceOf(value)
  }
  return {
    id: param,
    params: [param],
    words,
    control: { kind: 'choices', label, all, choices, chosen: chosenIn, changes: (value) => ({ [param]: value }) },
    chip: (search) => {
      const choice = chosenIn(search)
      return choice && `${label}: ${choice.label}`
    },
  }
}

/** An on/off filter; off is left out of the URL. */
export function switchFilter({ param, label }: { param: string; label: string }): ListFilter {
  return {
    id: param,
    params: [param],
    words: { kind: 'switch', param, label },
    control: { kind: 'switch', label, changes: { [param]: 'true' } },
    chip: (search) => (search[param] === 'true' ? label : null),
  }
}

interface OrderSpec {
  sort: string
  label: string
  phrases: readonly string[]
}

/** An order of the list that words ask for. Its columns are its control, and show it. */
export function orderWords({
  sort,
  direction: sortDirection = 'desc',
  label,
  phrases,
}: OrderSpec & { direction?: 'asc' | 'desc' }): ListFilter {
  const isOn = (search: ListSearch) => search['sort'] === sort && search['sortDirection'] === sortDirection
  return {
    id: `order-${sort}-${sortDirection}`,
    params: ['sort', 'sortDirection'],
    isOrder: true,
    words: { kind: 'phrases', phrases: [label, ...phrases], changes: { sort, sortDirection } },
    chip: (search) => (isOn(search) ? label : null),
  }
}

/** By age, for lists that have the time of creation. */
export const ageOrders: readonly ListFilter[] = [
  orderWords({ sort: 'createdAt', label: 'Newest first', phrases: ['newest', 'new', 'latest', 'last'] }),
  orderWords({ sort: 'createdAt', direction: 'asc', label: 'Oldest first', phrases: ['oldest'] }),
]

/** An order of the list that is switched on and off; the columns have all orders. */
export const orderFilter = (spec: OrderSpec): ListFilter => ({
  ...orderWords(spec),
  control: { kind: 'switch', label: spec.label, changes: { sort: spec.sort, sortDirection: 'desc' } },
})

/**
 * A filter without a control: set by links, removed by its pill.
 * @param label what the id in it is of, if it is one
 */
export function linkedFilter({ param, label, chip }: { param: string; label?: string; chip: (value: string) => string }): ListFilter {
  const words = label === undefined ? null : ({ kind: 'id', param, label } as const)
  return { id: param, params: [param], words, chip: (search) => (search[param] === undefined ? null : chip(search[param])) }
}
