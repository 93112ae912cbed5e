import { ApiError } from './errors.ts'

/** Seconds without progress after which a download counts as abandoned. */
const stalledAfter = 60

export interface DownloadTurn {
  /**
   * Called with each chunk sent.
   * @throws Error if it was superseded
   */
  goOn: () => void
  end: () => void
}

/**
 * Allows each person one download of a kind at a time on this server. One without progress for a minute yields to the
 * next, as its browser may be gone.
 * @param what with article: 'an export'
 * @param now returns unix seconds
 */
export function downloadTurns(what: string, now: () => number) {
  const turns = new Map<number, { movedAt: number }>()
  return {
    /** @throws ApiError conflict */
    begin: (staffId: number): DownloadTurn => {
      const other = turns.get(staffId)
      if (other && now() - other.movedAt < stalledAfter)
        throw new ApiError('conflict', `You have ${what} under way already. Wait for its end, or cancel it.`)
      const turn = { movedAt: now() }
      turns.set(staffId, turn)
      return {
        goOn: () => {
          if (turns.get(staffId) !== turn) throw new Error('the download has ended, or gave way to another')
          turn.movedAt = now()
        },
        end: () => {
          if (turns.get(staffId) === turn) turns.delete(staffId)
        },
      }
    },
  }
}
