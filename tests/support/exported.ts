import { parse } from 'csv-parse/sync'

type Row = Record<string, string>
export const read = (csv: string) => parse(csv, { bom: true, columns: true }) as Row[]
export const idsIn = (csv: string) => read(csv).map((row) => Number(Object.values(row)[0]))
