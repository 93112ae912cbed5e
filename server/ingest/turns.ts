import { ApiError } from '../http/errors.ts'

/** Calls at once: staff's requests need connections and processor time too. */
const atOnce = 4
/** Others that may wait for their turn. */
const mostWaiting = 40

/** Lets a few calls in at a time; refuses those for which there is no room left to wait. */
export class Turns {
  private underWay = 0
  private readonly row: (() => void)[] = []

  /** @throws ApiError too_many_requests */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.underWay < atOnce) this.underWay += 1
    else {
      if (this.row.length >= mostWaiting)
        throw new ApiError('too_many_requests', 'Too many calls at once, try again later.', { retryAfter: 2 })
      await new Promise<void>((begin) => this.row.push(begin))
    }
    try {
      return await work()
    } finally {
      const next = this.row.shift()
      // The turn is passed on, so no newcomer takes it.
      if (next) next()
      else this.underWay -= 1
    }
  }
}
