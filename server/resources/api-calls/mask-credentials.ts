import { type HttpHeaders, mask } from '../../../src/contract/api-calls.ts'
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
 * Idempotent, because it runs on write and again on read.
 */
export function maskCredentials<Call extends Exchange>(call: Call): Call {
  return {
    ...call,
    path: untilStable(call.path, maskPath),
    query: untilStable(call.query, maskQuery),
    requestHeaders: maskHeaders(call.requestHeaders),
    requestBody: untilStable(call.requestBody, maskBody),
    responseHeaders: maskHeaders(call.responseHeaders),
    responseBody: untilStable(call.responseBody, maskBody),
  }
}

/** The most times that one text is masked. Real ones settle at the first or second. */
const maxUnmaskings = 8

/** A mask may join the text around it into something that is masked again. A text that never settles is masked as a whole. */
function untilStable(text: string, maskOnce: (text: string) => string): string {
  let shown = text
  for (let time = 0; time < maxUnmaskings; time += 1) {
    const before = shown
    shown = maskOnce(before)
    if (shown === before) return shown
  }
  return mask
}

function maskHeaders(headers: HttpHeaders): HttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const shown = (one: string) => (isCredentialName(name) && one !== '' ? mask : untilStable(one, (text) => maskContent(text)))
      return [name, typeof value === 'string' ? shown(value) : value.map(shown)]
    }),
  )
}

/** Masks a body: multipart fields first, then JSON, form or plain text. */
function maskBody(body: string): string {
  return maskContent(maskParts(body))
}
