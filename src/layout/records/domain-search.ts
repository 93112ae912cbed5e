import { type DomainListName, DomainListQuery, domainSorts } from '../../contract/domain-lists.ts'
import { longestPasted } from '../../contract/domain-rules.ts'
import { type ListSearch, type ListSearchSpec, readListSearch } from '../list/list-search.ts'

/** The URL parameter with the address being checked. */
export const checkedParam = 'checked'

const searchOf = (pageSizeKey: string): ListSearchSpec<DomainListQuery> => ({
  query: DomainListQuery,
  sorts: domainSorts.filter((sort) => sort !== 'id'),
  filters: ['searchTerm'],
  beside: [checkedParam],
  pageSizeKey,
})

/** URL parameters of both lists; their page sizes are stored separately (document 2, section 9). */
export const domainSearches: Readonly<Record<DomainListName, ListSearchSpec<DomainListQuery>>> = {
  blacklisted: searchOf('blacklistedDomainsEntries'),
  whitelisted: searchOf('whitelistedDomainsEntries'),
}

/** The list's state plus the address being checked. */
export function readDomainSearch(list: DomainListName, raw: Readonly<Record<string, unknown>>): ListSearch {
  const asked = raw[checkedParam]
  const checked = typeof asked === 'string' && asked.trim() !== '' && asked.length <= longestPasted ? asked : undefined
  return { ...readListSearch(domainSearches[list], raw), [checkedParam]: checked }
}
