import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Answer } from '../../commands/engine/answers.ts'
import type { Choice } from '../../commands/engine/steps.ts'
import { type Question, typeInto } from '../commands/questions.ts'
import { useSettled } from '../kit/use-settled.ts'

/** Milliseconds before a record is looked up (document 2, section 9). */
const debounce = 300

interface Options {
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
 * changes what Enter does. Enter takes the exact match or the row chosen by arrow keys. A text given ahead is looked up at
 * once and, if it is exactly one record, taken without Enter, unless the person has done something here meanwhile.
 */
export function useRecordPicker({ question, answer: { step, typed }, isBusy = false, say, onPick, onEnter }: Options) {
  const { target } = question
  const { notFound = 'Nothing found.' } = step
  const picked = step.picked?.(typed) ?? null
  const [text, setText] = useState(picked?.label ?? typed)
  const [isAhead, setAhead] = useState(picked === null && typed !== '' && !question.opening.isLink)
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
  const stateNow = (): State => {
    if (picked !== null) return 'picked'
    if (term === '') return 'nothing-typed'
    if (!isSearched || isFetching) return 'searching'
    return data === undefined ? 'failed' : 'ready'
  }
  const state = stateNow()
  const choices = state === 'ready' && data ? data : []
  const marked = choices.find((choice) => (own?.term === term ? choice.value === own.value : choice.isExact)) ?? null

  const choose = ({ value, label, refusal }: Choice) => {
    if (isBusy) return
    if (refusal) return say(`Unavailable: ${refusal}`)
    say(null)
    setText(label)
    typeInto(question.id, step.name, value)
    onPick()
  }

  const takeAhead = useEffectEvent(() => {
    setAhead(false)
    if (marked && !marked.refusal) choose(marked)
  })
  useEffect(() => {
    if (isAhead && state === 'ready') queueMicrotask(takeAhead)
  }, [isAhead, state])

  return {
    text,
    type: (next: string) => {
      if (isBusy) return
      setAhead(false)
      setText(next)
      // Typing clears the record picked before.
      if (typed !== '') typeInto(question.id, step.name, '')
    },
    state,
    picked,
    choices,
    marked,
    choose,
    enter: () => {
      setAhead(false)
      if (state === 'picked') onEnter()
      else if (state === 'failed') void refetch()
      else if (marked) choose(marked)
      else if (state === 'nothing-typed') say('Enter who it goes to.')
      else if (state === 'searching') say('Still searching…')
      else say(choices.length === 0 ? notFound : 'No exact match. Choose one.')
    },
    move: ({ value }: Choice) => {
      setAhead(false)
      setOwn({ term, value })
    },
    /** The look-up's state in words. */
    status: statusOf(state, choices.length, notFound),
    retry: () => void refetch(),
  }
}

function statusOf(state: State, found: number, notFound: string): string | null {
  if (state === 'searching') return 'Searching…'
  if (state === 'failed') return `${notFound} The look-up failed.`
  return state === 'ready' && found === 0 ? notFound : null
}
