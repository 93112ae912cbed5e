import { beforeEach, expect } from 'vitest'
import { refreshFigures } from '../../server/resources/figures/refresh.ts'
import { dayOf, endOfDay, startOfDay } from '../../src/contract/dates.ts'
import { testStart } from './app.ts'
import type { Engine } from './database.ts'
import { insertCustomers } from './rows.ts'
import { useServer } from './server.ts'

export const today = dayOf(testStart)
export const rangeOf = (first: string, last = first) => `?from=${startOfDay(first)}&to=${endOfDay(last)}`

/** A server with three customers and a browser of role 1, anew for each test. Call it in a `describe`. */
export function useStats(engine: Engine) {
  const { database, server, browser } = useServer(engine, { emptied: true })

  beforeEach(async () => {
    await insertCustomers(database.current, [{ country: 'es' }, { country: null }, { country: 'fr' }])
  })

  const read = async <Reply>(path: string): Promise<Reply> => {
    const reply = await browser.get(path)
    expect({ path, status: reply.statusCode }).toEqual({ path, status: 200 })
    return reply.json<Reply>()
  }
  /** Reads after the job has run. */
  const get = async <Reply>(path: string): Promise<Reply> => {
    await refreshFigures(database.current.orm)
    return read(path)
  }

  return {
    database,
    server,
    browser,
    read,
    get,
  }
}
