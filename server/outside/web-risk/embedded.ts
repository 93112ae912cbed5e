import { decidingRule, pastedHost } from '../../../src/contract/domain-rules.ts'
import type { Database } from '../../db/connect.ts'
import { readCovering } from '../../db/domain-lists.ts'
import { isCheckable, notCheckable, unknown, type WebRisk, type WebRiskCheck } from './port.ts'

/**
 * Judges by our domain lists, with the same rule as the domains page (ruling
 * 47): allowed is safe, only blocked is unsafe, anything else unknown.
 */
export class EmbeddedWebRisk implements WebRisk {
  readonly name = 'embedded'

  constructor(private readonly database: Database) {}

  async check(url: string): Promise<WebRiskCheck> {
    if (!isCheckable(url)) return notCheckable
    const pasted = pastedHost(url)
    if (pasted.kind === 'none') return unknown(pasted.reason)
    const { kind, host } = pasted
    if (kind === 'address') return unknown(`${host} is an IP address: the lists hold domains.`)
    try {
      const { blocked, allowed } = await readCovering(this.database.orm, host)
      const rule = decidingRule(host, new Set(blocked.keys()), new Set(allowed.keys()))
      if (rule === null) return unknown(`${host} is on neither list of domains.`)
      return rule.list === 'whitelisted'
        ? { verdict: 'safe', threats: [], failure: null }
        : { verdict: 'unsafe', threats: ['BLOCKED_DOMAIN'], failure: null }
    } catch {
      return unknown('The lists of domains could not be read.')
    }
  }
}
