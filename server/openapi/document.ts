import { z } from 'zod'
import { roleMay } from '../../src/contract/capabilities.ts'
import { type Access, type Endpoint, Id } from '../../src/contract/endpoint.ts'
import { ErrorReply } from '../../src/contract/errors.ts'
import { openLive } from '../../src/contract/live.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { type Contract, type NamedEndpoint, readContract } from './contract.ts'

type Json = Record<string, unknown>

/** What applies to every call; the page shows it first. */
const description = `The API that the console itself uses. Calls need the session of a staff account; what only reads also takes a service token with the scope \`read\`, unless it is somebody’s own.

- Paths are relative to \`/api/admin\`. Instants are unix seconds, days are Madrid's, amounts are minor units of their currency.
- Whatever changes something must come from the console's own origin: send \`Origin\` or \`Sec-Fetch-Site: same-origin\`.
- Unknown query parameters are ignored; unknown fields of a body are refused.
- A refusal answers \`{statusCode, error, message, details?}\`, where \`error\` is one of a closed list.
- Changes take the record's \`version\`: one that is older than the record's answers 409 \`stale\`.
- A change that can be taken back answers \`auditId\`, which \`POST /undo\` takes for ten minutes.`

/**
 * The admin API as an OpenAPI 3.1 document, made from the contract alone.
 */
export async function openApiDocument(): Promise<Json> {
  const contract = await readContract()
  const writer = new SchemaWriter(contract)
  const paths: Record<string, Json> = {}
  for (const named of contract.endpoints) {
    const path = (paths[named.endpoint.path] ??= {})
    path[named.endpoint.method.toLowerCase()] = operation(named, writer)
  }
  const files = [...new Set(contract.endpoints.map(({ file }) => file))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quaydesk admin API',
      version: packageJson.version,
      description,
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: [{ url: '/api/admin', description: 'This server' }],
    security: [{ session: [] }],
    tags: files.map((file) => ({ name: tagOf(file), description: `Calls declared in src/contract/${file}.ts.` })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A service token (`qd_…`) with the scope `read`.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'quaydesk',
          description: 'The cookie of a session; `__Host-quaydesk` behind https.',
        },
      },
      responses: {
        Refused: {
          description: 'Refused or failed; `error` says why.',
          content: { 'application/json': { schema: writer.of(ErrorReply, 'output') } },
        },
      },
      schemas: writer.components(),
    },
  }
}

function operation({ name, file, endpoint }: NamedEndpoint, writer: SchemaWriter): Json {
  const params = writer.parametersOf(endpoint.params, 'path')
  const query = writer.parametersOf(endpoint.query, 'query')
  const parameters = [...params, ...query]
  const body = writer.of(endpoint.body, 'input')
  const hasBody = endpoint.method !== 'GET' && !isEmpty(body)
  return {
    operationId: name,
    summary: sentenceOf(name),
    tags: [tagOf(file)],
    description: describe(endpoint),
    ...(isOpen(endpoint.access) ? { security: [] } : takesToken(endpoint) ? { security: [{ session: [] }, { token: [] }] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: { 200: { description: 'Done.', ...replyOf(endpoint, writer) }, ...refusals },
  }
}

/** Every call may be refused with one of the contract's error statuses. */
const refusals = { '4XX': { $ref: '#/components/responses/Refused' }, '5XX': { $ref: '#/components/responses/Refused' } }

/** Files and streams have no schema. */
function replyOf(endpoint: Endpoint, writer: SchemaWriter): Json {
  const { reply } = endpoint
  if (endpoint === openLive) return { content: { 'text/event-stream': {} } }
  if (reply instanceof z.ZodUnknown) return { content: { 'application/octet-stream': {} } }
  return { content: { 'application/json': { schema: writer.of(reply, 'output') } } }
}

const isOpen = (access: Access) => access === 'public' || access === 'challenge' || access === 'activation'

/** The same rule as `requireReadable`. */
const takesToken = ({ access, method, changesState }: Endpoint) =>
  method === 'GET' && !changesState && typeof access === 'object' && roleMay(1, access.capability)

function describe({ access, feature, changesState }: Endpoint): string {
  const who =
    access === 'public'
      ? 'Open to anybody.'
      : access === 'challenge' || access === 'activation'
        ? 'For whoever just proved the password.'
        : access === 'session'
          ? 'For any signed-in account.'
          : `Needs the capability \`${access.capability}\`${access.orScopedBy ? `, or \`${access.orScopedBy}\` in the query` : ''}.`
  return [
    who,
    ...(changesState ? ['Only from the console’s own origin.'] : []),
    ...(feature ? [`Part of the feature \`${feature}\`.`] : []),
  ].join(' ')
}

/** `customer-actions` becomes 'Customer actions'. */
const tagOf = (file: string) => worded(file.replaceAll('-', ' '))
/** `refundPayment` becomes 'Refund payment'. */
const sentenceOf = (name: string) => worded(name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())

/** Capitalizes the start, and abbreviations. */
function worded(text: string): string {
  const written = text.replace(
    /\b(api|csv|id|mrr|qr|uri|vat)(s?)\b/g,
    (_, abbreviation: string, plural: string) => abbreviation.toUpperCase() + plural,
  )
  return written.charAt(0).toUpperCase() + written.slice(1)
}

const isEmpty = (schema: Json) => schema['type'] === 'object' && Object.keys(schema['properties'] ?? {}).length === 0

/** Writes zod schemas as JSON Schema. Schemas that the contract exports become components. */
class SchemaWriter {
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
