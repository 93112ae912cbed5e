import type { z } from 'zod'
import { ExternalId } from '../../../src/contract/ingest/fields.ts'
import { ingestSchemas } from '../../../src/contract/ingest/resources.ts'
import { fieldsOf, type ImportFile } from './files.ts'

/** What a column's text is converted to. */
type CellKind = 'text' | 'id' | 'number' | 'flag' | 'json'

/** The columns of a file, in order. Null: the column is skipped. */
export type Columns = ({ field: string; kind: CellKind } | null)[]

/**
 * Finds the columns by the names in the first line.
 * @returns the columns, or a text that says what is wrong with them
 */
export function readHeader({ resource, mapping }: ImportFile, names: readonly string[]): Columns | string {
  const schema: Record<string, z.ZodType> = ingestSchemas[resource].shape
  const hidden = names.find((name) => /\p{Cf}/u.test(name))
  if (hidden !== undefined) {
    const [sign = ''] = /\p{Cf}/u.exec(hidden) ?? []
    const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `The name of column ${names.indexOf(hidden) + 1} has an invisible character (U+${code}): ${hidden.replace(/\p{Cf}/gu, '')}.`
  }
  const last = names.findLastIndex((name) => name.trim() !== '')
  const fields = names.map((raw, index) => {
    const name = raw.trim()
    // A spreadsheet's empty columns at the end.
    if (index > last) return null
    return Object.hasOwn(mapping.columns, name) ? (mapping.columns[name] ?? null) : name
  })
  const unknown = fields.filter((field) => field !== null && !Object.hasOwn(schema, field))
  if (unknown.length > 0)
    return `Unknown columns: ${unknown.join(', ')}. The fields are ${fieldsOf(resource).join(', ')}; --map names others.`
  const twice = fields.filter((field, index) => field !== null && fields.indexOf(field) < index)
  if (twice.length > 0) return `Columns that stand there twice: ${twice.join(', ')}.`
  return fields.map((field) => (field === null ? null : { field, kind: kindOf(schema[field] as z.ZodType) }))
}

interface Definition {
  type: string
  in?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
}

function kindOf(schema: z.ZodType): CellKind {
  if (schema === ExternalId) return 'id'
  const { type, in: before, innerType, options } = schema.def as unknown as Definition
  if (before ?? innerType) return kindOf((before ?? innerType) as z.ZodType)
  if (type === 'number') return 'number'
  if (type === 'boolean') return 'flag'
  if (type === 'record' || type === 'object' || type === 'array') return 'json'
  // An enum: its values are numbers or text.
  return type === 'union' && options?.every((option) => (option.def as unknown as Definition).type === 'literal') ? 'number' : 'text'
}

const flags: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false }

/** Turns cells into a row; empty cells are null. Text that does not fit its column's kind stays text, and the schema refuses it. */
export function cellsOf({ mapping }: ImportFile, columns: Columns, record: readonly string[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, column] of columns.entries()) {
    if (column === null) continue
    const text = record[index] ?? ''
    if (text.trim() !== '') row[column.field] = cellOf(column.kind, text)
  }
  return Object.assign(row, mapping.values)
}

/** '1.23457E+15', '22.0', '4,711': numbers as a spreadsheet shows them, which may have lost digits. */
const spreadsheetNumber = /^\d+(?:[.,]\d+)?E\+\d+$|^\d+[.,]0+$|^\d{1,3}(?:[.,\s]\d{3})+$/i

/** Why ids can't be what the product has, by field; null if they may be. */
export function mangledIds(columns: Columns, record: readonly string[]): Record<string, string> | null {
  const mangled = columns.flatMap((column, index) =>
    column?.kind === 'id' && spreadsheetNumber.test((record[index] ?? '').trim()) ? column.field : [],
  )
  const why = 'This is a number as a spreadsheet shows it. Format the column as text there, and export it again.'
  return mangled.length === 0 ? null : Object.fromEntries(mangled.map((field) => [field, why]))
}

function cellOf(kind: CellKind, raw: string): unknown {
  const text = kind === 'text' ? raw : raw.replace(/\p{Cf}/gu, '').trim()
  if (kind === 'number') return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
  if (kind === 'flag') return flags[text.toLowerCase()] ?? text
  if (kind === 'text' || kind === 'id') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
