import { z } from 'zod'
import { Id } from '../../../src/contract/endpoint.ts'
import type { Contract } from './contract.ts'

export type Json = Record<string, unknown>

/** Writes zod schemas as JSON Schema. Schemas that the contract exports become components. */
export class SchemaWriter {
  private readonly names = z.registry<{ id: string }>()
  private readonly written = new Map<string, Json>()

  constructor({ schemas }: Contract) {
    for (const [name, schema] of schemas) if (isNamed(schema) && !this.names.has(schema)) this.names.add(schema, { id: name })
  }

  /** A request (`input`) or response (`output`) schema; a reference if it has a name. */
  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    // Wrapped in an object, because a named schema at the top would be inlined.
    const whole = z.toJSONSchema(z.object({ schema }), {
      io,
      unrepresentable: 'any',
      metadata: this.names,
      override: ({ zodSchema, jsonSchema }) => {
        const parsed = io === 'input' ? preprocessed(zodSchema as unknown as z.ZodType) : null
        if (parsed) replace(jsonSchema, this.of(parsed, io))
        if (zodSchema === Id) replace(jsonSchema, { type: 'integer', minimum: 1, maximum: 2_147_483_647 })
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
        delete jsonSchema.id
        const { description } = z.globalRegistry.get(zodSchema) ?? {}
        if (description !== undefined) jsonSchema.description = description
      },
    }) as unknown as { $defs?: Record<string, Json>; properties: { schema: Json } }
    for (const [name, definition] of Object.entries(whole.$defs ?? {})) this.written.set(nameIn(name, io), withRefs(definition, io))
    return withRefs(whole.properties.schema, io)
  }

  /** The fields of a path or a query as parameters. */
  parametersOf(schema: z.ZodType, place: 'path' | 'query'): Json[] {
    const fields = fieldsOf(schema)
    if (!(fields instanceof z.ZodObject)) return []
    return Object.entries(fields.shape as Record<string, z.ZodType>).map(([name, field]) => ({
      name,
      in: place,
      ...(field.safeParse(undefined).success ? {} : { required: true }),
      schema: this.of(field, 'input'),
    }))
  }

  /** The named schemas written so far, in order of name. */
  components(): Record<string, Json> {
    return Object.fromEntries([...this.written].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** Only objects get a name; other schemas are short. */
const isNamed = (schema: z.ZodType) => schema instanceof z.ZodObject || schema instanceof z.ZodEnum

/** The schema behind a preprocessed field; null for other schemas. */
function preprocessed(schema: z.ZodType): z.ZodType | null {
  return schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform ? (schema.out as z.ZodType) : null
}

/** The object schema behind a query, without pre- and postprocessing. */
function fieldsOf(schema: z.ZodType): z.ZodType {
  if (!(schema instanceof z.ZodPipe)) return schema
  return fieldsOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType)
}

function replace(json: Json, other: Json) {
  for (const key of Object.keys(json)) delete json[key]
  Object.assign(json, other)
}

/** Request schemas may differ from response schemas: `UserInput`, `PreferencesChangeInput`. */
const nameIn = (name: string, io: 'input' | 'output') => (io === 'output' || name.endsWith('Input') ? name : `${name}Input`)

/** Turns references to definitions into references to components. */
function withRefs(json: Json, io: 'input' | 'output'): Json {
  return JSON.parse(JSON.stringify(json), (key, value: unknown) => {
    const [, name] = key === '$ref' && typeof value === 'string' ? (/^#\/\$defs\/(.+)$/.exec(value) ?? []) : []
    return name === undefined ? value : `#/components/schemas/${nameIn(name, io)}`
  }) as Json
}
