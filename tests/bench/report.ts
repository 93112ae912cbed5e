import { cpus, totalmem } from 'node:os'

/** One row of the result table. */
export interface Row {
  what: string
  budget: string
  measured: string
  /** Null without a budget. */
  isMet: boolean | null
  /** How it was measured and, if the budget is missed, why. */
  note: string
}

/** Machine and date in one line. */
export function machineLine(): string {
  const processors = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${memory} GiB memory, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`
}

const verdict = (row: Row) => (row.isMet === null ? '–' : row.isMet ? 'met' : 'NOT met')

/** The table for a terminal. */
export function asText(rows: readonly Row[]): string {
  const width = Math.max(...rows.map((row) => row.what.length))
  return rows
    .map((row) => `${row.what.padEnd(width)}  ${row.measured.padEnd(44)}  budget ${row.budget.padEnd(30)}  ${verdict(row)}`)
    .join('\n')
}

/** Separates the generated part from the text written by hand, which the next run keeps. */
const byHand = '<!-- Written by hand from here on: a run keeps it. -->'

/** The document kept in the repository. @param before the previous document; its handwritten part is kept */
export function asMarkdown(rows: readonly Row[], facts: readonly string[], before: string): string {
  const table = rows.map((row) => `| ${row.what} | ${row.budget} | ${row.measured} | ${verdict(row)} |`)
  const notes = rows.map((row) => `- **${row.what}**: ${row.note}`)
  return [
    '# Measurements',
    '',
    'Written by `npm run bench`, which fills a PostgreSQL database with made-up customers, runs the product on it by its own start command,',
    'and drives it in the browser that comes with the packages. Every time is taken in that one run on that one machine: compare rows with',
    'each other and with their baseline, not with another machine.',
    '',
    ...facts.map((fact) => `- ${fact}`),
    '',
    '| What | Budget | Measured | |',
    '|---|---|---|---|',
    ...table,
    '',
    '## What each row means',
    '',
    ...notes,
    '',
    `${byHand}${before.split(byHand)[1] ?? '\n'}`,
  ].join('\n')
}
