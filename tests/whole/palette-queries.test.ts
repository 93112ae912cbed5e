import { notifyManager } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fillDemo } from '../../demo/data/fill.ts'
import { silentLog } from '../../server/process/log.ts'
import '../../src/layout/records/invoices-list.tsx'
import '../../src/layout/records/qrs-list.tsx'
import '../../src/views/abuse/abuse-list.tsx'
import '../../src/views/api-calls/api-calls-list.tsx'
import '../../src/views/audit/audit-list.tsx'
import '../../src/views/customer-domains/customer-domains-list.tsx'
import '../../src/views/domains/domain-lists.tsx'
import '../../src/views/qrs-archived/archived-page.tsx'
import '../../src/views/sales/sales-page.tsx'
import '../../src/views/customers/customers-list.tsx'
import '../../src/views/feedback/feedback-list.tsx'
import '../../src/views/general/general-page.tsx'
import '../../src/views/notes/notes-list.tsx'
import '../../src/views/qr-uri-history/uri-history-list.tsx'
import '../../src/views/payments/payments-page.tsx'
import '../../src/views/webrisk/webrisk-list.tsx'
import { typingPause } from '../../src/layout/records/finders/look-ups.ts'
import { buildTestApp, type TestApp, testConfig } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { type Browser, signIn } from '../support/sign-in.ts'
import { openPalette, renderConsole } from '../views/palette-harness.tsx'
import { ofDatabase, queries } from './queries/queries.ts'
import { teamWords } from './queries/team-words.ts'

const now = 1_795_000_000 // Wednesday, 18 November 2026, at noon in Madrid

// The cache notifies its readers immediately, so that no test waits for its timer.
notifyManager.setScheduler(queueMicrotask)

/** The name of a row. A customer's company arrives in a later answer, so it is left out. */
function nameOf(row: Element): string {
  const record = row.querySelector('[class*=_name]')?.textContent.split(' — ')[0]
  const deed = row.querySelector('[class*=_label], [class*=_deed]')?.textContent
  // What keeps an amount in one line is a space to those who read it.
  return (record ?? deed ?? row.textContent).replaceAll('\u00a0', ' ').slice(0, 70)
}

/** Marks the row that Enter takes, one that only says why it can't be, and what a row did not use. */
function shownAs(row: Element): string {
  const chosen = row.getAttribute('aria-selected') === 'true' ? '> ' : ''
  const blocked = row.getAttribute('aria-disabled') === 'true' ? '✗ ' : ''
  const unused = /not used: .*/.exec(row.querySelector('[class*=_why], [class*=_sentence]')?.textContent ?? '')
  return `${chosen}${blocked}${nameOf(row)}${unused ? ` (${unused[0]})` : ''}`
}

/** The first three rows. */
const firstRows = () => screen.queryAllByRole('option').slice(0, 3).map(shownAs)

const perPart = 6
const partsOf = (kinds: readonly string[]) =>
  Array.from({ length: Math.ceil(kinds.length / perPart) }, (_, at) => kinds.slice(at * perPart, (at + 1) * perPart))

const isSettled = () => !/searching…|looking up…/.test(document.body.textContent)

describeDatabase('what staff type into the palette, with the demo data', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser
  beforeAll(async () => {
    await fillDemo(database.current, { customers: 80, now, replace: false, config: { secretKey: testConfig.secretKey }, log: silentLog })
    server = await buildTestApp(database.current)
    browser = await signIn(server)
    for (const word of teamWords) await browser.send('POST', '/words', word)
  })
  afterAll(() => server.app.close())

  const kinds = engine.testsShared ? Object.keys(queries) : ofDatabase

  // A part at a time, so that none takes long on a busy machine.
  test.each(partsOf(kinds))(
    'leads to the expected first rows: %s …',
    async (...part) => {
      const pending: { answer: ReturnType<Browser['inject']>; give: (response: Response) => void }[] = []
      vi.stubGlobal('fetch', (url: string) => new Promise((give) => pending.push({ answer: browser.inject({ method: 'GET', url }), give })))
      // All answers to a text at once, so that the palette draws once for them.
      const giveAnswers = async () => {
        const round = pending.splice(0)
        const replies = await Promise.all(round.map(({ answer }) => answer))
        for (const [at, { body, statusCode: status }] of replies.entries())
          round[at]?.give(new Response(body, { status, headers: { 'content-type': 'application/json' } }))
        await new Promise<void>((next) => setImmediate(next))
      }
      await renderConsole()
      await openPalette()
      // Fake timers, so that the pause after typing can be skipped.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: now * 1000 })
      const found: Record<string, Record<string, readonly string[]>> = {}
      for (const kind of part) {
        const texts = queries[kind] ?? {}
        const ofKind: Record<string, readonly string[]> = (found[kind] = {})
        for (const text of Object.keys(texts)) {
          fireEvent.change(screen.getByRole('combobox'), { target: { value: text } })
          // Only once, because the server's own deadlines use the same clock.
          act(() => void vi.advanceTimersByTime(typingPause))
          do await act(giveAnswers)
          while (pending.length > 0 || !isSettled())
          ofKind[text] = firstRows()
        }
      }
      expect(found).toEqual(Object.fromEntries(part.map((kind) => [kind, queries[kind]])))
    },
    120_000,
  )
})
