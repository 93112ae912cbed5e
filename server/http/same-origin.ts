import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError } from './errors.ts'

/**
 * Refuses a request that another site may have made (ruling 9). A browser that sends `Sec-Fetch-Site` says so itself, and
 * only `same-origin` will do: a sibling domain and a pasted address are refused like any stranger. Where the header is missing
 * (plain http away from localhost, old browsers), `Origin`, or without one `Referer`, must be our own origin. A request with
 * none of the three is refused.
 * @throws ApiError cross_site
 */
export function requireSameOrigin(request: FastifyRequest, config: Pick<Config, 'publicOrigin'>): void {
  const { 'sec-fetch-site': site, origin, referer } = request.headers
  const isSame = site === undefined ? isOwnOrigin(origin ?? referer, request, config) : site === 'same-origin'
  if (!isSame) throw new ApiError('cross_site', 'This call is only taken from the console itself.')
}

/** Our own origin is the configured one, else the one that was asked: Fastify reads a trusted proxy's headers for it. */
function isOwnOrigin(claimed: string | undefined, request: FastifyRequest, config: Pick<Config, 'publicOrigin'>): boolean {
  const theirs = originOf(claimed)
  return theirs !== null && theirs === originOf(config.publicOrigin ?? `${request.protocol}://${request.host}`)
}

function originOf(address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null
  const { origin } = new URL(address)
  // The origin of `data:` and other opaque addresses is the text 'null', which is nobody's.
  return origin === 'null' ? null : origin
}
