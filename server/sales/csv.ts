import { stringify } from 'csv-stringify/sync'
import { currencyDecimals } from '../../src/contract/money.ts'

/** One column of a report. Numbers stay numbers; text is only ever text. */
export interface CsvColumn<Row> {
  header: string
  value: (row: Row) => string | number | null
}

const rowsAtOnce = 500

/**
 * A report in parts, as rows come: UTF-8 with a byte order mark, which spreadsheets need to read it as such, commas and CRLF. Text that a
 * spreadsheet would take for a formula gets an apostrophe in front.
 */
export async function* csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield `\uFEFF${lines([columns.map(({ header }) => header)])}`
  let part: (string | number | null)[][] = []
  for await (const row of rows) {
    part.push(columns.map(({ value }) => plain(value(row))))
    if (part.length < rowsAtOnce) continue
    yield lines(part)
    part = []
  }
  if (part.length > 0) yield lines(part)
}

const lines = (rows: (string | number | null)[][]) => stringify(rows, { record_delimiter: 'windows', escape_formulas: true })

/**
 * One line, without spaces around it: what begins with a space or a line break could hide a formula behind it. So could a semicolon where
 * spreadsheets take it for the end of a cell, as Spanish ones do: what follows it is made text as well.
 */
function plain(value: string | number | null): string | number | null {
  return typeof value === 'string'
    ? value
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .replace(/;(?=["' ]*[=+\-@＝＋－＠])/gu, ";'")
    : value
}

/** An amount as a number in the currency itself: 1234.5 for 123450 cents. */
export function decimalAmount(amount: number, currency: string): number {
  return amount / 10 ** currencyDecimals(currency)
}
