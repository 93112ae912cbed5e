import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  createPlaybook,
  deletePlaybook,
  editPlaybook,
  getRun,
  goOnRun,
  lastActions,
  listPlaybooks,
  type NewRun,
  type PlaybookRun,
  type PlaybookType,
  runPlaybook,
} from '../contract/playbooks.ts'
import { changeOptions } from './change-options.ts'
import { byItself, call } from './client.ts'
import { changesOf } from './shown-in.ts'

/** One's own playbooks and the shared ones, by name. */
export const playbooksQuery = () =>
  queryOptions({ queryKey: ['playbooks', 'list'], queryFn: ({ signal }) => byItself(() => call(listPlaybooks, { signal })) })

export const createPlaybookMutation = changeOptions(createPlaybook, ['playbook'])

/** Throws ApiFailure 409 `stale` if somebody else changed it first. */
export const editPlaybookMutation = changeOptions(editPlaybook, ['playbook'])

export const deletePlaybookMutation = changeOptions(deletePlaybook, ['playbook'])

/** Starts runs; a key that is known starts nothing. Throws ApiFailure 422 for a step that no playbook may make. */
export const runPlaybookMutation = () =>
  mutationOptions({ mutationFn: (body: { runs: NewRun[] }) => call(runPlaybook, { body }), meta: changesOf('playbook') })

/** How far one's own run is. */
export const fetchRun = (key: string): Promise<PlaybookRun> => byItself(() => call(getRun, { params: { key } }))

/** Goes on at the step that failed, or without it. Throws ApiFailure 409 `unavailable_action` if it did not stop. */
export const goOnRunMutation = () =>
  mutationOptions({
    mutationFn: ({ key, isWithout }: { key: string; isWithout: boolean }) => call(goOnRun, { params: { key }, body: { isWithout } }),
    meta: changesOf('playbook'),
  })

/** What a step of a playbook may have changed, for refetching once a run has ended. */
export const runChanges = changesOf('customer', 'qr', 'payment', 'note', 'playbook').stale

/** What one did to a record in the last hour. Never kept: each action adds to it. */
export const fetchLastActions = (type: PlaybookType, record: number) => byItself(() => call(lastActions, { query: { type, record } }))
