import { useQuery } from '@tanstack/react-query'
import type { Step } from '../../commands/engine/steps.ts'
import type { Question } from '../commands/questions.ts'

/** Loads a step's choices, cached per question so going back finds them. */
export function useChoices({ id, target, contextNow }: Question, { name, options, choices }: Step) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['question', id, name],
    queryFn: async () => (target && choices ? choices(contextNow(), target.record) : []),
    enabled: options === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const loaded = isFetching ? 'loading' : data ? 'ready' : 'failed'
  return {
    state: options ? 'ready' : loaded,
    choices: (options ? target && options(target.record) : data) ?? [],
    error,
    retry: () => void refetch(),
  } as const
}
