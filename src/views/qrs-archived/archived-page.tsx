import { AlertIcon, ArchiveIcon } from '@primer/octicons-react'
import { Blankslate } from '@primer/react/experimental'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type ArchivedQrRow, emptyUriMessage } from '../../contract/qr-lists.ts'
import { defineList } from '../../layout/list/define-list.ts'
import type { ChangeFilters } from '../../layout/list/filter-definition.ts'
import { FilterBar } from '../../layout/list/filters/filter-bar.tsx'
import { searchFilter } from '../../layout/list/filters/search-filter.tsx'
import { useOpenFilter } from '../../layout/list/filters/use-open-filter.ts'
import { idColumn } from '../../layout/list/id-column.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { ListResults } from '../../layout/list/list-results.tsx'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { Page } from '../../layout/list/page.tsx'
import { useListUrl } from '../../layout/list/use-list-url.ts'
import { useListView } from '../../layout/list/use-list-view.ts'
import { archivedSource } from './search.ts'

const columns: readonly ListColumn<ArchivedQrRow>[] = [
  { ...idColumn, phone: 'fact' },
  { id: 'email', header: 'Email', phone: 'fact', text: (qr) => qr.email },
  { id: 'uri', header: 'URI', phone: 'headline', text: (qr) => qr.uri },
]

const requestError = 'Request error try again'

/** Archived QR codes (document 2, section 2). A row opens its customer in a new tab. */
const archivedList = defineList({
  id: 'qrs.archived',
  hasFixedColumns: true,
  title: 'Archived QR codes',
  alsoCalled: ['archived qrs', 'archived codes'],
  path: '/qrs/archived',
  ...archivedSource,
  columns,
  filters: [searchFilter({ param: 'uri', label: 'Search archived QR codes by URI', placeholder: 'URI, or part of it…', takesWords: [] })],
  href: (qr) => `/customers/${qr.userId}`,
  opens: (qr) => `customer #${qr.userId}`,
  linkLabel: (qr) => `${qr.uri}: open customer #${qr.userId}`,
  action: { text: (qr) => `#${qr.userId}`, width: '128px' },
  opensNewTab: true,
  failureTitle: () => requestError,
  emptyText: 'Archived QR codes with this in their URI appear here: search for a shorter part of it.',
})

const route = getRouteApi('/app/qrs/archived')

/** Archived QR codes, by search only (document 2, section 2). */
export function ArchivedPage() {
  const search = route.useSearch()
  const changeSearch = useListUrl(archivedList.search, search)
  const change: ChangeFilters = (changes, options) => changeSearch({ ...changes, page: undefined }, options)
  const opening = useOpenFilter()
  const isEmpty = search['uri'] === undefined
  // An empty box is an error only after a first search.
  const [hasSearched, setSearched] = useState(!isEmpty)
  if (!isEmpty && !hasSearched) setSearched(true)
  return (
    <Page title={archivedList.title}>
      <FilterBar filters={archivedList.filters} search={search} change={change} {...opening} />
      {isEmpty ? <NoUri isError={hasSearched} /> : <ArchivedResults search={search} />}
    </Page>
  )
}

/** The server returns at most this many. */
const maxFound = 50

/** Search results in the usual table; the search box stays outside. */
function ArchivedResults({ search }: { search: ListSearch }) {
  const view = useListView(archivedList, search)
  return (
    <ListResults view={view} failureTitle={requestError}>
      {view.pagination && view.pagination.total_results >= maxFound ? (
        <p className="muted fine">{`These are the newest ${maxFound}. Type more of the URI to see others.`}</p>
      ) : null}
    </ListResults>
  )
}

/** Shown in place of results while the box is empty. */
function NoUri({ isError }: { isError: boolean }) {
  return (
    <Blankslate size="small" border spacious>
      <Blankslate.Visual>{isError ? <AlertIcon size={24} className="danger" /> : <ArchiveIcon size={24} />}</Blankslate.Visual>
      <Blankslate.Heading className={isError ? 'danger' : undefined}>
        {isError ? <span role="alert">{emptyUriMessage}</span> : 'Search for a URI'}
      </Blankslate.Heading>
      <Blankslate.Description>Type the URI of an archived QR code, or a part of it, to see whose it was.</Blankslate.Description>
    </Blankslate>
  )
}
