import { lookup as lookupAll } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that are not on the public internet: of this machine, of private networks, reserved ones. */
const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address is on the public internet. IPv4 in IPv6 counts as what it holds. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !notPublic.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** An address that may not be asked. */
export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet.`)
  }
}

/**
 * Resolves a name for a connection and refuses what is not public: checked where the connection is made, so that a name
 * that resolves differently the next time gets no further.
 */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookupAll(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0)
    const [first] = found
    if (!first || found.some(({ address }) => !isPublic(address))) return done(new NotPublic(host), '', 0)
    if (options.all === true) done(null, found)
    else done(null, first.address, first.family)
  })
}

/**
 * Why an endpoint's address may not be asked at all; null if it may, as far as can be seen without resolving its name.
 * @param allowsPrivate addresses of private networks, and http
 */
export function whyNotAsked(url: URL, allowsPrivate: boolean): string | null {
  if (allowsPrivate) return null
  if (url.protocol !== 'https:') return 'Must begin with https://.'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return (isIP(host) !== 0 && !isPublic(host)) || /(^|\.)(localhost|local|internal)\.?$/i.test(host)
    ? 'Must be on the public internet, unless WEBHOOK_PRIVATE_ADDRESSES allows others.'
    : null
}
