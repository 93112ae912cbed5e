import { createHmac } from 'node:crypto'
import type { ExpectedRecord } from '../../../src/contract/customer-domains.ts'
import { storedHost } from '../../../src/contract/domains.ts'
import type { Config } from '../../process/config.ts'

export type RecordSettings = Pick<Config, 'domainTarget' | 'secretKey'>

/** The TXT record has its own name, because a CNAME allows no other records beside it. */
export const txtPrefix = '_domain-verification.'

/**
 * The two records required for a hostname. The token is derived from the server's key, the customer and the
 * hostname: nothing is stored, and other customers have other tokens. A new key changes it.
 */
export function expectedRecords(
  { domainTarget, secretKey }: RecordSettings,
  { user, hostname }: { user: number; hostname: string },
): { cname: ExpectedRecord; txt: ExpectedRecord } {
  const name = storedHost(hostname)
  const token = createHmac('sha256', secretKey).update(`quaydesk domain verification ${user} ${name}`).digest('hex').slice(0, 32)
  return {
    cname: { name, value: domainTarget },
    txt: { name: `${txtPrefix}${name}`, value: `domain-verification=${token}` },
  }
}
