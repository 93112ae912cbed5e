import { afterEach, expect, test, vi } from 'vitest'
import { commandOf } from '../answer-calls.ts'
import { customerTarget, makeContext } from '../samples.ts'

afterEach(() => vi.unstubAllGlobals())

/** A note on a server, whose first answer to a change is lost after it was written. */
function serveNote(first: string | null) {
  const stored = { note: first, version: first === null ? null : 1, createdAt: null, authorName: null }
  let isLost = true
  vi.stubGlobal('fetch', (_url: string, { method, body }: RequestInit) => {
    if (method === 'GET') return Promise.resolve(Response.json(stored))
    const sent = JSON.parse(body as string) as { text: string; version: number | null }
    if (sent.version !== stored.version)
      return Promise.resolve(Response.json({ statusCode: 409, error: 'stale', message: 'Changed.' }, { status: 409 }))
    Object.assign(stored, { note: sent.text, version: (stored.version ?? 0) + 1 })
    const reply = isLost ? Promise.reject(new TypeError('fetch failed')) : Promise.resolve(Response.json({ success: true }))
    isLost = false
    return reply
  })
  return stored
}

const add = (runKey: string, { context } = makeContext({ targets: [customerTarget] })) => ({
  context,
  run: () => Promise.resolve(commandOf('customer.add-note').run(context, customerTarget, { text: 'Called back.' }, runKey)),
})

test.each([
  [null, 'Called back.'],
  ['Pays on time.', 'Pays on time.\n\nCalled back.'],
])('a note below %s is not added twice if the first answer was lost', async (first, note) => {
  const stored = serveNote(first)
  const { context, run } = add('one')
  await expect(run()).rejects.toMatchObject({ status: null })
  expect(stored.note).toBe(note)
  await expect(run()).rejects.toMatchObject({ status: 409 })
  expect(stored.note).toBe(note)
  // Asked for anew, it is added.
  await add('two', { context, did: [] }).run()
  expect(stored.note).toBe(`${note}\n\nCalled back.`)
})
