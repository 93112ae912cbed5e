import { normalizeDomain } from '../../../src/contract/domains.ts'
import { webHost } from '../../../src/contract/qr-rules.ts'
import type { Database } from '../../db/connect.ts'
import { readListed } from '../../qrs/domain-lists.ts'
import { notCheckable, unknown, type WebRisk, type WebRiskCheck } from './port.ts'

/** Judges by our own lists: what is on the blocked domains is unsafe, what is on the allowed ones safe, and nothing is known of the rest. */
export class EmbeddedWebRisk implements WebRisk {
  readonly name = 'embedded'

  constructor(private readonly database: Database) {}

  async check(url: string): Promise<WebRiskCheck> {
    const host = webHost(url)
    const domain = host === null ? null : normalizeDomain(host)
    if (domain === null) return notCheckable
    try {
      const { blocked, allowed } = await readListed(this.database.orm, [domain])
      if (blocked.has(domain)) return { verdict: 'unsafe', threats: ['BLOCKED_DOMAIN'], failure: null }
      if (allowed.has(domain)) return { verdict: 'safe', threats: [], failure: null }
      return unknown(`${domain} is on neither list of domains.`)
    } catch {
      return unknown('The lists of domains could not be read.')
    }
  }
}
