import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Command } from '../../src/commands/engine/command.ts'
import { asksFirst } from '../../src/commands/engine/run.ts'
import { commands } from '../../src/commands/registry.ts'
import { openPalette, openVisit } from './browser.ts'
import { buildChangedConsole } from './changed-console.ts'
import { type Place, placesOf } from './command-places.ts'
import { installCommandWatch } from './command-watch.ts'
import { milliseconds, Samples } from './measure.ts'
import type { Row } from './report.ts'
import type { RunningServer } from './server.ts'

const budgets = { p95: 50, slow: 200 }
const surfaces = ['key', 'palette'] as const
type Surface = (typeof surfaces)[number]
const slowdowns = [1, 4] as const

interface Drive {
  command: Command
  surface: Surface
  slowdown: number
}

interface Driven extends Drive {
  /** Milliseconds; null if nothing was seen. */
  painted: number | null
}

/** Every command of the registry by its key and by its row of the palette, where it is ready, while nothing that it asks for is answered. */
export async function commandsRow(browser: Browser, server: RunningServer, databaseUrl: string, share: number): Promise<Row> {
  const changed = await buildChangedConsole('src/layout/frame/command-provider.tsx', tellOfCommands)
  const wanted = commands.filter((_, index) => index % share === 0)
  const context = await openVisit(browser, server)
  try {
    await changed.serveTo(context)
    await context.addInitScript(installCommandWatch)
    const page = await context.newPage()
    const visit = new Visit(page, await context.newCDPSession(page))
    const places = await placesOf(databaseUrl)
    const driven: Driven[] = []
    for (const scope of new Set(wanted.map((each) => each.scope))) {
      const missing = new Set(wanted.filter((each) => each.scope === scope))
      for (const place of places[scope]) {
        if (missing.size === 0) break
        const ready = await visit.readyAt(place)
        for (const command of missing) {
          const title = ready.get(command.id)
          // A command that leads to where one is shows nothing.
          if (title === undefined || command.href === place.path) continue
          missing.delete(command)
          for (const drive of drivesOf(command)) {
            const painted = await visit.drive(place, drive, title)
            if (painted !== undefined) driven.push({ ...drive, painted })
          }
        }
      }
    }
    return asRow(driven, wanted)
  } finally {
    await context.close()
    changed.remove()
  }
}

