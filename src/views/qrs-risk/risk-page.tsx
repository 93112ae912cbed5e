import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ListPage } from '../../layout/list/list-page.tsx'
import { riskList } from './risk-list.tsx'

const route = getRouteApi('/app/qrs/risk')

/** Blocked QR codes that aren't whitelisted, role 1 only. */
export function RiskPage() {
  const { publicSiteUrl } = route.useRouteContext().user
  const list = useMemo(() => riskList(publicSiteUrl), [publicSiteUrl])
  return <ListPage list={list} search={route.useSearch()} />
}
