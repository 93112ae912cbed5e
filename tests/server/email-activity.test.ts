import { beforeAll, expect, test } from 'vitest'
import { emailActivity } from '../../server/db/schema/customer-records.ts'
import { endOfDay, startOfDay } from '../../src/contract/dates.ts'
import type { EmailActivityItem } from '../../src/contract/email-activity.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { useServer } from '../support/server.ts'

describeDatabase('GET /customers/{id}/email/activity', (engine) => {
  const { database, browser } = useServer(engine, { rol: 2 })
  const path = '/customers/1/email/activity'
  /** The test clock is at 2026-06-15: the 90 days up to and including it begin on 2026-03-18. */
  const dates = {
    future: testStart + 60,
    now: testStart,
    firstOfNinety: startOfDay('2026-03-18'),
    before: startOfDay('2026-03-18') - 1,
    lastOfMarch: endOfDay('2025-03-31'),
    firstOfApril: startOfDay('2025-04-01'),
    june29: endOfDay('2025-06-29'),
    june30: startOfDay('2025-06-30'),
  }
  type Mail = keyof typeof dates

  beforeAll(async () => {
    await insertCustomers(database.current, [{}, {}, {}])
    const mail = { event: 'delivered', subject: '¡Tu prueba!', tag: null, email: 'a@example.com' }
    await database.current.orm
      .insert(emailActivity)
      .values([
        ...Object.entries(dates).map(([tag, date]) => ({ ...mail, userId: 1, tag, date })),
        { ...mail, userId: 2, tag: 'someone else’s', date: testStart },
        { ...mail, userId: 1, tag: 'same second', date: testStart },
      ])
  })

  const get = async (of: string, query: Record<string, string> = {}) => {
    const reply = await browser.get(`${of}?${new URLSearchParams(query)}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<EmailActivityItem[]>()
  }
  const mails = async (query: Record<string, string>) => (await get(path, query)).map(({ tag }) => tag)

  test('returns the last 90 days, newest first [2.3 e-mail] [2.7 e-mail activity]', async () => {
    expect(await mails({})).toEqual(['same second', 'now', 'firstOfNinety'])
    expect((await get(path))[1]).toEqual({
      id: 2,
      event: 'delivered',
      subject: '¡Tu prueba!',
      tag: 'now',
      email: 'a@example.com',
      date: testStart,
    })
    expect(await get('/customers/3/email/activity')).toEqual([])
  })

  // [2.2 e-mail columns] [R27 inclusive seconds] [R51 days]
  test.each<[string, Record<string, number>, (Mail | 'same second')[]]>([
    ['both ends included', { from: dates.firstOfApril, to: dates.june29 }, ['june29', 'firstOfApril']],
    ['the seconds of the bounds', { from: dates.lastOfMarch, to: dates.firstOfApril - 1 }, ['lastOfMarch']],
    ['90 days to the second', { from: dates.lastOfMarch, to: endOfDay('2025-06-28') }, ['firstOfApril', 'lastOfMarch']],
    [
      '90 days across the change to summer time',
      { from: startOfDay('2026-03-01'), to: endOfDay('2026-05-29') },
      ['firstOfNinety', 'before'],
    ],
    ['90 days from a bound', { from: dates.firstOfApril }, ['june29', 'firstOfApril']],
    ['90 days up to a bound', { to: dates.june29 }, ['june29', 'firstOfApril']],
    ['the future, where it is asked for', { from: testStart }, ['future', 'same second', 'now']],
    ['nothing of a range that ends before it begins', { from: testStart, to: testStart - 1 }, []],
  ])('%s', async (_name, range, expected) => {
    expect(await mails(Object.fromEntries(Object.entries(range).map(([name, value]) => [name, String(value)])))).toEqual(expected)
  })

  test.each([
    [dates.lastOfMarch, dates.june29],
    [dates.firstOfApril, dates.june30],
    [0, testStart],
  ])('rejects %i to %i as more than 90 days [2.5 e-mail range]', async (from, to) => {
    const reply = await browser.get(`${path}?from=${from}&to=${to}`)
    expect(reply.json()).toMatchObject({ statusCode: 400, error: 'bad_request', message: 'Range cannot exceed 90 days.' })
  })
})
