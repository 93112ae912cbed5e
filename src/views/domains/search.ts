import { domainListQuery } from '../../api/listed-domains.ts'
import { type DomainListName, DomainListQuery, maxPastedLength } from '../../contract/listed-domains.ts'
import { type ListSearch, listSearch } from '../../layout/list/list-search.ts'

/** The URL parameter with the address being checked. */
export const checkedParam = 'checked'

const sourceOf = (list: DomainListName) => ({
  search: listSearch(DomainListQuery, { beside: [checkedParam], pageSizeKey: `${list}DomainsEntries` }),
  query: domainListQuery(list),
})

/** Both lists; their page sizes are stored separately (document 2, section 9). */
export const domainSources = { blacklisted: sourceOf('blacklisted'), whitelisted: sourceOf('whitelisted') }

/** The address being checked. */
export function readChecked({ [checkedParam]: domain }: Readonly<Record<string, unknown>>): ListSearch {
  return { [checkedParam]: typeof domain === 'string' && domain.trim() !== '' && domain.length <= maxPastedLength ? domain : undefined }
}
