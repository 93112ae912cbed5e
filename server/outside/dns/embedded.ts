import { eq } from 'drizzle-orm'
import type { Database } from '../../db/connect.ts'
import { byBytes } from '../../db/list/list.ts'
import { customerDomains } from '../../db/schema/customer-records.ts'
import { expectedRecords, type RecordSettings, txtPrefix } from './expected.ts'
import { type Dns, DnsError } from './port.ts'

/** DNS state of the demo's names, by first label; each customer's domains get them in order. */
const setups: Readonly<Record<string, { cname: 'right' | 'other' | 'none'; txt: boolean } | 'silent'>> = {
  qr: { cname: 'right', txt: true },
  go: { cname: 'right', txt: false },
  menu: { cname: 'none', txt: false },
  'xn--cdigo-0ta': { cname: 'other', txt: true },
  link: 'silent',
}

const nothing = { cname: 'none', txt: false } as const

interface EmbeddedSettings extends RecordSettings {
  production: boolean
}

/**
 * A zone made from the demo's domains: some are correct, some point elsewhere or lack the TXT record, one doesn't
 * answer. Unavailable in production, where made-up answers could approve an unchecked domain.
 */
export class EmbeddedDns implements Dns {
  constructor(
    private readonly database: Database,
    private readonly settings: EmbeddedSettings,
  ) {}

  async resolveCname(name: string): Promise<string[]> {
    const { cname } = this.setupOf(name)
    if (cname === 'none') return []
    return [cname === 'right' ? this.settings.domainTarget : 'shops.example']
  }

  async resolveTxt(name: string): Promise<string[]> {
    if (!name.startsWith(txtPrefix)) return []
    const hostname = name.slice(txtPrefix.length)
    if (!this.setupOf(hostname).txt) return []
    const owners = await this.database.orm
      .select({ user: customerDomains.userId })
      .from(customerDomains)
      .where(eq(byBytes(customerDomains.hostname), hostname))
    return owners.map(({ user }) => expectedRecords(this.settings, { user, hostname }).txt.value)
  }

  private setupOf(name: string) {
    if (this.settings.production) throw new DnsError('no name servers are configured (DNS_SERVERS)')
    const setup = setups[name.split('.', 1)[0] ?? ''] ?? nothing
    if (setup === 'silent') throw new DnsError('the demo zone does not answer for this name')
    return setup
  }
}