/** The console tells which commands are ready, as its surfaces are told, and which were called. */
function tellOfCommands(code: string): string {
  return code.replace(/const run: Run = .*\n/, '$&      window.commandWatch.called.push(command.id)\n').replace(
    /useKeyListener\(.*\n/,
    `$&  window.commandWatch.readyNow = () =>
    resolveAll(commands, contextNow(), contextNow().targets[0] ?? null)
      .filter(({ availability }) => availability.state === 'ready')
      .map(({ command, title }) => ({ id: command.id, title }))
`,
  )
}

const drivesOf = (command: Command): Drive[] =>
  surfaces
    .filter((surface) => surface === 'palette' || command.keys !== undefined)
    .flatMap((surface) => slowdowns.map((slowdown) => ({ command, surface, slowdown })))

/** A visit in which commands are called, each on a page that is as it was before the one before. */
class Visit {
  #looks = ''

  constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  /** The commands that are ready there, with their titles by their ids. */
  async readyAt(place: Place): Promise<Map<string, string>> {
    await this.#open(place)
    const ready = await this.page.evaluate(() => window.commandWatch.readyNow?.() ?? [])
    return new Map(ready.map(({ id, title }) => [id, title]))
  }

  /** Milliseconds to painted feedback, null if there was none; undefined if the key or the row was another command's. */
  async drive(place: Place, { command, surface, slowdown }: Drive, title: string): Promise<number | null | undefined> {
    if (!(await this.#isAsBefore())) await this.#open(place)
    const strokes = surface === 'palette' ? ['Enter'] : (command.keys ?? '').split(' ').map((stroke) => stroke.replace('$mod', 'Control'))
    const last = strokes.at(-1) ?? ''
    if (surface === 'palette' && !(await this.#chooseInPalette(title))) {
      this.#looks = ''
      return undefined
    }
    for (const stroke of strokes.slice(0, -1)) await this.page.keyboard.press(stroke)
    await this.page.evaluate((key) => window.commandWatch.arm(key), keyOf(last))
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await this.page.keyboard.press(last)
    const { called, painted } = await this.page.evaluate(() => window.commandWatch.feedback())
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    // What it asked the server for hangs, and it is not begun again until that has ended.
    if (!asksFirst(command)) this.#looks = ''
    return called.includes(command.id) ? painted : undefined
  }

  /** Types a command's title, and goes down to its row. */
  async #chooseInPalette(title: string): Promise<boolean> {
    const isOpen = await openPalette(this.page).then(
      () => true,
      () => false,
    )
    if (!isOpen) return false
    await this.page.keyboard.insertText(title)
    const steps = await this.page.evaluate(async (wanted) => {
      for (let frame = 0; frame < 3; frame++) await window.pageClock.frame()
      const options = [...document.querySelectorAll('[role=dialog] [role=option]')]
      const at = options.findIndex(({ textContent }) => textContent?.toLowerCase().includes(wanted))
      return at < 0 ? null : at - options.findIndex((option) => option.getAttribute('aria-selected') === 'true')
    }, title.toLowerCase())
    for (let step = 0; step < Math.abs(steps ?? 0); step++) await this.page.keyboard.press((steps ?? 0) > 0 ? 'ArrowDown' : 'ArrowUp')
    return steps !== null
  }

  async #open({ path, marked }: Place): Promise<void> {
    // What hangs would be sent once it is no longer held back: a log-out, for one.
    await this.page.goto('about:blank')
    await this.page.unrouteAll({ behavior: 'ignoreErrors' })
    await this.page.goto(path)
    await this.page.locator('main h1').waitFor()
    if (marked) {
      const rows = this.page.locator('main tbody tr:not([aria-hidden])')
      // Some lists of made-up data are empty.
      await rows
        .first()
        .waitFor({ timeout: 10_000 })
        .catch(() => undefined)
      for (let row = 0; row < Math.min(2, await rows.count()); row++)
        for (const key of marked === 'row' ? ['j'] : ['j', 'x']) await this.page.keyboard.press(key)
    }
    await this.page.evaluate(() => window.commandWatch.settled())
    await this.page.route('**/api/admin/**', () => new Promise(() => undefined))
    this.#looks = await this.#look()
  }

  /** Leaves what was opened, and says whether that was all that changed. */
  async #isAsBefore(): Promise<boolean> {
    for (let level = 0; level < 3 && (await this.page.locator('[role=dialog], [role=alertdialog], [role=menu]').count()) > 0; level++)
      await this.page.keyboard.press('Escape')
    return (await this.#look()) === this.#looks
  }

  #look(): Promise<string> {
    return this.page.evaluate(() => window.commandWatch.look())
  }
}

/** What a keydown event calls the key of a stroke such as `Shift+x`. */
function keyOf(stroke: string): string {
  const key = stroke.split('+').at(-1) ?? ''
  if (key === 'Space') return ' '
  return stroke.startsWith('Shift+') && key.length === 1 ? key.toUpperCase() : key
}

function asRow(driven: readonly Driven[], wanted: readonly Command[]): Row {
  const timesAt = (slowdown: number) =>
    driven.filter((each) => each.slowdown === slowdown).map(({ painted }) => painted ?? Number.POSITIVE_INFINITY)
  const [usual, slow] = [new Samples(timesAt(1)), new Samples(timesAt(4))]
  const slowest = driven
    .filter((each) => (each.painted ?? Number.POSITIVE_INFINITY) > (each.slowdown === 1 ? budgets.p95 : budgets.slow))
    .sort((a, b) => (b.painted ?? 1e9) - (a.painted ?? 1e9))
    .map(
      ({ command, surface, slowdown, painted }) =>
        `\`${command.id}\` by ${surface}${slowdown === 1 ? '' : ', slowed'} ${painted === null ? 'without any' : milliseconds(painted)}`,
    )
  const never = wanted.filter(({ id }) => !driven.some(({ command }) => command.id === id)).map(({ id }) => `\`${id}\``)
  return {
    what: 'any command from its key or palette row → painted feedback',
    budget: `≤ ${budgets.p95} ms p95; none over ${budgets.slow} ms on a CPU four times slower`,
    measured: `p95 ${milliseconds(usual.p95)}; slowed p95 ${milliseconds(slow.p95)}, longest ${milliseconds(slow.quantile(1))}`,
    isMet: usual.p95 <= budgets.p95 && slow.quantile(1) <= budgets.slow,
    note:
      `${usual.count} times, from the key (the last of several, or Enter on the palette’s row) to the frame that shows a dialog, a step, a notice, another page, row or selection; median ${milliseconds(usual.median)}. ` +
      `The commands are those of the registry, each where it is ready; all that they ask the server for hangs. ` +
      `${wanted.length - never.length} of ${wanted.length} commands were ready somewhere. Slowest: ${slowest.slice(0, 12).join(', ') || 'none over the budget'}${slowest.length > 12 ? `, and ${slowest.length - 12} more over the budget` : ''}. ` +
      `Not found ready: ${never.join(', ') || 'none'}.`,
  }
}
