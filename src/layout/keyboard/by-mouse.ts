import { z } from 'zod'
import { addDays, today } from '../../contract/dates.ts'
import { readStored, writeStored } from '../kit/browser-storage.ts'

/** The hint that is switched off in the settings. */
export const keyHints = 'keys'

const days = 7
const maxHintsPerDay = 3

/** What somebody did by mouse though it has a key, and which keys were said today. Kept in this browser. */
const ByMouse = z.object({
  /** How often, by day and command. */
  uses: z.record(z.string(), z.record(z.string(), z.number())).default({}),
  hints: z.object({ day: z.string(), ids: z.array(z.string()) }).default({ day: '', ids: [] }),
})
type ByMouse = z.infer<typeof ByMouse>

const keyOf = (userId: number) => `keys.by-mouse.${userId}`

function read(userId: number): ByMouse {
  try {
    return ByMouse.parse(JSON.parse(readStored(keyOf(userId)) ?? '{}'))
  } catch {
    return ByMouse.parse({})
  }
}

const write = (userId: number, kept: ByMouse) => writeStored(keyOf(userId), JSON.stringify(kept))

/**
 * Counts what was done by mouse.
 * @returns whether its key is to be said: of a command once a day, of three commands a day at most
 */
export function countByMouse(userId: number, id: string): boolean {
  const { uses, hints } = read(userId)
  const day = today()
  const ids = hints.day === day ? hints.ids : []
  const isSaid = ids.length < maxHintsPerDay && !ids.includes(id)
  const recent = Object.entries(uses).filter(([each]) => each > addDays(day, -days))
  const { [day]: ofToday = {}, ...before } = Object.fromEntries(recent)
  write(userId, {
    uses: { ...before, [day]: { ...ofToday, [id]: (ofToday[id] ?? 0) + 1 } },
    hints: { day, ids: isSaid ? [...ids, id] : ids },
  })
  return isSaid
}

/** How often commands were called by mouse in the last seven days, most often first. */
export function timesByMouse(userId: number): { id: string; times: number }[] {
  const since = addDays(today(), -days)
  const times = new Map<string, number>()
  for (const [day, uses] of Object.entries(read(userId).uses))
    for (const [id, count] of day > since ? Object.entries(uses) : []) times.set(id, (times.get(id) ?? 0) + count)
  return [...times].map(([id, count]) => ({ id, times: count })).toSorted((a, b) => b.times - a.times)
}
