import { CsvError, parse } from 'csv-parse/sync'
import { addDays, earliestDay } from '../../../src/contract/dates.ts'
import { accountCurrency } from '../../../src/contract/money.ts'
import { parseAmount } from '../../../src/contract/payment-rules.ts'

/** Ads costs of a Madrid day and country, in EUR cents. */
export interface AdsRow {
  day: string
  country: string
  cost: number
  clicks: number
}

/** An error in a line of the file; the header is line 1. */
export interface LineError {
  line: number
  message: string
}

export type AdsFile = { rows: AdsRow[]; errors: null } | { rows: null; errors: LineError[] }

const columns = ['day', 'country', 'cost', 'clicks'] as const
type Column = (typeof columns)[number]

interface CsvLine {
  record: string[]
  info: { lines: number }
}

/**
 * Parses a CSV file of ads costs: a header with day, country, cost and clicks in any order, separated by ',' or ';',
 * UTF-8 with or without BOM. Costs are text in euros, such as 12,50 (ruling 29).
 * @param today the last accepted Madrid day, YYYY-MM-DD
 * @returns all rows, or all errors
 */
export function readAdsFile(bytes: Uint8Array, today: string): AdsFile {
  const refuse = (line: number, message: string): AdsFile => ({ rows: null, errors: [{ line, message }] })
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse(1, 'The file is not UTF-8 text.')
  }
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  let lines: CsvLine[]
  try {
    const delimiter = header.includes(';') ? ';' : ','
    lines = parse(text, { delimiter, info: true, trim: true, skipEmptyLines: true, relaxColumnCount: true }) as unknown as CsvLine[]
  } catch (error) {
    if (error instanceof CsvError) return refuse(Number(error['lines'] ?? 1), `This is not CSV: ${error.message}.`)
    throw error
  }
  const [first, ...rest] = lines
  const names = first?.record.map((name) => name.toLowerCase()) ?? []
  if (names.length !== columns.length || columns.some((column) => !names.includes(column)))
    return refuse(1, `The header must name ${columns.join(', ')}.`)
  return readLines(rest, names as Column[], today)
}

function readLines(lines: CsvLine[], names: Column[], today: string): AdsFile {
  const rows: AdsRow[] = []
  const errors: LineError[] = []
  const seen = new Map<string, number>()
  for (const { record, info } of lines) {
    const line = info.lines
    if (record.length !== names.length) {
      errors.push({ line, message: `${record.length} values, not ${names.length}.` })
      continue
    }
    const value = (column: Column) => record[names.indexOf(column)] ?? ''
    const row = {
      day: readDay(value('day'), today),
      country: readCountry(value('country')),
      cost: readCost(value('cost')),
      clicks: readClicks(value('clicks')),
    }
    const wrong = Object.values(row).flatMap((read) => (read.wrong === undefined ? [] : [{ line, message: read.wrong }]))
    errors.push(...wrong)
    if (wrong.length > 0) continue
    const [day, country] = [String(row.day.value), String(row.country.value)]
    const before = seen.get(`${day} ${country}`)
    if (before !== undefined) errors.push({ line, message: `${day} and ${country.toUpperCase()} are in line ${before} already.` })
    seen.set(`${day} ${country}`, before ?? line)
    rows.push({ day, country, cost: Number(row.cost.value), clicks: Number(row.clicks.value) })
  }
  if (errors.length > 0) return { rows: null, errors }
  return rows.length > 0 ? { rows, errors: null } : { rows: null, errors: [{ line: 1, message: 'There are no rows after the header.' }] }
}

type Read<Value> = { value: Value; wrong?: undefined } | { value?: undefined; wrong: string }

function readDay(text: string, today: string): Read<string> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || addDays(text, 0) !== text) return { wrong: `day '${text}' is not a day such as 2026-01-31.` }
  if (text > today) return { wrong: `day ${text} lies in the future.` }
  return text < earliestDay ? { wrong: `day ${text} lies before the first day, ${earliestDay}.` } : { value: text }
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
/** Codes with a region name that aren't countries. */
const noCountries: ReadonlySet<string> = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))

function readCountry(text: string): Read<string> {
  const code = text.toUpperCase()
  const isCode = /^[A-Z]{2}$/.test(code) && !noCountries.has(code) && regionNames.of(code) !== undefined
  // Withdrawn codes map to a successor: UK is GB.
  if (!isCode || new Intl.Locale(`und-${code}`).region !== code) return { wrong: `country '${text}' is not a country code such as ES.` }
  return { value: code.toLowerCase() }
}

function readCost(text: string): Read<number> {
  if (text.startsWith('-')) return { wrong: `cost ${text} is negative.` }
  const { amount, refusal } = parseAmount(text, accountCurrency)
  return amount === null ? { wrong: `cost '${text}': ${refusal}` } : { value: amount }
}

function readClicks(text: string): Read<number> {
  if (text.startsWith('-')) return { wrong: `clicks ${text} is negative.` }
  const isCount = /^\d{1,10}$/.test(text) && Number(text) <= 2_147_483_647
  return isCount ? { value: Number(text) } : { wrong: `clicks '${text}' is not a whole number.` }
}
