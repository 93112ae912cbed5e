import pg from 'pg'

/** Methods of pg's connections that its types lack. */
interface Wire {
  parse(statement: { text: string }): void
  bind(portal: object): void
  execute(portal: object): void
}

type Query = (query: unknown, values?: unknown, callback?: unknown) => unknown
type Callback = (error: Error | null, result?: unknown) => void

/**
 * Makes a pool's connections fit for a pooler that lends a session for one transaction (PgBouncer's `pool_mode = transaction`). Settings
 * are set inside each transaction, so they hold in every session and stay in none. Statements have no names, because the next session
 * would not know them. A statement on its own goes with its settings in one round trip, which PostgreSQL runs as one transaction.
 * @param settings by their PostgreSQL names; must come from us, as they become part of statements
 */
export function limited(pool: pg.Pool, settings: Readonly<Record<string, string>>): pg.Pool {
  const entries = Object.entries(settings).map(([name, value]) => [name, pg.escapeLiteral(value)] as const)
  const inBlock = entries.map(([name, value]) => `SET LOCAL ${name} = ${value}`).join('; ')
  // Evaluates every call, yet has neither columns nor rows that pg would take for the statement's.
  const alone = `SELECT WHERE ${entries.map(([name, value]) => `set_config('${name}', ${value}, true) IS NULL`).join(' OR ')}`
  return pool.on('connect', (client) => {
    const wire = client.connection as unknown as Wire
    const parse = wire.parse.bind(wire)
    wire.parse = (statement) => {
      // pg sends a statement once the one before has ended, so this is the state in which it will run.
      if (client.getTransactionStatus() === 'I') {
        parse({ text: alone })
        wire.bind({})
        wire.execute({})
      }
      parse(statement)
    }
    // Looked up at each call, because tracing replaces it.
    const send: Query = (...args) => (pg.Client.prototype.query as Query).apply(client, args)
    const query: Query = (given, values, callback) => {
      if (isSubmittable(given)) return send(given, values, callback)
      const config = { ...(typeof given === 'string' ? { text: given } : (given as pg.QueryConfig)), name: undefined }
      // `BEGIN` takes its isolation level only before any query, so its settings follow it.
      const sent = begins.test(config.text) ? { ...config, text: `${config.text}; ${inBlock}` } : { ...config, queryMode: 'extended' }
      const done = typeof values === 'function' ? values : callback
      if (typeof done !== 'function') return (send(sent, values) as Promise<unknown>).then(own)
      const tell: Callback = (error, result) => (done as Callback)(error, own(result))
      return typeof values === 'function' ? send(sent, tell) : send(sent, values, tell)
    }
    Object.assign(client, { query })
  })
}

const begins = /^\s*(begin|start transaction)\b/i

/** Such as COPY. */
const isSubmittable = (query: unknown) => typeof query === 'object' && query !== null && 'submit' in query

/** The result of the statement itself, without those of its settings. */
const own = (result: unknown): unknown => (Array.isArray(result) ? result.at(-1) : result)
