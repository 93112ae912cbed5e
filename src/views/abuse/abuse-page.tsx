import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ListPage } from '../../layout/list/list-page.tsx'
import { abuseList } from './abuse-list.tsx'

const route = getRouteApi('/app/security/abuse')

/** Abuse reports, role 1 only; new ones by default. */
export function AbusePage() {
  const { publicSiteUrl } = route.useRouteContext().user
  const list = useMemo(() => abuseList(publicSiteUrl), [publicSiteUrl])
  return <ListPage list={list} search={route.useSearch()} />
}
