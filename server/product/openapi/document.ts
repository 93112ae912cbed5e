import { z } from 'zod'
import packageJson from '../../../package.json' with { type: 'json' }
import { roleMay } from '../../../src/contract/capabilities.ts'
import type { Access, Endpoint } from '../../../src/contract/endpoint.ts'
import { ErrorReply } from '../../../src/contract/errors.ts'
import { openLive } from '../../../src/contract/live.ts'
import { type NamedEndpoint, readContract } from './contract.ts'
import { ingestPaths, ingestTag, ingestToken } from './ingest.ts'
import { type Json, SchemaWriter } from './schemas.ts'

/** What applies to every call; the page shows it first. */
const description = `The API that the console itself uses, and the ingest API (\`/api/ingest\`) to which the product sends its data. Calls need the session of a staff account; what only reads also takes a service token with the scope \`read\`, unless it is somebody’s own.

- Paths are relative to \`/api/admin\`, those of the ingest API to \`/api\`. Instants are unix seconds, days are Madrid's, amounts are minor units of their currency.
- Whatever changes something must come from the console's own origin: send \`Origin\` or \`Sec-Fetch-Site: same-origin\`.
- Unknown query parameters are ignored; unknown fields of a body are refused.
- A refusal answers \`{statusCode, error, message, details?}\`, where \`error\` is one of a closed list.
- Changes take the record's \`version\`: one that is older than the record's answers 409 \`stale\`.
- A change that can be taken back answers \`auditId\`, which \`POST /undo\` takes for ten minutes.`

/**
 * The admin API and the ingest API as an OpenAPI 3.1 document, made from the contract alone.
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
    tags: [...files.map((file) => ({ name: tagOf(file), description: `Calls declared in src/contract/${file}.ts.` })), ingestTag],
    paths: { ...paths, ...ingestPaths(writer, refusals) },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A service token (`qd_…`) with the scope `read`.' },
        ingest: ingestToken,
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
