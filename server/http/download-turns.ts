import { ApiError } from './errors.ts'

/** Seconds without a part being read after which a download is taken for abandoned. */
const stalledAfter = 60

export interface DownloadTurn {
  /** Called with each part that is taken. @throws Error where it gave way */
  goOn: () => void
  end: () => void
}

/**
 * One download of a kind at a time of each person, on this server. One that nobody has taken a part of for a minute gives way to the next:
 * its browser may be gone without a word.
 * @param what is downloaded, with its article: 'an export'
 * @param now answers unix seconds
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
