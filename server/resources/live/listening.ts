import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

/** Milliseconds before reconnecting; the delay doubles each time. */
const [soonest, latest] = [100, 5_000]

export const channel = 'quaydesk_changes'

interface Handlers {
  onMessage: (message: string) => void
  /** Called when it starts to listen, and after each reconnect: something may have been missed. */
  onConnect: () => void
}

/**
 * Listens to other servers on a PostgreSQL connection of its own, and reconnects whenever it breaks.
 * @param makeClient returns a client that is not connected yet
 * @returns a function that closes it
 */
export function listen(makeClient: () => pg.Client, { onMessage, onConnect }: Handlers, log: FastifyBaseLogger): () => Promise<void> {
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
    made.on('notification', ({ payload = '' }) => onMessage(payload))
    made
      .connect()
      .then(() => made.query(`LISTEN ${channel}`))
      .then(() => {
        wait = soonest
        onConnect()
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
