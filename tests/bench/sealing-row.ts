import { startSealing } from '../../server/audit/seals/sealing.ts'
import { openDatabase } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'
import { buildTestApp } from '../support/app.ts'
import { type Browser, signIn } from '../support/sign-in.ts'
import { Samples } from './measure.ts'
import type { Row } from './report.ts'

const writers = 4
const minRatio = 0.95

/** Compares changes a second with and without the job that seals the audit trail, in turns in one process. */
export async function sealingRow(databaseUrl: string, rounds: number): Promise<Row> {
  const database = await openDatabase({ databaseUrl, dataDir: '' }, silentLog)
  const server = await buildTestApp(database)
  try {
    const browser = await signIn(server)
    const [without, sealing]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      without.push(await changesASecond(browser))
      const stop = startSealing(server.context, silentLog)
      sealing.push(await changesASecond(browser))
      await stop()
    }
    const ratio = new Samples(sealing).median / new Samples(without).median
    return {
      what: 'changes a second while the audit trail is sealed, over those without',
      budget: `≥ ${minRatio}`,
      measured: ratio.toFixed(2),
      isMet: ratio >= minRatio,
      note: `${writers} people who change without a pause, which no desk does: ${Math.round(new Samples(without).median)} and ${Math.round(new Samples(sealing).median)} changes a second. The job runs in the same process, and seals a change within a second.`,
    }
  } finally {
    await server.app.close()
    await database.close()
  }
}

const roundMs = 4_000

async function changesASecond(browser: Browser): Promise<number> {
  const start = performance.now()
  let made = 0
  const write = async (customer: number) => {
    for (let banned = true; performance.now() - start < roundMs; banned = !banned) {
      const { statusCode } = await browser.send('PATCH', `/customers/${customer}/ban`, { banned })
      if (statusCode !== 200) throw new Error(`a change was answered ${statusCode}`)
      made += 1
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, index) => write(index + 1)))
  return (made * 1000) / (performance.now() - start)
}
