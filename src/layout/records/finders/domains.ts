import { call } from '../../../api/client.ts'
import { apiHas } from '../../../api/features.ts'
import { type CustomerDomainRow, listAllDomains } from '../../../contract/customer-domains.ts'
import { domainSearchText } from '../../../contract/domains.ts'
import { statusWords } from '../../../contract/status-words.ts'
import { partOfCustomer } from './customer-part.ts'
import { type Finder, type Finding, inTurn, maxFindings } from './finder.ts'
import { matchIdentifier } from './match.ts'
import { isHostStart } from './shapes.ts'

/** Customers' own domains, by hostname. */
export const domainFinder: Finder = {
  type: 'hostname',
  heading: 'Customer domains',
  needs: 'customers.read',
  mayName: isHostStart,
  query: (text) => ({
    queryKey: ['customer-domains', 'found', text],
    queryFn: async ({ signal }) => {
      const sorting = { sort: 'hostname', sortDirection: 'asc', perPage: 50 } as const
      const queries = [
        ...(apiHas('fields') ? [{ ...sorting, hostname: text, perPage: maxFindings }] : []),
        { ...sorting, searchTerm: text },
      ]
      const request = async (query: (typeof queries)[number]) => {
        const { rows } = await call(listAllDomains, { query, signal })
        return rows.flatMap((row) => findingOf(row, text) ?? [])
      }
      return inTurn(queries.map((query) => () => request(query)))
    },
  }),
}

function findingOf({ id, user, hostname, status }: CustomerDomainRow, text: string): Finding | null {
  const match = matchIdentifier(hostname, domainSearchText(text))
  if (match === null) return null
  return {
    target: { type: 'hostname', record: { id, user, hostname, status } },
    label: hostname,
    detail: `${statusWords(status)}, customer #${user}`,
    href: partOfCustomer(user, 'domains'),
    match,
  }
}
