import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { Answer } from '../../commands/answers.ts'
import type { Choice } from '../../commands/command.ts'
import { destination, isModifier, noRow, useActiveDescendant, useCmdkValue } from '../kit/list-keys.ts'
import { useSettled } from '../kit/use-settled.ts'
import { type Question, typeInto } from '../commands/questions.ts'

/** Milliseconds before a record is looked up (document 2, section 9). */
const debounce = 300

interface Options {
  input: RefObject<HTMLInputElement | null>
  /** The results list. */
  list: RefObject<HTMLDivElement | null>
  question: Question
  answer: Answer
  isBusy?: boolean
  /** Says why a key did nothing; null clears it. */
  say: (message: string | null) => void
  onPick: () => void
  /** Enter while a record is picked. */
  onEnter: () => void
}

type State = 'nothing-typed' | 'picked' | 'searching' | 'failed' | 'ready'

/**
 * Picks a step's record by typing. Look-ups are debounced and a newer one cancels the older, so a late reply never
 * changes what Enter does. Enter takes the exact match or the row chosen by arrow keys.
 */
export function useRecordPicker({ input, list, question, answer: { step, typed }, isBusy = false, say, onPick, onEnter }: Options) {
  const { target } = question
  const picked = step.picked?.(typed) ?? null
  const [text, setText] = useState(picked?.label ?? '')
  const [own, setOwn] = useState<{ term: string; value: string } | null>(null)

  const term = text.trim()
  const settled = useSettled(term, debounce)
  const isSearched = picked === null && term !== '' && settled === term
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['question', question.id, step.name, settled],
    queryFn: ({ signal }) => (target && step.find ? step.find(question.contextNow(), target.record, settled, signal) : []),
    enabled: isSearched,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const state: State =
    picked !== null
      ? 'picked'
      : term === ''
        ? 'nothing-typed'
        : !isSearched || isFetching
          ? 'searching'
          : data === undefined
            ? 'failed'
            : 'ready'
  const choices = state === 'ready' && data ? data : []
  const marked = choices.find((choice) => (own?.term === term ? choice.value === own.value : choice.isExact)) ?? null
  const row = marked === null ? null : recordRow(choices.indexOf(marked))
  const value = useCmdkValue(row ?? noRow)
  useActiveDescendant(input, list, row)

  const choose = ({ value, label, refusal }: Choice) => {
    if (isBusy) return
    if (refusal) return say(`Unavailable: ${refusal}`)
    say(null)
    setText(label)
    typeInto(question.id, step.name, value)
    onPick()
  }

  const onEnterKey = () => {
    if (state === 'picked') onEnter()
    else if (state === 'failed') void refetch()
    else if (marked) choose(marked)
    else if (state === 'nothing-typed') say('Type whom it goes to.')
    else if (state === 'searching') say('Still searching…')
    else say(choices.length === 0 ? (step.notFound ?? 'Nothing found.') : 'No exact match. Choose with ↓.')
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || isModifier(event.key)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!event.repeat) onEnterKey()
      return
    }
    say(null)
    const to = choices.length > 0 ? destination(event, choices, marked) : undefined
    if (to) setOwn({ term, value: to.value })
  }

  return {
    text,
    type: (next: string) => {
      if (isBusy) return
      setText(next)
      // Typing clears the record picked before.
      if (typed !== '') typeInto(question.id, step.name, '')
    },
    state,
    picked,
    choices,
    value,
    choose,
    onKeyDown,
    /** The look-up's state in words. */
    status: statusOf(state, choices.length, step.notFound ?? 'Nothing found.'),
    retry: () => void refetch(),
  }
}

/** The cmdk value of a row, independent of the record's name. */
export const recordRow = (index: number) => `record-${index}`

function statusOf(state: State, found: number, notFound: string): string | null {
  if (state === 'searching') return 'Searching…'
  if (state === 'failed') return `${notFound} The look-up failed.`
  return state === 'ready' && found === 0 ? notFound : null
}
