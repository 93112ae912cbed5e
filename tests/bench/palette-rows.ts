import type { Browser, CDPSession, Page } from '@playwright/test'
import { openList, openPalette, openVisit } from './browser.ts'
import { buildCrowdedConsole, crowdedCommands } from './crowded-console.ts'
import { milliseconds, Samples } from './measure.ts'
import type { Row } from './report.ts'
import type { RunningServer } from './server.ts'

const typed = [
  'refund',
  'invoice 4',
  'customers',
  'ana ruiz',
  'disc',
  'ana.ruiz@cafesol.example.com',
  '12345',
  'https://qr.example/abc12',
  'transfer',
  'ban',
  'extend trial 7 ana',
  'unpaid customers in spain',
  'stopped qrs of 4711',
]

/** Keys typed into the palette over 300 commands while every look-up stays pending. */
export async function paletteKeyRow(browser: Browser, server: RunningServer, rounds: number): Promise<Row> {
  const crowded = await buildCrowdedConsole()
  const context = await openVisit(browser, server)
  try {
    await crowded.serveTo(context)
    const page = await context.newPage()
    await openList(page)
    await page.route(/\/api\/admin\/(customers|qrs|invoices)/, () => new Promise(() => undefined))
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await openPalette(page)
    await typeAll(page, session, typed.slice(0, 2))
    const times = { script: [] as number[], painted: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const measured = await typeAll(page, session, typed)
      times.script.push(...measured.script)
      times.painted.push(...measured.painted)
    }
    const [script, painted] = [new Samples(times.script), new Samples(times.painted)]
    return {
      what: `palette: key to painted result, ${crowdedCommands} commands, look-ups hanging`,
      budget: 'script ≤ 8 ms, painted ≤ 20 ms p95',
      measured: `script p95 ${milliseconds(script.p95)}, painted p95 ${milliseconds(painted.p95)}`,
      isMet: script.p95 <= 8 && painted.p95 <= 20,
      note:
        `${painted.count} keys of words, names, e-mails, ids and links; medians: script ${milliseconds(script.median)}, painted ${milliseconds(painted.median)}. ` +
        "Script is all JavaScript that the browser ran from the key to the painted frame, by its own count (DevTools' ScriptDuration). " +
        'Painted is from the key event to the end of the frame that shows its result; frames come every 16.7 ms, so a key waits up to that long whatever the console does. ' +
        'The registry is filled up with made-up commands in a build made for this row.',
    }
  } finally {
    await context.close()
    crowded.remove()
  }
}

async function typeAll(page: Page, session: CDPSession, texts: readonly string[]): Promise<{ script: number[]; painted: number[] }> {
  const script: number[] = []
  const painted: number[] = []
  for (const text of texts) {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    for (const key of text) {
      await page.evaluate((pressed) => window.pageClock.arm(pressed, () => true), key)
      const before = await scriptSeconds(session)
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      painted.push(await page.evaluate(() => window.pageClock.result()))
      script.push((await scriptSeconds(session)) * 1000 - before * 1000)
    }
  }
  return { script, painted }
}

async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((metric) => metric.name === 'ScriptDuration')?.value ?? 0
}

/** From the key press to the painted palette with its input focused. */
export async function paletteOpensRow(browser: Browser, server: RunningServer, runs: number): Promise<Row> {
  const context = await openVisit(browser, server)
  try {
    const page = await context.newPage()
    await openList(page)
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      await page.evaluate(() => window.pageClock.arm('k', () => document.activeElement?.getAttribute('role') === 'combobox'))
      await page.keyboard.press('Control+k')
      times.push(await page.evaluate(() => window.pageClock.result()))
      await page.keyboard.press('Escape')
      await page.locator('[role=dialog] [role=combobox]').waitFor({ state: 'detached' })
    }
    const [first = 0, ...others] = times
    const samples = new Samples(others)
    return {
      what: 'palette: opens',
      budget: '≤ 50 ms p95',
      measured: `p95 ${milliseconds(samples.p95)}`,
      isMet: samples.p95 <= 50,
      note: `${samples.count} times on the customers list, from Ctrl K to the frame in which the input has the focus; median ${milliseconds(samples.median)}. The very first time of a visit, before that: ${milliseconds(first)}.`,
    }
  } finally {
    await context.close()
  }
}
