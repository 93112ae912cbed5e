import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/connect.ts'
import type { FromWorker } from '../../server/db/embedded/engine.ts'
import { silentLog } from '../../server/process/log.ts'
import { copyDirectory } from '../support/database.ts'
import { afterPowerCut, type JournalEntry } from '../support/power-cut.ts'

/** The statements to run, each with one answer. `row` is the number of rows that exist afterwards. */
const statements = Array.from({ length: 400 }, (_, index) => {
  const row = index + 1
  const insert = `INSERT INTO app_state VALUES ('row-${row}', to_jsonb(repeat('x', ${(row * 37) % 900})))`
  if (row % 90 === 0) return `${insert}; CHECKPOINT`
  if (row % 40 === 0) return `${insert}; UPDATE app_state SET value = to_jsonb(repeat('y', 300)) WHERE key LIKE 'row-%'`
  if (row % 70 === 0) return `${insert}; DROP TABLE IF EXISTS passing; CREATE TABLE passing AS SELECT i FROM generate_series(1, 5000) i`
  return insert
})

const query = (text: string) => {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(5)
  head.write('Q')
  head.writeInt32BE(body.length + 4, 1)
  return new Uint8Array(Buffer.concat([head, body]))
}

/** Mulberry32, so that each run cuts at the same moments. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe('after a power cut', () => {
  let folder: string
  let journal: JournalEntry[]
  let path: string
  let remove: () => Promise<void>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quaydesk-power-'))
    const copy = await copyDirectory()
    remove = copy.remove
    path = join(copy.settings.dataDir, 'database')
    cpSync(path, join(folder, 'before'), { recursive: true })
    const { port1, port2 } = new MessageChannel()
    const worker = new Worker(new URL('../support/recorded-worker.mjs', import.meta.url), {
      workerData: { directory: path, journal: port2 },
      transferList: [port2],
    })
    const told = async (kind: FromWorker['kind']) => {
      for (;;) {
        const [message] = (await once(worker, 'message')) as [FromWorker]
        if (message.kind === 'failed' || message.kind === 'panic') throw new Error(message.reason)
        if (message.kind === kind) return
      }
    }
    await told('ready')
    for (const statement of statements) {
      const done = told('done')
      worker.postMessage({ kind: 'run', batch: query(statement) }, [])
      await done
    }
    const answer = once(port1, 'message')
    port1.postMessage('journal')
    ;[journal] = (await answer) as [JournalEntry[]]
    port1.close()
    await worker.terminate()
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await remove()
  })

  test('at any moment, the database opens with every acknowledged row', async () => {
    expect(journal.filter(({ kind }) => kind === 'done')).toHaveLength(statements.length)
    const random = randomOf(2026)
    const first = journal.findIndex(({ kind }) => kind === 'done')
    // Half of the moments are random. The others come right after an answer, when the least has reached the disk.
    const answers = journal.flatMap(({ kind }, index) => (kind === 'done' ? [index + 1] : []))
    const moments = Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? first + Math.floor(random() * (journal.length - first))
        : (answers[Math.floor(random() * answers.length)] ?? journal.length),
    )
    for (const [index, moment] of moments.entries()) {
      const dataDir = join(folder, `cut-${index}`)
      mkdirSync(dataDir, { mode: 0o700 })
      afterPowerCut(journal, moment, { copy: join(folder, 'before'), path }, join(dataDir, 'database'), random)
      const acknowledged = journal.slice(0, moment).filter(({ kind }) => kind === 'done').length
      const database = await openDatabase({ databaseUrl: null, dataDir }, silentLog)
      try {
        const rows = async () =>
          (await database.pool.query<{ key: string }>(`SELECT key FROM app_state WHERE key LIKE 'row-%' ORDER BY length(key), key`)).rows
        const found = (await rows()).map(({ key }) => key)
        // The statement in progress may or may not be there, because its answer could have been sent.
        expect([acknowledged, acknowledged + 1], `cut ${index}, after entry ${moment}`).toContain(found.length)
        expect(found).toEqual(found.map((_, row) => `row-${row + 1}`))
        // Tables and indexes agree.
        await database.pool.query('SET enable_seqscan = off')
        expect((await rows()).map(({ key }) => key)).toEqual(found)
        await database.pool.query(`INSERT INTO app_state VALUES ('after', '1')`)
      } finally {
        await database.close()
      }
      rmSync(dataDir, { recursive: true })
    }
  })
})
