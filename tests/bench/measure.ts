import { readFileSync } from 'node:fs'

/** Samples of one measurement in milliseconds. */
export class Samples {
  private readonly sorted: readonly number[]

  constructor(values: readonly number[]) {
    if (values.length === 0) throw new Error('nothing was measured')
    this.sorted = [...values].sort((a, b) => a - b)
  }

  get count(): number {
    return this.sorted.length
  }

  /** Nearest-rank quantile; `share` is 0 to 1. */
  quantile(share: number): number {
    return this.sorted[Math.max(0, Math.ceil(share * this.sorted.length) - 1)] ?? 0
  }

  get median(): number {
    return this.quantile(0.5)
  }

  get p95(): number {
    return this.quantile(0.95)
  }
}

/** Times each of a number of runs, after some warm-up runs that do not count. */
export async function timed(runs: number, run: (index: number) => Promise<unknown>, warmUp = Math.min(20, runs)): Promise<Samples> {
  for (let index = 0; index < warmUp; index++) await run(index)
  const times: number[] = []
  for (let index = 0; index < runs; index++) {
    const started = performance.now()
    await run(warmUp + index)
    times.push(performance.now() - started)
  }
  return new Samples(times)
}

/** Interleaves several measurements so that background load affects all of them alike. */
export async function timedInTurn<Name extends string>(
  times: number,
  runs: Record<Name, (index: number) => Promise<unknown>>,
): Promise<Record<Name, Samples>> {
  const warmUp = Math.min(20, times)
  const named = Object.entries<(index: number) => Promise<unknown>>(runs).map(([name, run]) => ({ name, run, taken: [] as number[] }))
  for (let index = 0; index < warmUp + times; index++) {
    for (const { run, taken } of named) {
      const started = performance.now()
      await run(index)
      if (index >= warmUp) taken.push(performance.now() - started)
    }
  }
  return Object.fromEntries(named.map(({ name, taken }) => [name, new Samples(taken)])) as Record<Name, Samples>
}

/** Processor time that a process has used, in milliseconds; 0 if the system does not expose it. */
export function processorTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    // Linux counts in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

export const milliseconds = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
export const ratio = (value: number) => `${value.toFixed(2)}×`
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
