import { z } from 'zod'

/**
 * Copes with admin APIs that have only the documented fields (ruling 56). A field they don't name is marked `extra`:
 * our server must send it, the console copes without. Extra request fields are sent only if `/auth/me` lists them.
 */
type Fields = Readonly<Record<string, unknown>>

/** Where a field is missing: the row's index and the query that was sent. */
interface Place {
  index: number
  query: Fields
}

type Absence = (record: Fields, place: Place) => unknown

const absences = new WeakMap<z.ZodType, Absence>()
const extraValues = new WeakMap<z.ZodType, readonly string[]>()

/**
 * Marks a field that the documents don't name.
 * @param absent its value if missing, or a function of the raw record and its place; left out for request fields
 */
export function extra<Schema extends z.ZodType>(schema: Schema, absent?: z.input<Schema> | Absence): Schema {
  // Clone it, as the same schema may be used for a documented field elsewhere.
  const marked = schema.clone()
  absences.set(marked, typeof absent === 'function' ? (absent as Absence) : () => absent)
  return marked
}

/** Marks some values of a request field as ones that the documents don't name; the field itself is documented. */
export function withExtraValues<Schema extends z.ZodType>(schema: Schema, values: readonly string[]): Schema {
  const marked = schema.clone()
  extraValues.set(marked, values)
  return marked
}

/**
 * Parses a reply in the console, filling in absent extras. Nullable fields may be absent too, and a list may be wrapped
 * in `rows`.
 * @throws ZodError if a documented field is missing or invalid
 */
export function readReply<Schema extends z.ZodType>(schema: Schema, raw: unknown, query: Fields = {}): z.output<Schema> {
  const whole = schema.safeParse(raw)
  if (whole.success) return whole.data
  return schema.parse(filled(schema, raw, { index: 0, query }))
}

/** The request without fields, and without values, that the documents don't name. */
export function withoutExtras(schema: z.ZodType, sent: object): object {
  const shape = shapeOf(schema)
  if (shape === null) return sent
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => {
      const field = shape[name]
      return field === undefined || !(absences.has(field) || extraValues.get(field)?.includes(String(value)))
    }),
  )
}

function filled(schema: z.ZodType, raw: unknown, place: Place): unknown {
  const inner = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema
  if (inner !== schema && (raw === null || raw === undefined)) return raw
  if (inner instanceof z.ZodArray) {
    const items = isRecord(raw) ? raw['rows'] : raw
    return Array.isArray(items) ? items.map((item, index) => filled(inner.element as z.ZodType, item, { ...place, index })) : items
  }
  if (!(inner instanceof z.ZodObject)) return raw
  const record = isRecord(raw) ? raw : {}
  const fields = Object.entries(inner.shape as Record<string, z.ZodType>).map(([name, field]) => [
    name,
    fieldOf(field, record[name], record, place),
  ])
  return { ...record, ...Object.fromEntries(fields) } as unknown
}

function fieldOf(schema: z.ZodType, raw: unknown, record: Fields, place: Place): unknown {
  const value = raw === undefined ? undefined : filled(schema, raw, place)
  const absent = absences.get(schema)
  if (absent && (value === undefined || !schema.safeParse(value).success)) return absent(record, place)
  return value === undefined && schema instanceof z.ZodNullable ? null : value
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | null {
  if (schema instanceof z.ZodObject) return schema.shape
  if (!(schema instanceof z.ZodPipe)) return null
  return shapeOf(schema.in as z.ZodType) ?? shapeOf(schema.out as z.ZodType)
}

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A stand-in id from the row's index in its list. */
export const byPlace: Absence = (_record, { index }) => index + 1
