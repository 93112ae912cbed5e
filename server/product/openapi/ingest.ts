import { z } from 'zod'
import { AppLogin, AppVisit } from '../../../src/contract/app-login.ts'
import { Instant } from '../../../src/contract/ingest/fields.ts'
import { IngestReply, type IngestResource, ingestResources, ingestSchemas, maxIngestRows } from '../../../src/contract/ingest/resources.ts'
import type { Json, SchemaWriter } from './schemas.ts'

/** The tag and the security scheme of these calls. */
export const ingestTag = {
  name: 'Ingest',
  description: 'The product sends us its data. Declared in src/contract/ingest; see docs/integration.md.',
}
export const ingestToken = { type: 'http', scheme: 'bearer', description: 'A service token (`qd_…`) with the scope `ingest`.' }

/**
 * The ingest API. Its calls stand beside the admin API's, not below it, so their paths have a server of their own.
 * @param refusals the replies that every call may have
 */
export function ingestPaths(writer: SchemaWriter, refusals: Json): Record<string, Json> {
  const shared = { tags: [ingestTag.name], security: [{ ingest: [] }] }
  const servers = [{ url: '/api', description: 'This server' }]
  const answer = (reply: z.ZodType) => ({
    200: { description: 'Done.', content: { 'application/json': { schema: writer.of(reply, 'output') } } },
    ...refusals,
  })
  const appLogins: Json = {
    ...shared,
    operationId: 'redeemAppLogin',
    summary: 'Let staff in who opened a link of log in as customer',
    description: 'Once, within 60 seconds, by the token in the link. 404 if it was used, is too old or is wrong.',
    requestBody: { required: true, content: { 'application/json': { schema: writer.of(AppLogin, 'input') } } },
    responses: answer(AppVisit),
  }
  return Object.fromEntries([
    ['/ingest/app-logins', { servers, post: appLogins }],
    ...ingestResources.flatMap((resource): [string, Json][] => {
      const post = {
        ...shared,
        operationId: `ingest${nameOf(resource)}`,
        summary: `Send ${worded(resource)}`,
        description: 'Valid rows are stored; each refused one has its reasons. Order and repetition do not matter.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: writer.of(z.strictObject({ rows: z.array(ingestSchemas[resource]).min(1).max(maxIngestRows) }), 'input'),
            },
          },
        },
        responses: answer(IngestReply),
      }
      const path: [string, Json] = [`/ingest/${resource}`, { servers, post }]
      // Days of scans are set to 0 instead.
      if (resource === 'daily-scans') return [path]
      const remove = {
        ...shared,
        operationId: `delete${nameOf(resource)}`,
        summary: `Delete one of the ${worded(resource)}`,
        description: 'By the product’s own id. Customers and QR codes are kept and marked as deleted.',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1, maxLength: 401 } },
          { name: 'at', in: 'query', description: 'When it was deleted; without it, now.', schema: writer.of(Instant, 'input') },
        ],
        responses: answer(z.object({ changed: z.boolean() })),
      }
      return [path, [`/ingest/${resource}/{id}`, { servers, delete: remove }]]
    }),
  ])
}

/** `abuse-reports` becomes `AbuseReports`. */
const nameOf = (resource: IngestResource) => resource.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
/** `abuse-reports` becomes 'abuse reports', `api-calls` 'API calls'. */
const worded = (resource: IngestResource) => resource.replaceAll('-', ' ').replace('api', 'API').replace('qrs', 'QR codes')
