import type { CopyReport } from './copy.ts'

/** Prints a line for each table and, on a terminal, its progress. */
export function showCopying(): CopyReport {
  const { stdout } = process
  let shown = ''
  const passing = (line: string) => {
    if (!stdout.isTTY || line === shown) return
    shown = line
    stdout.write(`\r${line.padEnd(60)}`)
  }
  const lasting = (line: string) => {
    stdout.write(`${stdout.isTTY ? '\r' : ''}${line.padEnd(stdout.isTTY ? 60 : 0)}\n`)
    shown = ''
  }
  return {
    resumed: () => lasting('An earlier copy goes on.'),
    rows: (table, done, of) => passing(`${table}: ${Math.floor((done / Math.max(of, 1)) * 100)} %`),
    table: (table, rows, isNew) =>
      lasting(`${table}: ${rows} ${rows === 1 ? 'row' : 'rows'}, ${isNew ? 'checksum equal' : 'there already'}`),
    indexes(done, of) {
      passing(`indexes and foreign keys: ${done} of ${of}`)
      if (done === 0) lasting(`${of} indexes, foreign keys and triggers are made …`)
    },
  }
}
