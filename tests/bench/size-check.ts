import { type Budget, budgets } from './budgets.ts'
import { weighConsole } from './built-console.ts'
import { kilobytes } from './measure.ts'

/** Part of `npm run check`: fails if a part of the console exceeds its limit. */
const weights = await weighConsole()
for (const [part, { what, budget }] of Object.entries(budgets) as [keyof typeof budgets, Budget][]) {
  const { size, heaviest } = weights[part]
  console.log(`${size > budget ? 'TOO LARGE' : 'ok       '}  ${what}: ${kilobytes(size)} gzip, at most ${kilobytes(budget)} (${heaviest})`)
  if (size > budget) process.exitCode = 1
}
