import { context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import pg from 'pg'

type Query = (this: pg.Client, ...args: unknown[]) => unknown
type Connect = (this: pg.Pool, callback?: (...args: unknown[]) => void) => unknown

/**
 * Creates a span per statement in a traced request, with its verb and table but none of its text. pg has no hooks
 * for this, so two of its methods are replaced.
 * @returns a function that restores them
 */
export function traceStatements(tracer: Tracer): () => void {
  const client = pg.Client.prototype as unknown as { query: Query }
  const pool = pg.Pool.prototype as unknown as { connect: Connect }
  const { query } = client
  const { connect } = pool

  client.query = function (...args) {
    const text = textOf(args[0])
    const isWithin = trace.getSpan(context.active()) !== undefined
    if (text === null || !isWithin) return query.apply(this, args)
    const summary = summaryOf(text)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
    const span = tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes })
    const end = (error: unknown) => {
      const code = error instanceof Error ? ((error as { code?: string }).code ?? error.name) : null
      if (code !== null) span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
    const last = args.at(-1)
    if (typeof last === 'function') {
      const callback = last as (...results: unknown[]) => void
      return query.apply(this, [
        ...args.slice(0, -1),
        (...results: unknown[]) => {
          end(results[0])
          callback(...results)
        },
      ])
    }
    const answer = query.apply(this, args) as Promise<unknown>
    answer.then(() => end(null), end)
    return answer
  }
  // A request that waits for a connection gets it while another request releases it: keep the waiting one's context.
  pool.connect = function (callback) {
    return callback ? connect.call(this, context.bind(context.active(), callback)) : connect.call(this)
  }
  return () => {
    client.query = query
    pool.connect = connect
  }
}

/** Null for commands other than plain queries, such as COPY. */
function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query
  const { text, submit } = query as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && submit === undefined ? text : null
}

/** For example `select customers`. */
function summaryOf(text: string): string {
  const [, word = 'statement'] = /^\s*(\w+)/.exec(text) ?? []
  // The table that the statement is about, not one that a column looks into.
  const outer = text.replace(/\(select\b[^()]*\)/gi, '')
  const [, table] = /\b(?:from|into|update|join)\s+(?:"?public"?\.)?"?([a-z_]+)"?/i.exec(outer) ?? []
  return table === undefined ? word.toLowerCase() : `${word.toLowerCase()} ${table.toLowerCase()}`
}
