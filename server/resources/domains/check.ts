import type { ExpectedRecord } from '../../../src/contract/customer-domains.ts'
import { normalizeDomain } from '../../../src/contract/domains.ts'
import type { Dns } from '../../outside/dns/port.ts'

/** Aliases may be chained, but longer chains are a mistake or a trap. */
const maxAliases = 5

/**
 * Whether both records exist. Invalid hostnames aren't looked up.
 * @throws DnsError if the name servers can't tell
 */
export async function checkRecords(
  dns: Dns,
  { cname, txt }: { cname: ExpectedRecord; txt: ExpectedRecord },
): Promise<{ cname: boolean; txt: boolean }> {
  if (!isHostname(cname.name)) return { cname: false, txt: false }
  const [leads, texts] = await Promise.all([leadsTo(dns, cname.name, cname.value), dns.resolveTxt(txt.name)])
  return { cname: leads, txt: texts.some((text) => text.trim() === txt.value) }
}

/** Follows CNAMEs by name only, without resolving any address. */
async function leadsTo(dns: Dns, hostname: string, target: string): Promise<boolean> {
  const seen = new Set<string>()
  for (let name = hostname; seen.size < maxAliases; ) {
    seen.add(name)
    const aliases = await dns.resolveCname(name)
    if (aliases.includes(target)) return true
    const next = aliases.length === 1 ? aliases[0] : undefined
    if (next === undefined || seen.has(next) || !isHostname(next)) return false
    name = next
  }
  return false
}

const isHostname = (name: string) => !name.startsWith('*.') && normalizeDomain(name) === name
