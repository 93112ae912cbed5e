import { lookup as lookupAll } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** IP ranges that are not on the public internet: this machine, private networks, reserved ranges. */
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

/** Whether an IP address is on the public internet. An IPv4-mapped IPv6 address counts as its IPv4 address. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !notPublic.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Thrown for an address that must not be called. */
export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet.`)
  }
}

/**
 * Resolves a host name and refuses addresses that are not public. The check is made where the connection is made,
 * so a name that resolves differently the next time is no way around it.
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
 * Why an endpoint's address must not be called; null if nothing speaks against it. The host name is not resolved here.
 * @param allowsPrivate also allows private networks and http
 */
export function whyNotAsked(url: URL, allowsPrivate: boolean): string | null {
  if (allowsPrivate) return null
  if (url.protocol !== 'https:') return 'Must begin with https://.'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return (isIP(host) !== 0 && !isPublic(host)) || /(^|\.)(localhost|local|internal)\.?$/i.test(host)
    ? 'Must be on the public internet, unless WEBHOOK_PRIVATE_ADDRESSES allows others.'
    : null
}
