/** What DATABASE_URL may say of `target_session_attrs`: the server always looks for the host that takes writes. */
const targets = ['read-write', 'primary']

/**
 * Splits the address of a database that may be on several hosts, as libpq writes them: `postgres://u:p@one:5432,two:5433/db`.
 * @returns an address for each host; null if it is not one of PostgreSQL
 */
export function hostAddresses(text: string): string[] | null {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? []
  const addresses = hosts.split(',').map((host) => before + host + after)
  if (before === '' || !addresses.every((address) => URL.canParse(address))) return null
  const target = new URL(addresses[0] ?? '').searchParams.get('target_session_attrs')
  return target === null || targets.includes(target) ? addresses : null
}

/** Hosts and database of a valid address, to be shown: without user, password and parameters. */
export function shownAddress(text: string): string {
  const urls = (hostAddresses(text) ?? []).map((address) => new URL(address))
  return `${urls.map(({ host }) => host || 'local socket').join(',')}${urls[0]?.pathname ?? ''}`
}
