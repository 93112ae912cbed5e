import { apiHas } from '../../../api/features.ts'
import type { Choice, ChoiceWords, ListFilter } from '../filter-definition.ts'
import { anyValue, type ListSearch } from '../list-search.ts'
import styles from './filter-bar.module.css'

interface ChoiceFilterSpec extends ChoiceWords {
  /** The option for no filter. */
  all: string
  /** Words for a value from a link that is none of the choices. */
  wordsOf?: (value: string) => string
  /** The default if the URL names none; no filter is then written as `any`. */
  usual?: string
}

/** The choices that the admin API knows. */
export const offeredOf = (choices: readonly Choice[]) => choices.filter(({ feature }) => feature === undefined || apiHas(feature))

/** A choice filter's select, for filters that load their choices. */
export function ChoiceSelect({
  spec,
  value,
  onChange,
  loads,
}: {
  spec: ChoiceFilterSpec
  value: string
  /** Its choices load late and must not widen it. */
  loads?: true
  onChange: (value: string | undefined) => void
}) {
  const isKnown = value === '' || spec.choices.some((choice) => choice.value === value)
  const offered = offeredOf(spec.choices)
  const choices = isKnown ? offered : [...offered, { value, label: spec.wordsOf?.(value) ?? value }]
  return (
    <select
      className={`${styles.control} ${styles.select}`}
      aria-label={spec.label}
      value={value}
      data-in-use={value !== '' || undefined}
      data-loads={loads}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">{spec.all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

/** A choice filter's value; empty for none or `any`. */
export function chosen(search: ListSearch, param: string): string {
  const value = search[param]
  return value === undefined || value === anyValue ? '' : value
}

/** A filter for one of several values. */
export function choiceFilter(spec: ChoiceFilterSpec): ListFilter {
  const { param, usual } = spec
  const labelOf = (value: string) =>
    `${spec.label}: ${spec.choices.find((choice) => choice.value === value)?.label ?? spec.wordsOf?.(value) ?? value}`
  const none = usual === undefined ? undefined : anyValue
  return {
    id: param,
    params: [param],
    isAlwaysInUse: usual === undefined ? undefined : true,
    words: { kind: 'choice', spec },
    Control: ({ search, change }) => (
      <ChoiceSelect
        spec={spec}
        value={search[param] === undefined ? (usual ?? '') : chosen(search, param)}
        onChange={(value) => void change({ [param]: value === usual ? undefined : (value ?? none) })}
      />
    ),
    chip: (search) => {
      const value = chosen(search, param)
      if (value !== '') return labelOf(value)
      // No chip for the default.
      return usual !== undefined && search[param] === anyValue ? spec.all : null
    },
  }
}

/** An on/off filter; off is left out of the URL. */
export function switchFilter({ param, label }: { param: string; label: string }): ListFilter {
  return {
    id: param,
    params: [param],
    words: { kind: 'switch', param, label },
    Control: ({ search, change }) => {
      const isOn = search[param] === 'true'
      return <Switch label={label} isOn={isOn} onToggle={() => void change({ [param]: isOn ? undefined : 'true' })} />
    },
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
  orderWords({ sort: 'createdAt', label: 'Newest first', phrases: ['newest', 'new', 'latest'] }),
  orderWords({ sort: 'createdAt', direction: 'asc', label: 'Oldest first', phrases: ['oldest'] }),
]

/** An order of the list that is switched on and off; the columns have all orders. */
export function orderFilter(spec: OrderSpec): ListFilter {
  const { sort, label } = spec
  const changes = { sort, sortDirection: 'desc' }
  const isOn = (search: ListSearch) => search['sort'] === sort && search['sortDirection'] === 'desc'
  return {
    ...orderWords(spec),
    Control: ({ search, change }) => (
      <Switch
        label={label}
        isOn={isOn(search)}
        onToggle={() => void change(isOn(search) ? { sort: undefined, sortDirection: undefined } : changes)}
      />
    ),
  }
}

function Switch({ label, isOn, onToggle }: { label: string; isOn: boolean; onToggle: () => void }) {
  return (
    <button type="button" role="switch" aria-checked={isOn} className={styles.control} data-in-use={isOn || undefined} onClick={onToggle}>
      <span className={styles.knob} aria-hidden="true" />
      <span>{label}</span>
    </button>
  )
}

/**
 * A filter without a control: set by links, removed by its chip.
 * @param label what the id in it is of, if it is one
 */
export function linkedFilter({ param, label, chip }: { param: string; label?: string; chip: (value: string) => string }): ListFilter {
  const words = label === undefined ? null : ({ kind: 'id', param, label } as const)
  return { id: param, params: [param], words, chip: (search) => (search[param] === undefined ? null : chip(search[param])) }
}
