import { Id } from '../../../contract/endpoint.ts'
import type { ListFilter } from '../filter-definition.ts'
import type { ListSearch } from '../list-search.ts'
import { chosen } from './filters.ts'

interface TypedFilterSpec {
  param: string
  label: string
  /** The most characters that can be typed. */
  maxLength: number
  /** What is wrong with a text, or null. */
  whyNot: (text: string) => string | null
  /** An invalid text is written to the URL anyway; the list ignores it there. */
  keepsWrong?: true
  chip: (value: string) => string
  isId?: true
}

/** A filter by a typed number, applied after a debounce or on Enter. A wrong text doesn't filter, and says why. */
export function typedFilter(spec: TypedFilterSpec): ListFilter {
  const { param, label, maxLength, whyNot, keepsWrong } = spec
  const valueOf = (search: ListSearch) => chosen(search, param)
  return {
    id: param,
    params: [param],
    words: spec.isId ? { kind: 'id', ...spec } : { kind: 'number', ...spec, isNumber: (text) => whyNot(text) === null },
    control: {
      kind: 'typed',
      label,
      name: param,
      maxLength,
      isNumber: true,
      value: valueOf,
      changes: (text) => ({ [param]: text === '' ? undefined : text }),
      whyNot,
      keepsWrong,
    },
    chip: (search) => {
      const value = valueOf(search)
      return value === '' || whyNot(value) !== null ? null : spec.chip(value)
    },
  }
}

/** The same by a record's id. */
export const numberFilter = (spec: Pick<TypedFilterSpec, 'param' | 'label' | 'chip'>) =>
  typedFilter({ ...spec, isId: true, maxLength: 10, whyNot: (text) => (Id.safeParse(text).success ? null : 'Must be a number.') })
