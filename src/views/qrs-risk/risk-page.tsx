import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ListPage } from '../../layout/list/list-page.tsx'
import { riskList } from './risk-list.tsx'

const route = getRouteApi('/app/qrs/risk')

/** The blocked QR codes that nobody has whitelisted, with role 1 alone. */
export function RiskPage() {
  const { publicSiteUrl } = route.useRouteContext().user
  const list = useMemo(() => riskList(publicSiteUrl), [publicSiteUrl])
  return <ListPage list={list} search={route.useSearch()} />
}
