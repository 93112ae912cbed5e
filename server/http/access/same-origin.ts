import type { FastifyRequest } from 'fastify'
import { parseUrl } from '../../../src/contract/parse-url.ts'
import type { Config } from '../../process/config.ts'
import { ApiError } from '../errors.ts'

/**
 * Refuses requests another site may have made (ruling 9). If `Sec-Fetch-Site` is sent it must be `same-origin`; sibling
 * domains and typed URLs are refused. Otherwise (plain http beyond localhost, old browsers) `Origin`, or else
 * `Referer`, must be our own origin. Requests with none of them are refused.
 * @throws ApiError cross_site
 */
export function requireSameOrigin(request: FastifyRequest, config: Pick<Config, 'publicOrigin'>): void {
  const { 'sec-fetch-site': site, origin, referer } = request.headers
  if (site !== undefined) {
    if (site !== 'same-origin') throw crossSite('The header Sec-Fetch-Site must be same-origin.')
    return
  }
  // Fastify applies a trusted proxy's headers.
  const own = originOf(config.publicOrigin ?? `${request.protocol}://${request.host}`)
  const claimed = origin ?? referer
  if (claimed === undefined) throw crossSite(`Send the header Origin: ${own ?? 'our own'}, or Sec-Fetch-Site: same-origin.`)
  if (own === null || originOf(claimed) !== own)
    throw crossSite(`The header ${origin === undefined ? 'Referer' : 'Origin'} must name ${own ?? 'our own origin'}.`)
}

const crossSite = (what: string) => new ApiError('cross_site', `This call is only taken from the console itself. ${what}`)

function originOf(address: string | undefined): string | null {
  const origin = address === undefined ? null : (parseUrl(address)?.origin ?? null)
  // `data:` and other opaque URLs have the origin 'null'.
  return origin === 'null' ? null : origin
}
