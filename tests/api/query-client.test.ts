import { expect, test } from 'vitest'
import { foundRecordQuery } from '../../src/api/find-record.ts'
import { createQueryClient } from '../../src/api/query-client.ts'
import { runMutation } from '../../src/api/run-mutation.ts'
import { changesOf } from '../../src/api/shown-in.ts'

test('a change invalidates the queries that show it and palette results, and nothing else', async () => {
  const client = createQueryClient()
  const { queryKey: found } = foundRecordQuery([{ kind: 'email', email: 'ana@cafesol.es' }])
  const keys = { found, customer: ['customers', 'one', 8812], notes: ['notes', 'list', {}] } as const
  for (const key of Object.values(keys)) client.setQueryData(key, {})
  const stale = () => Object.entries(keys).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : []))
  const mutationFn = () => Promise.resolve()
  await runMutation(client, { mutationFn, meta: { stale: [] } }, undefined)
  expect(stale()).toEqual([])
  await runMutation(client, { mutationFn, meta: changesOf('customer') }, undefined)
  expect(stale()).toEqual(['found', 'customer'])
})
