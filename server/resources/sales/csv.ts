import { stringify } from 'csv-stringify/sync'
import { currencyDecimals } from '../../../src/contract/money.ts'

/** A report column. Numbers stay numbers; text is never a formula. */
export interface CsvColumn<Row> {
  header: string
  value: (row: Row) => string | number | null
}

const rowsAtOnce = 500

/**
 * CSV in chunks as rows arrive: UTF-8 with BOM, which spreadsheets need,
 * commas and CRLF. Text that could be a formula gets an apostrophe.
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
 * Collapses text to one trimmed line, because leading blanks could hide a formula. Semicolons separate cells in
 * some locales (such as Spanish), so text after one gets an apostrophe too.
 */
function plain(value: string | number | null): string | number | null {
  return typeof value === 'string'
    ? value
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .replace(/;(?=["' ]*[=+\-@＝＋－＠])/gu, ";'")
    : value
}

/** An amount in whole units: 1234.5 for 123450 cents. */
export function decimalAmount(amount: number, currency: string): number {
  return amount / 10 ** currencyDecimals(currency)
}
