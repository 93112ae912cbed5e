import { ApiError } from '../http/errors.ts'

/** Seconds without a part being read after which an export is taken for abandoned. */
const stalledAfter = 60

/**
 * One export at a time of each person, on this server. One that nobody has taken a part of for a minute gives way to the next: its browser
 * may be gone without a word.
 * @param now answers unix seconds
 */
export function exportTurns(now: () => number) {
  const turns = new Map<number, { movedAt: number }>()
  return {
    /** @throws ApiError conflict */
    begin: (staffId: number) => {
      const other = turns.get(staffId)
      if (other && now() - other.movedAt < stalledAfter)
        throw new ApiError('conflict', 'You have an export under way already. Wait for its end, or cancel it.')
      const turn = { movedAt: now() }
      turns.set(staffId, turn)
      return {
        /** @throws Error where it gave way */
        goOn: () => {
          if (turns.get(staffId) !== turn) throw new Error('the export has ended, or gave way to another')
          turn.movedAt = now()
        },
        end: () => {
          if (turns.get(staffId) === turn) turns.delete(staffId)
        },
      }
    },
  }
}
