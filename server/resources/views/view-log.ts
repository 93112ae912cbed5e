import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { SignedIn } from '../../http/access/session.ts'
import type { AppContext } from '../../outside/context.ts'
import type { Looked } from './looks.ts'

/** Rows that wait while the database does not answer; older ones are lost beyond. */
const maxWaiting = 10_000
const rowsAtOnce = 500

interface Look {
  by: SignedIn
  ip: string
  what: Looked
}

/** Notes looks in memory, and writes them in batches, so that no reply waits for it. */
export class ViewLog {
  readonly #context: Pick<AppContext, 'database' | 'now'>
  readonly #log: FastifyBaseLogger
  readonly #waiting: object[] = []
  /** What was noted in this hour: a record that stays open is noted once. */
  readonly #noted = new Set<string>()
  #hour = 0

  constructor(context: Pick<AppContext, 'database' | 'now'>, log: FastifyBaseLogger) {
    this.#context = context
    this.#log = log
  }

  add({ by, ip, what }: Look): void {
    const at = this.#context.now()
    const hour = Math.floor(at / 3600)
    if (hour !== this.#hour) {
      this.#hour = hour
      this.#noted.clear()
    }
    const key = JSON.stringify([by.sessionIdHash, what])
    if (this.#noted.has(key)) return
    this.#noted.add(key)
    this.#waiting.push({ at, hour, staff: by.id, email: by.email, session: by.sessionIdHash, ip, ...what })
    if (this.#waiting.length <= maxWaiting) return
    this.#waiting.shift()
    this.#log.error('who looked at what could not be written for so long that some of it is lost')
  }

  /** Writes what waits; what can't be written goes on waiting. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, rowsAtOnce)
      await this.#write(batch).catch((error: unknown) => {
        this.#waiting.unshift(...batch)
        throw error
      })
    }
  }

  /** The invoice of a file has an id only here. Another server may have noted the same; a removed account keeps its e-mail. */
  async #write(batch: readonly object[]): Promise<void> {
    await this.#context.database.orm.execute(sql`
      insert into views (at, hour, staff_id, staff_email, session, ip, look, record_type, record_id, text)
      select v.at, v.hour, s.id, v.email, v.session, v.ip, v.look, v."recordType", coalesce(v."recordId", i.id), v.text
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as v(at bigint, hour int, staff int, email text, session text, ip text,
        look text, "recordType" text, "recordId" int, link text, text text)
      left join staff s on s.id = v.staff left join invoices i on i.link = v.link
      where v.link is null or i.id is not null
      on conflict do nothing`)
  }
}
