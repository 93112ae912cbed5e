import { z } from 'zod'

/**
 * The edge to an admin API that keeps to the two documents (ruling 56). A field that they do not name is marked here once: our own
 * server has to answer it, and the console copes without. What it sends, it sends only where `/auth/me` says so.
 */
type Fields = Readonly<Record<string, unknown>>

/** Where a field is missing: the row's place in its list, and the query that was asked. */
interface Place {
  index: number
  query: Fields
}

type Absence = (record: Fields, place: Place) => unknown

const absences = new WeakMap<z.ZodType, Absence>()

/**
 * Marks a field that the documents do not name.
 * @param absent what stands for it in a reply without it, or what it follows from there: the raw record and its place. Not said of
 * fields that are sent.
 */
export function extra<Schema extends z.ZodType>(schema: Schema, absent?: z.input<Schema> | Absence): Schema {
  // A copy: the same schema may stand elsewhere, for a field that is documented.
  const marked = schema.clone()
  absences.set(marked, typeof absent === 'function' ? (absent as Absence) : () => absent)
  return marked
}

/**
 * Reads a reply at the console's edge: as it is where it is whole, else with what stands for absent extras. What may be null may be
 * absent as well, and a list may stand in `rows`.
 * @throws ZodError where something documented is missing or is not what it should be
 */
export function readReply<Schema extends z.ZodType>(schema: Schema, raw: unknown, query: Fields = {}): z.output<Schema> {
  const whole = schema.safeParse(raw)
  if (whole.success) return whole.data
  return schema.parse(filled(schema, raw, { index: 0, query }))
}

/** What is sent, without the fields that the documents do not name. */
export function withoutExtras(schema: z.ZodType, sent: object): object {
  const shape = shapeOf(schema)
  if (shape === null) return sent
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => {
      const field = shape[name]
      return field === undefined || !absences.has(field)
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

/** A number for a record that has none of its own: by its place in its list. */
export const byPlace: Absence = (_record, { index }) => index + 1
