import { appendFile, readFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { AppContext } from '../../outside/context.ts'
import { repeat } from '../../process/repeat.ts'
import { type Head, headLine } from './head.ts'
import { sealPortion } from './seal.ts'
import { Settling } from './settled.ts'

/** Seals the audit trail, on any number of servers at once: each portion is sealed by one of them. */
export class Sealer {
  readonly #context: Pick<AppContext, 'database' | 'config' | 'now'>
  readonly #log: FastifyBaseLogger
  readonly #settling: Settling
  /** The newest head in this server's log and file. */
  #announced: string | null = null

  constructor(context: Pick<AppContext, 'database' | 'config' | 'now'>, log: FastifyBaseLogger) {
    this.#context = context
    this.#log = log
    this.#settling = new Settling(context.database.patient.orm)
  }

  /** Seals everything that is committed, and announces the day's head. */
  async run(signal?: AbortSignal): Promise<void> {
    const { database, now } = this.#context
    const settled = await this.#settling.next()
    for (let after: number | null = 0; after !== null && signal?.aborted !== true; ) {
      const sealed = await sealPortion(database.patient.orm, { after, settled, now: now() })
      if (sealed === null) return
      if (sealed.head !== null) await this.#announce(sealed.head)
      after = sealed.next
    }
  }

  async #announce(head: Head): Promise<void> {
    const line = headLine(head)
    if (line === this.#announced) return
    const { auditHeads: file } = this.#context.config
    if (file !== null && !(await linesOf(file)).includes(line)) await appendFile(file, `${line}\n`, { mode: 0o600 })
    this.#log.info({ head }, 'the audit trail is sealed')
    this.#announced = line
  }
}

async function linesOf(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Seals the audit trail every second.
 * @returns a function that stops it and waits for what is in progress
 */
export function startSealing(context: AppContext, log: FastifyBaseLogger): () => Promise<void> {
  const sealer = new Sealer(context, log)
  return repeat((signal) => sealer.run(signal), {
    job: 'sealing-audit',
    log,
    fault: 'the audit trail could not be sealed',
    everyMs: 1000,
    rest: 1,
  })
}
