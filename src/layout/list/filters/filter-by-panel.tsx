import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { beginsWords, termWords } from '../../../contract/customer-match.ts'
import { today } from '../../../contract/dates.ts'
import type { Choice, FilterChanges, FormProps, ListFilter } from '../filter-definition.ts'
import { readFilters } from '../words/filter-words.ts'
import { offeredOf } from './filters.ts'
import { type PickItem, PickList } from './pick-list.tsx'
import { pillText, removalOf } from './pill-state.ts'

interface FilterByPanelProps extends FormProps {
  filters: readonly ListFilter[]
  typed: string
  onOpen: (id: string) => void
}

const maxValues = 40

/** All filters of a list, by their names and by their values, and by what the palette understands of them. */
export function FilterByPanel({ filters, search, typed, onApply, onOpen }: FilterByPanelProps) {
  const [text, setText] = useState(typed)
  const values = useValues(filters)
  const names = filters.flatMap((filter): PickItem[] => {
    const { control, id } = filter
    if (!control || !beginsWords(control.label, text)) return []
    const pick = () => (control.kind === 'switch' ? onApply(removalFor(filter, search) ?? control.changes) : onOpen(id))
    return [{ id, label: control.label, detail: setTo(filter, search), pick }]
  })
  const found = values.filter((value) => isMeant(value, text)).toSorted((a, b) => untyped(a, text) - untyped(b, text))
  const read = readings(text, filters)
  const items = [
    ...names,
    ...unlike([...read.filter(({ isDoubtful }) => !isDoubtful), ...found, ...read])
      .slice(0, maxValues)
      .map((value) => itemOf(value, onApply)),
  ]
  return (
    <PickList label="Filter by" items={items} field={{ text, onText: setText }} emptyText="No filter or value of this list is called so." />
  )
}

const removalFor = (filter: ListFilter, search: FormProps['search']) =>
  pillText(filter, search) === null ? null : removalOf(filter, search)

/** What a filter is set to, without its name. */
const setTo = (filter: ListFilter, search: FormProps['search']) => pillText(filter, search)?.replace(`${filter.control?.label}: `, '')

/** A value, with the changes that set it. */
interface Value {
  label: string
  of: string
  words: readonly string[]
  changes: FilterChanges
}

/** 'tri' and 'status tri' mean Status: trialing; 'status' alone is the filter. */
const isMeant = ({ label, of, words }: Value, text: string) =>
  text.trim() !== '' && (words.some((one) => beginsWords(one, text)) || (beginsWords(label, text) && !beginsWords(of, text)))

/** How many words of a value were not typed: 'refunded fully' is rather 'fully refunded' than 'fully or partly'. */
const untyped = ({ label }: Value, text: string) =>
  termWords(label).filter((word) => !termWords(text).some((typed) => word.startsWith(typed))).length

const keyOf = ({ changes }: Value) => JSON.stringify(Object.entries(changes).filter(([, value]) => value !== undefined))

const itemOf = (value: Value, onApply: FormProps['onApply']): PickItem => ({
  id: keyOf(value),
  label: value.label,
  pick: () => onApply(value.changes),
})

function unlike(values: readonly Value[]): Value[] {
  const seen = new Set<string>()
  return values.filter((value) => !seen.has(keyOf(value)) && seen.add(keyOf(value)))
}

/** The name of the list that is meant: the one on screen. */
const own = 'list'

/** The text as the palette reads it: 'visa 4242', 'trialing in spain', 'over 100'. */
function readings(text: string, filters: readonly ListFilter[]): (Value & { isDoubtful: boolean })[] {
  const list = { list: null, names: [own], words: filters.flatMap(({ words }) => words ?? []) }
  return readFilters(`${own} ${text}`, [list], today()).flatMap(({ changes, isWhole, isDoubtful }) => {
    const label = filters.flatMap(({ chip }) => chip(changes) ?? []).join(', ')
    return isWhole && label !== '' ? [{ label, of: '', words: [], changes, isDoubtful }] : []
  })
}

/** The values of filters that have a list of them. */
function useValues(filters: readonly ListFilter[]): Value[] {
  const controls = filters.flatMap(({ control }) => (control ? [control] : []))
  const loads = controls.flatMap((control) => (control.kind === 'choices' && 'query' in control.choices ? [control.choices] : []))
  const loaded = useQueries({ queries: loads.map(({ query }) => query()) })
  return controls.flatMap((control): Value[] => {
    const named = (label: string) => `${control.label}: ${label}`
    if (control.kind === 'dates')
      return control.presets.choices.map(({ id, label }) => ({
        label: named(label),
        of: control.label,
        words: [label],
        changes: control.presets.changes(id),
      }))
    if (control.kind !== 'choices') return []
    const { choices } = control
    const offered: readonly Choice[] =
      'query' in choices ? (loaded[loads.indexOf(choices)]?.data ?? []).map(choices.choiceOf) : offeredOf(choices)
    return offered.map(({ value, label, words = [] }) => ({
      label: named(label),
      of: control.label,
      words: [label, ...words],
      changes: control.changes(value),
    }))
  })
}
