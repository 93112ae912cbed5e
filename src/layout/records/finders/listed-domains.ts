import { call } from '../../../api/client.ts'
import { domainListPaths } from '../../../commands/domain-lists/words.ts'
import { normalizeDomain } from '../../../contract/domains.ts'
import { domainListNames, type ListedDomain, listOfDomains } from '../../../contract/listed-domains.ts'
import type { Finder, Finding } from './finder.ts'
import { isHostStart } from './shapes.ts'

/** Entries of the blocked and the allowed domains, by their whole name: alone, it means a customer's domain first. */
export const listedDomainFinder: Finder = {
  type: 'domain',
  heading: 'Blocked and allowed domains',
  needs: 'security.manage',
  mayName: (text, isTypeKnown = false) => isHostStart(text) && (isTypeKnown || /[^.]\.\p{L}{2,}$/u.test(text)),
  query: (text) => ({
    queryKey: ['domains', 'found', text],
    queryFn: async ({ signal }) => {
      const domain = normalizeDomain(text) ?? text
      const found = await Promise.all(
        domainListNames.map(async (list) => {
          const { rows } = await call(listOfDomains(list), { query: { searchTerm: domain, perPage: 50 }, signal })
          return rows.filter((row) => row.domain === domain || row.domain === `*.${domain}`).map((row) => findingOf(row, list))
        }),
      )
      return found.flat()
    },
  }),
}

const findingOf = ({ id, domain }: ListedDomain, list: (typeof domainListNames)[number]): Finding => ({
  target: { type: 'domain', record: { id, domain, list } },
  label: domain,
  detail: list === 'blacklisted' ? 'blocked domain' : 'allowed domain',
  href: `${domainListPaths[list]}?${new URLSearchParams({ searchTerm: domain }).toString()}`,
  match: 'exact',
})
