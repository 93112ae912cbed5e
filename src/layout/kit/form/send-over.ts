import { ApiFailure } from '../../../api/client.ts'

const maxRetries = 3

/** Whether a change was refused because its record changed meanwhile. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiFailure && error.body?.error === 'stale'
}

/**
 * Sends a change with its version. If stale, reads the record and resends, or returns null if others changed the same
 * fields. Throws other failures and a fourth stale answer in a row.
 */
export async function sendOver<Read, Reply>(
  first: Read,
  send: (record: Read) => Promise<Reply>,
  readAgain: () => Promise<Read>,
  isConflict: (record: Read) => boolean,
): Promise<Reply | null> {
  let record = first
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(record)
    } catch (error) {
      if (!isStale(error) || attempt > maxRetries) throw error
      record = await readAgain()
      if (isConflict(record)) return null
    }
  }
}
