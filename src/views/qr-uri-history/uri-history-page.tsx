import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ListPage } from '../../layout/list/list-page.tsx'
import { uriHistoryList } from './uri-history-list.tsx'

const route = getRouteApi('/app/qrs/uri')

/** QR codes that changed their uri. */
export function UriHistoryPage() {
  const { publicSiteUrl } = route.useRouteContext().user
  const list = useMemo(() => uriHistoryList(publicSiteUrl), [publicSiteUrl])
  return <ListPage list={list} search={route.useSearch()} />
}
