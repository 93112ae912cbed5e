import { ListResults } from '../../layout/list/list-results.tsx'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { useListView } from '../../layout/list/use-list-view.ts'
import { archivedList, requestError } from './archived-list.ts'

/** The server returns at most this many. */
const mostFound = 50

/** Search results in the usual table; the search box stays outside. */
export function ArchivedResults({ search }: { search: ListSearch }) {
  const view = useListView(archivedList, search)
  return (
    <ListResults view={view} failureTitle={requestError}>
      {view.pagination && view.pagination.total_results >= mostFound ? (
        <p className="muted fine">These are the newest {mostFound}. Type more of the uri to see others.</p>
      ) : null}
    </ListResults>
  )
}
