/** Samples of one measurement, in milliseconds. */
export class Samples {
  private readonly sorted: readonly number[]

  constructor(values: readonly number[]) {
    if (values.length === 0) throw new Error('nothing was measured')
    this.sorted = [...values].sort((a, b) => a - b)
  }

  get count(): number {
    return this.sorted.length
  }

  /** The value that `share` (0 to 1) of the samples do not exceed: nearest rank. */
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

/** Runs something so many times and takes the time of each run, after some runs that do not count. */
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

export const milliseconds = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
export const ratio = (value: number) => `${value.toFixed(2)}×`
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
