import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Budget, budgets } from './budgets.ts'
import { weighConsole } from './built-console.ts'
import { kilobytes } from './measure.ts'

/** Part of `npm run check`: fails where a part of the console has grown over its limit. */
const directory = mkdtempSync(path.join(tmpdir(), 'quaydesk-size-'))
try {
  const weights = await weighConsole(directory)
  for (const [part, { what, budget, limit }] of Object.entries(budgets) as [keyof typeof budgets, Budget][]) {
    const { size, heaviest } = weights[part]
    const allowed = limit === budget ? `at most ${kilobytes(limit)}` : `at most ${kilobytes(limit)} for now, budget ${kilobytes(budget)}`
    console.log(`${size > limit ? 'TOO LARGE' : 'ok       '}  ${what}: ${kilobytes(size)} gzip, ${allowed} (${heaviest})`)
    if (size > limit) process.exitCode = 1
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
