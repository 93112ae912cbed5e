import { createHmac } from 'node:crypto'
import type { ExpectedRecord } from '../../../src/contract/customer-domains.ts'
import type { Config } from '../../config.ts'

export type RecordSettings = Pick<Config, 'domainTarget' | 'secretKey'>

/** The text stands beside the hostname: where there is an alias, nothing else may be. */
export const txtPrefix = '_domain-verification.'

/**
 * The two records that a customer has to make for a hostname. The text follows from the server's key, the customer and the hostname:
 * nothing of it is stored, and no other customer can show it. With another key it is another.
 */
export function expectedRecords(
  { domainTarget, secretKey }: RecordSettings,
  { user, hostname }: { user: number; hostname: string },
): { cname: ExpectedRecord; txt: ExpectedRecord } {
  const name = hostname.toLowerCase()
  const token = createHmac('sha256', secretKey).update(`quaydesk domain verification ${user} ${name}`).digest('hex').slice(0, 32)
  return {
    cname: { name, value: domainTarget },
    txt: { name: `${txtPrefix}${name}`, value: `domain-verification=${token}` },
  }
}
