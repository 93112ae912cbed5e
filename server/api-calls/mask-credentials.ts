import { type HttpHeaders, mask } from '../../src/contract/api-calls.ts'
import { isCredentialName } from './credential-names.ts'
import { maskContent, maskPath, maskQuery } from './mask-content.ts'
import { maskParts } from './mask-parts.ts'

/** The parts of a call that may hold credentials. */
export interface Exchange {
  path: string
  query: string
  requestHeaders: HttpHeaders
  requestBody: string
  responseHeaders: HttpHeaders
  responseBody: string
}

/**
 * Masks a call's authorization, cookies, tokens, keys and passwords in headers, path, query and bodies (ruling 50).
 * Runs on write and again on read, so it must be idempotent.
 */
export function maskCredentials<Call extends Exchange>(call: Call): Call {
  return {
    ...call,
    path: maskPath(call.path),
    query: maskQuery(call.query),
    requestHeaders: maskHeaders(call.requestHeaders),
    requestBody: maskBody(call.requestBody),
    responseHeaders: maskHeaders(call.responseHeaders),
    responseBody: maskBody(call.responseBody),
  }
}

function maskHeaders(headers: HttpHeaders): HttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const shown = (one: string) => (isCredentialName(name) && one !== '' ? mask : maskContent(one))
      return [name, typeof value === 'string' ? shown(value) : value.map(shown)]
    }),
  )
}

/** Masks a body: multipart fields first, then JSON, form or plain text. */
function maskBody(body: string): string {
  return maskContent(maskParts(body))
}
