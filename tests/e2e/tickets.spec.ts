import { signedInAs } from './support/accounts.ts'
import { askedTickets } from './support/asked-tickets.ts'
import { expectAccessibleWhereNew } from './support/axe.ts'
import { Ear, faultsIn } from './support/ear.ts'
import { type Hands, Keyboard, Mouse } from './support/hands.ts'
import { lookedUpTickets } from './support/looked-up-tickets.ts'
import { StaffApi } from './support/staff-api.ts'
import { expect, test } from './support/test.ts'
import { changesSince, type Desk, newestChange, type Task, type Ticket } from './support/ticket.ts'
import { tickets } from './support/tickets.ts'

test.use({ storageState: signedInAs('full') })
// Each queue can run on another lane.
test.describe.configure({ mode: 'parallel' })

/** A queue is long, but each of its steps has its own limit. */
test.beforeEach(() => test.setTimeout(300_000))

/** Works through the queue and prints the effort per ticket. Returns the keys and clicks of each. */
async function workQueue<H extends Hands>(
  desk: Desk<H>,
  queue: readonly Ticket<H>[],
  afterTicket: (ticket: Ticket<H>, task: Task) => Promise<void> = () => Promise.resolve(),
): Promise<number[]> {
  const lines: string[] = []
  const counts: number[] = []
  await desk.page.goto('/customers')
  await expect(desk.page.getByRole('main').locator('tbody tr').first()).toBeVisible()
  for (const ticket of queue) {
    const { says, prepare } = ticket
    await test.step(says, async () => {
      const task = await prepare(desk)
      const last = await newestChange(desk.staff)
      const before = desk.hands.count
      const start = Date.now()
      await task.work()
      const count = desk.hands.count - before
      counts.push(count)
      lines.push(`${String(count).padStart(5)}  ${((Date.now() - start) / 1000).toFixed(1).padStart(5)} s  ${says}`)
      // What is done after the message may still be on its way. An id that is new is left out.
      const isAsWanted = async () => {
        const changes = await changesSince(desk.staff, last)
        return changes.map((change, at) => (change.startsWith(`${task.changes[at]} `) ? task.changes[at] : change))
      }
      await expect.poll(isAsWanted, says).toEqual(task.changes)
      await task.tidyUp?.()
      await afterTicket(ticket, task)
    })
  }
  process.stdout.write(`\n${desk.queue}: keys and clicks, time (median ${median(counts)})\n${lines.join('\n')}\n`)
  return counts
}

const median = (counts: readonly number[]) => {
  const sorted = counts.toSorted((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2
}

const deskOf = <H extends Hands>(
  queue: string,
  hands: H,
  { page, records, baseURL }: { page: Desk['page']; records: Desk['records']; baseURL: string | undefined },
): Desk<H> => ({
  page,
  hands,
  records,
  queue,
  taken: new Set(),
  staff: new StaffApi(page.request, baseURL ?? ''),
})

test('thirty-four tickets using only the keyboard, by ear, with an axe check after every step', async ({ page, records, baseURL }) => {
  // Fails if the mouse is used after all.
  await page.addInitScript(() => {
    for (const type of ['pointerdown', 'mousedown'])
      addEventListener(type, () => {
        throw new Error('the mouse was used')
      })
  })
  const seen = new Set<string>()
  const ear = await Ear.on(page)
  const hands = new Keyboard(page, (step) => expectAccessibleWhereNew(page, step, seen), ear)
  const transcript: string[] = []
  const faults: string[] = []
  // Recent records are met again.
  const known: Task['names'][number][] = []
  const desk = deskOf('keyboard', hands, { page, records, baseURL })
  const counts = await workQueue(desk, [...tickets, ...lookedUpTickets, ...askedTickets], async ({ says }, { names }) => {
    known.push(...names)
    const lines = await ear.transcript(known)
    transcript.push(`# ${says}`, ...lines, '')
    faults.push(...faultsIn(lines))
  })
  expect(counts).toHaveLength(34)
  expect(median(counts)).toBeLessThanOrEqual(5)
  expect(ear.wrongRows).toEqual([])
  expect(faults).toEqual([])
  expect(transcript.join('\n')).toMatchSnapshot('tickets.txt')
})

test.describe('with animations', () => {
  test.use({ reducedMotion: 'no-preference' })

  test('twenty tickets with the mouse', async ({ page, records, baseURL }) => {
    const counts = await workQueue(deskOf('mouse', new Mouse(page), { page, records, baseURL }), tickets)
    expect(counts).toHaveLength(20)
  })
})
