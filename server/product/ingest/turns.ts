import { ApiError } from '../../http/errors.ts'

/** Concurrent calls. Staff's requests need connections and processor time too. */
const atOnce = 4
/** Further calls that may wait for a turn. */
const maxWaiting = 40

/** Runs a few calls at a time, queues some, and refuses the rest. */
export class Turns {
  private underWay = 0
  private readonly row: (() => void)[] = []

  /** @throws ApiError too_many_requests */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.underWay < atOnce) this.underWay += 1
    else {
      if (this.row.length >= maxWaiting)
        throw new ApiError('too_many_requests', 'Too many calls at once, try again later.', { retryAfter: 2 })
      await new Promise<void>((begin) => this.row.push(begin))
    }
    try {
      return await work()
    } finally {
      const next = this.row.shift()
      // Hand the turn over, so that no newcomer takes it.
      if (next) next()
      else this.underWay -= 1
    }
  }
}
