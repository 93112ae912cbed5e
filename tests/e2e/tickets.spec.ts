import { signedInAs } from './support/accounts.ts'
import { expectAccessibleWhereNew } from './support/axe.ts'
import { type Hands, Keyboard, Mouse } from './support/hands.ts'
import { StaffApi } from './support/staff-api.ts'
import { expect, test } from './support/test.ts'
import { type Desk, tickets } from './support/tickets.ts'

test.use({ storageState: signedInAs('full') })
// Each queue can run on another lane.
test.describe.configure({ mode: 'parallel' })

/** A queue is long, but each of its steps has its own limit. */
test.beforeEach(() => test.setTimeout(300_000))

/** Works through the queue and prints the effort per ticket. Returns the keys and clicks of each. */
async function workQueue(desk: Desk): Promise<number[]> {
  const lines: string[] = []
  const counts: number[] = []
  await desk.page.goto('/customers')
  await expect(desk.page.getByRole('main').locator('tbody tr').first()).toBeVisible()
  for (const { says, work } of tickets) {
    const before = desk.hands.count
    const start = Date.now()
    await test.step(says, () => work(desk))
    counts.push(desk.hands.count - before)
    lines.push(`${String(desk.hands.count - before).padStart(5)}  ${((Date.now() - start) / 1000).toFixed(1).padStart(5)} s  ${says}`)
  }
  const keys = desk.hands.count / tickets.length
  process.stdout.write(`\n${desk.queue}: keys and clicks, time (${keys.toFixed(1)} a ticket)\n${lines.join('\n')}\n`)
  expect(lines).toHaveLength(20)
  return counts
}

const median = (counts: readonly number[]) => counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)]

const deskOf = (
  queue: string,
  hands: Hands,
  { page, records, baseURL }: { page: Desk['page']; records: Desk['records']; baseURL: string | undefined },
) => ({
  page,
  hands,
  records,
  queue,
  staff: new StaffApi(page.request, baseURL ?? ''),
})

test('twenty tickets using only the keyboard, with an axe check after every step', async ({ page, records, baseURL }) => {
  // Fails if the mouse is used after all.
  await page.addInitScript(() => {
    for (const type of ['pointerdown', 'mousedown'])
      addEventListener(type, () => {
        throw new Error('the mouse was used')
      })
  })
  const seen = new Set<string>()
  const hands = new Keyboard(page, (step) => expectAccessibleWhereNew(page, step, seen))
  const counts = await workQueue(deskOf('keyboard', hands, { page, records, baseURL }))
  // Each typed letter counts as a key; a paste counts as one.
  expect(median(counts)).toBeLessThanOrEqual(6)
})

test.describe('with animations', () => {
  test.use({ reducedMotion: 'no-preference' })

  test('twenty tickets with the mouse', async ({ page, records, baseURL }) => {
    await workQueue(deskOf('mouse', new Mouse(page), { page, records, baseURL }))
  })
})
