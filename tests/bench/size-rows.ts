import { type Budget, budgets } from './budgets.ts'
import { weighConsole } from './built-console.ts'
import { kilobytes } from './measure.ts'
import type { Row } from './report.ts'

/** What the browser loads per part of the console, as counted by `npm run check`. */
export async function sizeRows(): Promise<Row[]> {
  const weights = await weighConsole()
  return (Object.entries(budgets) as [keyof typeof budgets, Budget][]).map(([part, { what, budget }]) => ({
    what: `console, gzip: ${what}`,
    budget: `≤ ${budget / 1000} kB`,
    measured: kilobytes(weights[part].size),
    isMet: weights[part].size <= budget,
    note: `Heaviest: ${weights[part].heaviest}.`,
  }))
}
