import type { ExpectedRecord } from '../../src/contract/customer-domains.ts'
import { normalizeDomain } from '../../src/contract/domains.ts'
import type { Dns } from '../providers/dns/port.ts'

/** An alias may lead to the target by others, but not by more than these: whatever is longer is a mistake or a trap. */
const mostAliases = 5

/**
 * Whether both records are there. A hostname that is none is not asked about.
 * @throws DnsError where the name servers cannot say
 */
export async function checkRecords(
  dns: Dns,
  { cname, txt }: { cname: ExpectedRecord; txt: ExpectedRecord },
): Promise<{ cname: boolean; txt: boolean }> {
  if (!isHostname(cname.name)) return { cname: false, txt: false }
  const [leads, texts] = await Promise.all([leadsTo(dns, cname.name, cname.value), dns.resolveTxt(txt.name)])
  return { cname: leads, txt: texts.some((text) => text.trim() === txt.value) }
}

/** Follows the aliases of a name, by names alone: no address is looked up on the way. */
async function leadsTo(dns: Dns, hostname: string, target: string): Promise<boolean> {
  const seen = new Set<string>()
  for (let name = hostname; seen.size < mostAliases; ) {
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
