import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError } from './errors.ts'

/**
 * Refuses requests another site may have made (ruling 9). If `Sec-Fetch-Site` is sent it must be `same-origin`; sibling
 * domains and typed URLs are refused. Otherwise (plain http beyond localhost, old browsers) `Origin`, or else
 * `Referer`, must be our own origin. Requests with none of them are refused.
 * @throws ApiError cross_site
 */
export function requireSameOrigin(request: FastifyRequest, config: Pick<Config, 'publicOrigin'>): void {
  const { 'sec-fetch-site': site, origin, referer } = request.headers
  const isSame = site === undefined ? isOwnOrigin(origin ?? referer, request, config) : site === 'same-origin'
  if (!isSame) throw new ApiError('cross_site', 'This call is only taken from the console itself.')
}

/** Our origin is the configured one, else the request's; Fastify applies a trusted proxy's headers. */
function isOwnOrigin(claimed: string | undefined, request: FastifyRequest, config: Pick<Config, 'publicOrigin'>): boolean {
  const theirs = originOf(claimed)
  return theirs !== null && theirs === originOf(config.publicOrigin ?? `${request.protocol}://${request.host}`)
}

function originOf(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null
  const { origin } = new URL(address)
  // `data:` and other opaque URLs have the origin 'null'.
  return origin === 'null' ? null : origin
}
