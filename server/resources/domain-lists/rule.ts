import type { DomainRule } from '../../../src/contract/domain-lists.ts'
import { decidingRule, pastedHost } from '../../../src/contract/domain-rules.ts'
import { normalizeDomain } from '../../../src/contract/domains.ts'
import type { DomainListName } from '../../../src/contract/listed-domains.ts'
import type { Db } from '../../db/connect.ts'
import { readCovering } from '../../db/domain-lists.ts'

/**
 * The entry that decides on a pasted address, if any. Our own hosts are never blocked (ruling 47).
 * @param own the product's own hosts, lower case
 * @throws Error if there is no host in it; the contract's query refuses that first
 */
export async function ruleFor(db: Db, url: string, own: readonly string[]): Promise<DomainRule> {
  const pasted = pastedHost(url)
  if (pasted.kind === 'none') throw new Error(pasted.reason)
  const { host } = pasted
  if (pasted.kind === 'address') return { host, verdict: 'address', entry: null, overruled: null }
  const { blocked, allowed } = await readCovering(db, host)
  const entryOf = (list: DomainListName, domain: string | null) => {
    const row = domain === null ? undefined : (list === 'whitelisted' ? allowed : blocked).get(domain)
    return row === undefined ? null : { ...row, list }
  }
  const rule = decidingRule(host, new Set(blocked.keys()), new Set(allowed.keys()))
  if (own.some((each) => (normalizeDomain(each) ?? each) === host)) {
    const overruled = rule === null ? null : rule.list === 'blacklisted' ? rule.entry : rule.overruled
    return { host, verdict: 'own', entry: null, overruled: entryOf('blacklisted', overruled) }
  }
  if (rule === null) return { host, verdict: 'none', entry: null, overruled: null }
  return {
    host,
    verdict: rule.list === 'whitelisted' ? 'allowed' : 'blocked',
    entry: entryOf(rule.list, rule.entry),
    overruled: entryOf('blacklisted', rule.overruled),
  }
}
