import { type MutationOptions, useQueryClient } from '@tanstack/react-query'
import { runMutation } from '../../api/run-mutation.ts'
import { toastError, toastSuccess } from '../../layout/kit/toasts.tsx'

/** Makes a change and says that it is done, or in a toast of what title why not. */
export function useChange() {
  const client = useQueryClient()
  return async <Data, Variables>(
    options: MutationOptions<Data, Error, Variables>,
    variables: Variables,
    done: string,
    failed = 'Operation error, try again.',
  ) => {
    try {
      await runMutation(client, options, variables)
      toastSuccess(done)
    } catch (error) {
      toastError(failed, error)
    }
  }
}
