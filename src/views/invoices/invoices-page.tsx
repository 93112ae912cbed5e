import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Target } from '../../commands/engine/targets.ts'
import { useCurrentTarget } from '../../layout/commands/use-commands.ts'
import { ListPage } from '../../layout/list/list-page.tsx'
import { customerInvoicesList, invoicesList } from '../../layout/records/invoices-list.tsx'
import { monthOf } from '../../layout/records/month.ts'
import { ZipButton } from '../../layout/records/zip-button.tsx'

const route = getRouteApi('/app/invoices')

/** Invoices of a month or a customer. */
export function InvoicesPage() {
  const search = route.useSearch()
  const user = search['user'] === undefined ? null : Number(search['user'])
  const { month, year } = monthOf(search)
  const target = useMemo<Target<'invoice-list'>>(
    () => ({
      type: 'invoice-list',
      record: user === null ? { id: year * 100 + month, scope: { year, month } } : { id: user, scope: { user } },
    }),
    [user, month, year],
  )
  useCurrentTarget(target)
  return <ListPage list={user === null ? invoicesList : customerInvoicesList} actions={<ZipButton target={target} />} />
}
