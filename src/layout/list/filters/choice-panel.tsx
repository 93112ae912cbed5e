import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { beginsWords } from '../../../contract/customer-match.ts'
import type { Choice, ChoiceControl, FormProps } from '../filter-definition.ts'
import { offeredOf } from './filters.ts'
import { type PickItem, PickList } from './pick-list.tsx'

/** So many are seen at once; more have a field to type into. */
const maxWithoutField = 8

/** A filter's values, the chosen one marked. */
export function ChoicePanel({ control, search, onApply }: FormProps & { control: ChoiceControl }) {
  const { label, all, changes, whyNot } = control
  const [text, setText] = useState('')
  const choices = useChoices(control)
  const chosen = control.chosen(search)
  const reason = whyNot?.(search) ?? null
  if (reason !== null) return <p className="fine muted">{reason}</p>
  const isKnown = chosen === null || choices.some(({ value }) => isSame(value, chosen.value))
  const items = [
    ...(all === undefined ? [] : [itemOf({ value: '', label: all }, chosen === null, () => onApply(changes(undefined)))]),
    ...[...choices, ...(isKnown ? [] : [chosen])].map((choice) =>
      itemOf(choice, chosen !== null && isSame(choice.value, chosen.value), () => onApply(changes(choice.value))),
    ),
  ]
  return (
    <PickList
      label={label}
      items={items.filter((item) => beginsWords(item.label, text))}
      field={items.length > maxWithoutField ? { text, onText: setText } : undefined}
      emptyText={`No ${label.toLowerCase()} begins with this.`}
    />
  )
}

/** Names of plans are one whatever their case. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const itemOf = ({ value, label }: Choice, isChosen: boolean, pick: () => void): PickItem => ({ id: value, label, isChosen, pick })

const nothing = { queryKey: ['no-choices'], queryFn: () => [], enabled: false }

/** The values that can be chosen now; none while they load. */
export function useChoices({ choices }: ChoiceControl): readonly Choice[] {
  const loaded = 'query' in choices ? choices : null
  const { data = [] } = useQuery(loaded?.query() ?? nothing)
  if (!('query' in choices)) return offeredOf(choices)
  return data.map(choices.choiceOf).sort((a, b) => a.label.localeCompare(b.label, 'en'))
}
