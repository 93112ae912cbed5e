import type { QueryClient } from '@tanstack/react-query'
import { byItself } from '../../../api/client.ts'
import { isLoadable } from '../../../api/loadable.ts'
import { loadRecord } from '../../../api/record.ts'
import { userQuery } from '../../../api/users.ts'
import type { Target } from '../../../commands/engine/targets.ts'
import type { LiveChange } from '../../../contract/live.ts'
import { questions } from '../../commands/questions.ts'

/** Reads a question's record with the query of its page or panel. Undefined for other records, and for one that is gone. */
async function readRecord(client: QueryClient, { type, record: { id } }: Target): Promise<object | undefined> {
  const now = { staleTime: 0 }
  if (type === 'user') return client.fetchQuery({ ...userQuery(id), ...now })
  const named = { type, id }
  return isLoadable(named) ? (await loadRecord(client, named, now))?.record : undefined
}

const isAbout = ({ type, record }: Target, change: LiveChange) => change.type === type && change.id === record.id

/** Tells open questions about changes to their record, so that they can say before being confirmed that it can't be done any more. */
export async function refreshQuestions(client: QueryClient, changes: readonly LiveChange[]): Promise<void> {
  for (const { id, target } of questions.get()) {
    const change = target && changes.findLast((each) => isAbout(target, each))
    if (!target || !change) continue
    const record = await byItself(() => readRecord(client, target)).catch(() => undefined)
    if (record === undefined) continue
    const since = { target: { type: target.type, record } as Target, by: change.by?.name ?? null }
    questions.set(questions.get().map((question) => (question.id === id ? { ...question, since } : question)))
  }
}
