import styles from './filter-bar.module.css'
import type { ListFilter } from './list-definition.ts'
import { anyValue, type ListSearch } from './list-search.ts'

export interface Choice {
  value: string
  label: string
}

interface ChoiceFilterSpec {
  param: string
  label: string
  /** The first option: no filter. */
  all: string
  choices: readonly Choice[]
  /** What is chosen where the URL says nothing; 'no filter' is then said in full, as `any`. */
  usual?: string
}

/** The select of a choice filter, for filters whose choices come from elsewhere. */
export function ChoiceSelect({
  spec,
  value,
  onChange,
  loads,
}: {
  spec: ChoiceFilterSpec
  value: string
  /** Its choices come late: they do not make it wider. */
  loads?: true
  onChange: (value: string | undefined) => void
}) {
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
      {spec.choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

/** What a choice filter is set to; empty text for none, also where 'no filter' is said in full. */
export function chosen(search: ListSearch, param: string): string {
  const value = search[param]
  return value === undefined || value === anyValue ? '' : value
}

/** One of several values. */
export function choiceFilter(spec: ChoiceFilterSpec): ListFilter {
  const { param, usual } = spec
  const labelOf = (value: string) => `${spec.label}: ${spec.choices.find((choice) => choice.value === value)?.label ?? value}`
  if (usual === undefined)
    return {
      id: param,
      params: [param],
      Control: ({ search, change }) => (
        <ChoiceSelect spec={spec} value={chosen(search, param)} onChange={(value) => void change({ [param]: value })} />
      ),
      chip: (search) => {
        const value = chosen(search, param)
        return value === '' ? null : labelOf(value)
      },
    }
  return {
    id: param,
    params: [param],
    isAlwaysInUse: true,
    Control: ({ search, change }) => (
      <ChoiceSelect
        spec={spec}
        value={search[param] === undefined ? usual : chosen(search, param)}
        onChange={(value) => void change({ [param]: value === usual ? undefined : (value ?? anyValue) })}
      />
    ),
    // The usual one is no news.
    chip: (search) => (search[param] === undefined ? null : search[param] === anyValue ? spec.all : labelOf(search[param])),
  }
}

/** On or off; off says nothing in the URL. */
export function switchFilter({ param, label }: { param: string; label: string }): ListFilter {
  return {
    id: param,
    params: [param],
    Control: ({ search, change }) => {
      const isOn = search[param] === 'true'
      return (
        <button
          type="button"
          role="switch"
          aria-checked={isOn}
          className={styles.control}
          data-in-use={isOn || undefined}
          onClick={() => void change({ [param]: isOn ? undefined : 'true' })}
        >
          <span className={styles.knob} aria-hidden="true" />
          {label}
        </button>
      )
    },
    chip: (search) => (search[param] === 'true' ? label : null),
  }
}

/** A filter without a control: links set it, its chip takes it away. */
export function linkedFilter({ param, chip }: { param: string; chip: (value: string) => string }): ListFilter {
  return { id: param, params: [param], chip: (search) => (search[param] === undefined ? null : chip(search[param])) }
}
