import { z } from 'zod'
import { ExtraRangeEnd, endpoint, Id, UnixSeconds } from './endpoint.ts'
import { extra } from './extra.ts'
import { Integer, NullableInteger } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply } from './list.ts'

export const ApiCallRow = lazyObject(() => ({
  id: Integer,
  owner: Integer,
  method: z.string(),
  path: z.string(),
  query: extra(z.string(), ''),
  status: extra(Integer, ({ statusCode }) => statusCode),
  statusCode: extra(Integer, ({ status }) => status),
  createdAt: UnixSeconds,
  /** Milliseconds. */
  responseTime: Integer,
}))
export type ApiCallRow = z.infer<typeof ApiCallRow>

export const apiMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const apiResults = ['failed', 'succeeded'] as const
/** The first status code of a failure. */
export const firstFailure = 400

/** Shown for a status code that can't be filtered by; the filter is then ignored (document 2, section 5). */
export const invalidStatusCode = 'Invalid status code: it is a number from 100 to 599.'

/** 100 to 599, as text. */
export const StatusCode = z
  .union([z.number(), z.string()])
  .transform(String)
  .refine((text) => /^[1-5]\d\d$/.test(text), invalidStatusCode)
  .transform(Number)

export const ApiCallListQuery = listQuery({
  sorts: ['createdAt', 'id'],
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: () => ({
    owner: Id.optional(),
    method: z.enum(apiMethods).optional(),
    statusCode: StatusCode.optional(),
    /** Ours: failed with a status code of 400 or more. */
    result: extra(z.enum(apiResults).optional()),
    /** Ours: one call, without the headers and bodies that its own page has. */
    id: extra(Id.optional()),
    /** By `createdAt`, both ends included. */
    from: ExtraRangeEnd,
    to: ExtraRangeEnd,
  }),
})
export type ApiCallListQuery = z.output<typeof ApiCallListQuery>

/** The API log: open to any signed-in user if scoped to one customer, only to role 1 otherwise (ruling 3). */
export const listApiCalls = endpoint({
  path: '/api-calls',
  access: { capability: 'api-calls.read', orScopedBy: 'owner' },
  query: ApiCallListQuery,
  reply: listReply(ApiCallRow),
})

/** Headers by name; a repeated header has several values. */
export const HttpHeaders = z.record(
  z.string(),
  z.union([z.string(), z.array(z.string())], 'Must be text, or a list of texts.'),
  'Must be an object of header names and their values.',
)
export type HttpHeaders = z.infer<typeof HttpHeaders>

/** For a body sent as JSON instead of text. */
const textOf = (body: unknown) => (body == null ? '' : JSON.stringify(body))

export const ApiCall = lazyObject(() => ({
  ...ApiCallRow.shape,
  requestHeaders: HttpHeaders,
  requestBody: extra(z.string(), ({ requestBody }) => textOf(requestBody)),
  responseHeaders: HttpHeaders,
  responseBody: extra(z.string(), ({ responseBody }) => textOf(responseBody)),
  /** The same customer's previous and next call; null at the ends. */
  previousId: extra(NullableInteger, null),
  nextId: extra(NullableInteger, null),
}))
export type ApiCall = z.infer<typeof ApiCall>

/**
 * One call in full, credentials masked (ruling 50). Headers and
 * bodies are for role 1 only, even for a single customer's call.
 */
export const getApiCall = endpoint({ path: '/api-calls/{id}', access: 'api-calls.read', reply: ApiCall })

/** Replaces a credential (ruling 50). */
export const mask = '***'

/** Path plus query, if any (document 2, section 2). */
export function urlOfCall({ path, query }: Pick<ApiCallRow, 'path' | 'query'>): string {
  const bare = query.replace(/^\?/, '')
  return bare === '' ? path : `${path}?${bare}`
}
