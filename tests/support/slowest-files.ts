import type { Reporter, TestModule } from 'vitest/node'

const shown = 10

/** Prints the slowest test files of each project, to show where time can be saved. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const part of new Set(modules.map(({ project }) => project.name))) {
      const files = modules.filter(({ project }) => project.name === part)
      const slowest = files.map((file) => ({ file, ms: file.diagnostic().duration })).toSorted((a, b) => b.ms - a.ms)
      const lines = slowest.slice(0, shown).map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file.relativeModuleId}`)
      process.stdout.write(`\nSlowest files of ${part}:\n${lines.join('\n')}\n`)
    }
  }
}
