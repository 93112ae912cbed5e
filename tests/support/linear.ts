import { expect } from 'vitest'

/**
 * Checks that work takes time in proportion to the length of its text: four times as long, not sixteen times. Compares processor time with
 * itself, so it does not matter how fast or busy the machine is; when something disturbs both halves unequally, it measures again.
 * @param work runs on a text of this many characters
 * @param characters the shorter length
 */
export function expectLinearTime(work: (characters: number) => void, characters: number): void {
  const times = 4
  work(characters)
  let smallest = Infinity
  for (let round = 0; round < 5 && smallest >= 2 * times; round += 1) {
    smallest = Math.min(smallest, secondsOf(() => work(characters * times)) / secondsOf(() => work(characters)))
  }
  expect(smallest).toBeLessThan(2 * times)
}

/** Of processor time. No less than the grain of the system's own clock, below which nothing can be compared. */
function secondsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return Math.max(process.cpuUsage(before).user / 1_000_000, 0.02)
}
