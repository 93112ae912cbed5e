import { ApiFailure } from '../../../api/client.ts'

const longestRace = 3

/** Whether a change was refused because the record had been changed meanwhile. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiFailure && error.body?.error === 'stale'
}

/**
 * Sends a change that carries the version it was made from. Where the record was changed meanwhile it is read again, and the
 * change is sent once more, unless others changed the same fields: then nothing is sent, and null comes back for the person to
 * choose. All other failures, and a fourth stale answer in a row, are thrown.
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
      if (!isStale(error) || attempt > longestRace) throw error
      record = await readAgain()
      if (isConflict(record)) return null
    }
  }
}
