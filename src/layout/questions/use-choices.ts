import { useQuery } from '@tanstack/react-query'
import type { Choice, Step } from '../../commands/command.ts'
import type { Question } from '../commands/questions.ts'

/** The choices of a step and their loading state. */
export interface Choices {
  state: 'loading' | 'ready' | 'failed'
  choices: readonly Choice[]
  error: unknown
  retry: () => void
}

/** Loads a step's choices, cached per question so going back finds them. */
export function useChoices(question: Question, step: Step): Choices {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['question', question.id, step.name],
    queryFn: async () => (question.target && step.choices ? step.choices(question.contextNow(), question.target.record) : []),
    enabled: step.options === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (step.options)
    return { state: 'ready', choices: question.target ? step.options(question.target.record) : [], error: null, retry: () => {} }
  return {
    state: isFetching ? 'loading' : data ? 'ready' : 'failed',
    choices: data ?? [],
    error,
    retry: () => void refetch(),
  }
}
