import { type DomainListName, DomainListQuery, domainSorts } from '../../contract/domain-lists.ts'
import { longestPasted } from '../../contract/domain-rules.ts'
import { type ListSearch, type ListSearchSpec, readListSearch } from '../list/list-search.ts'

/** The parameter of the page that holds the address whose rule is shown. */
export const checkedParam = 'checked'

const searchOf = (pageSizeKey: string): ListSearchSpec<DomainListQuery> => ({
  query: DomainListQuery,
  sorts: domainSorts.filter((sort) => sort !== 'id'),
  filters: ['searchTerm'],
  beside: [checkedParam],
  pageSizeKey,
})

/** What the URL of each list may say; their page sizes are remembered apart (document 2, section 9). */
export const domainSearches: Readonly<Record<DomainListName, ListSearchSpec<DomainListQuery>>> = {
  blacklisted: searchOf('blacklistedDomainsEntries'),
  whitelisted: searchOf('whitelistedDomainsEntries'),
}

/** The list's state, and the address whose rule is shown. */
export function readDomainSearch(list: DomainListName, raw: Readonly<Record<string, unknown>>): ListSearch {
  const asked = raw[checkedParam]
  const checked = typeof asked === 'string' && asked.trim() !== '' && asked.length <= longestPasted ? asked : undefined
  return { ...readListSearch(domainSearches[list], raw), [checkedParam]: checked }
}
