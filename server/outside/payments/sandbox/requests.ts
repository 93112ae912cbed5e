import { eq } from 'drizzle-orm'
import type { Db, Orm } from '../../../db/connect.ts'
import { sandboxRequests } from '../../../db/schema/sandbox.ts'
import { ProviderRefusal } from '../port.ts'

interface Request {
  operation: string
  key: string
  /** Tells a repeat from another request with the same key. */
  parameters: readonly unknown[]
}

type Answer<T> = { value: T } | { refusal: string }

/**
 * Acts once per key: repeats, concurrent or later, get the first answer or refusal. Inserting the key's row claims it,
 * and a concurrent request waits for that.
 * @param act must refuse before writing anything
 * @throws ProviderRefusal
 */
export async function once<T>(orm: Orm, now: number, request: Request, act: (tx: Db) => Promise<T>): Promise<T> {
  const { key, operation } = request
  const parameters = JSON.stringify(request.parameters)
  const answer = await orm.transaction(async (tx): Promise<Answer<T>> => {
    const claimed = await tx
      .insert(sandboxRequests)
      .values({ key, operation, parameters, createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (claimed.length === 0) return earlier<T>(tx, key, operation, parameters)
    const made = await act(tx).then((value): Answer<T> => ({ value }), refused)
    await tx.update(sandboxRequests).set({ answer: made }).where(eq(sandboxRequests.key, key))
    return made
  })
  if ('refusal' in answer) throw new ProviderRefusal(answer.refusal)
  return answer.value
}

async function earlier<T>(tx: Db, key: string, operation: string, parameters: string): Promise<Answer<T>> {
  const [found] = await tx.select().from(sandboxRequests).where(eq(sandboxRequests.key, key))
  if (found?.operation !== operation || found.parameters !== parameters)
    return { refusal: 'This idempotency key was used for another request.' }
  return found.answer as Answer<T>
}

function refused(error: unknown): { refusal: string } {
  if (error instanceof ProviderRefusal) return { refusal: error.message }
  throw error
}
