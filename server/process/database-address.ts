import { parseUrl } from '../../src/contract/parse-url.ts'

/** Values of `target_session_attrs` allowed in DATABASE_URL: the server always looks for the host that accepts writes. */
const targets = ['read-write', 'primary']

/**
 * Splits a database address with several hosts, in libpq's format: `postgres://u:p@one:5432,two:5433/db`.
 * @returns an address per host; null if it is not a PostgreSQL address
 */
export function hostAddresses(text: string): string[] | null {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? []
  const addresses = hosts.split(',').map((host) => before + host + after)
  const [first = null, ...others] = addresses.map((address) => parseUrl(address))
  if (before === '' || first === null || others.includes(null)) return null
  const target = first.searchParams.get('target_session_attrs')
  return target === null || targets.includes(target) ? addresses : null
}

/** Hosts and database of a valid address for display: without user, password and parameters. */
export function shownAddress(text: string): string {
  const urls = (hostAddresses(text) ?? []).map((address) => new URL(address))
  return `${urls.map(({ host }) => host || 'local socket').join(',')}${urls[0]?.pathname ?? ''}`
}
