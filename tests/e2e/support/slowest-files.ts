import path from 'node:path'
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const shown = 10

/** Prints which files took longest, to show where time can be saved. */
export default class SlowestFiles implements Reporter {
  private readonly took = new Map<string, number>()
  private root = ''

  onBegin({ rootDir }: FullConfig): void {
    this.root = rootDir
  }

  onTestEnd({ location }: TestCase, { duration }: TestResult): void {
    const file = path.relative(this.root, location.file)
    this.took.set(file, (this.took.get(file) ?? 0) + duration)
  }

  onEnd(): void {
    if (this.took.size === 0) return
    const slowest = [...this.took].toSorted(([, a], [, b]) => b - a).slice(0, shown)
    const lines = slowest.map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
    process.stdout.write(`\nSlowest files of the browser:\n${lines.join('\n')}\n`)
  }

  printsToStdio(): boolean {
    return false
  }
}
