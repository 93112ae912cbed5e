import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

/** Milliseconds until a lost connection is made again, doubling. */
const [soonest, latest] = [100, 5_000]

export const channel = 'quaydesk_changes'

interface Ears {
  heard: (message: string) => void
  /** It listens, for the first time or again: something may have been missed. */
  connected: () => void
}

/**
 * Listens to other servers on a PostgreSQL connection of its own, which it makes again whenever it breaks.
 * @param makeClient makes one, not connected yet
 * @returns a function that ends it
 */
export function listen(makeClient: () => pg.Client, { heard, connected }: Ears, log: FastifyBaseLogger): () => Promise<void> {
  let wait = soonest
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | undefined
  let isClosed = false

  const lost = (broken: pg.Client) => {
    if (client !== broken) return
    client = null
    if (isClosed) return
    again = setTimeout(connect, wait).unref()
    wait = Math.min(wait * 2, latest)
  }

  const connect = () => {
    const made = makeClient()
    client = made
    made.on('error', (error) => {
      log.debug({ err: error }, 'the listening connection broke')
      lost(made)
    })
    made.on('end', () => lost(made))
    made.on('notification', ({ payload = '' }) => heard(payload))
    made
      .connect()
      .then(() => made.query(`LISTEN ${channel}`))
      .then(() => {
        wait = soonest
        connected()
      })
      .catch((error: unknown) => {
        log.debug({ err: error }, 'other servers cannot be listened to')
        lost(made)
        void made.end().catch(() => undefined)
      })
  }

  connect()
  return async () => {
    isClosed = true
    clearTimeout(again)
    await client?.end().catch(() => undefined)
  }
}
