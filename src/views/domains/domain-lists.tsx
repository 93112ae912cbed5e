import { domainListPaths } from '../../commands/domain-lists/words.ts'
import type { DomainListName, ListedDomain } from '../../contract/listed-domains.ts'
import { dateColumn } from '../../layout/list/date-column.ts'
import { defineList } from '../../layout/list/define-list.ts'
import { searchFilter } from '../../layout/list/filters/search-filter.tsx'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { DomainName } from '../../layout/records/domain-name.tsx'
import { domainSources } from './search.ts'

const columns: readonly ListColumn<ListedDomain>[] = [
  { id: 'domain', header: 'Domain', phone: 'headline', cell: ({ domain }) => <DomainName domain={domain} />, text: ({ domain }) => domain },
  dateColumn('createdAt', { header: 'Created', phone: 'fact' }),
]

/** The debounce of security searches in milliseconds (document 2, section 9). */
const debounce = 400

const listOf = (list: DomainListName, title: string, adjective: string) =>
  defineList({
    id: `domains.${list}`,
    title,
    path: domainListPaths[list],
    ...domainSources[list],
    exportAs: `${list}-domains`,
    columns,
    filters: [
      searchFilter({
        param: 'searchTerm',
        label: `Search ${adjective} domains`,
        placeholder: 'Domain, or part of it…',
        debounce,
        takesWords: [],
      }),
    ],
    opens: ({ domain }) => domain,
    target: ({ id, domain }) => ({ type: 'domain', record: { id, domain, list } }),
    emptyText: `Domains that are ${adjective} appear here: search for part of one, or for a whole word if it has letters beyond ASCII.`,
  })

/** The lists of blocked and allowed domains (document 2, section 2). Rows have actions but no link. */
export const domainsLists = {
  blacklisted: listOf('blacklisted', 'Blocked domains', 'blocked'),
  whitelisted: listOf('whitelisted', 'Allowed domains', 'allowed'),
}
