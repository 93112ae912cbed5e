import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The admin API in OpenAPI 3.1, for programs and for the page at `/docs/api`. No secret, so that tools can fetch it. */
export const getOpenApi = endpoint({
  path: '/openapi.json',
  feature: 'openapi',
  access: 'public',
  reply: z.record(z.string(), z.unknown()),
})
