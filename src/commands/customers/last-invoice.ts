import { FileIcon } from '@primer/octicons-react'
import { invoicesQuery } from '../../api/invoices.ts'
import { formatDate } from '../../contract/dates.ts'
import { InvoiceListQuery } from '../../contract/invoices.ts'
import type { Command, Delegate } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import { cachedPage } from '../shared/cached-page.ts'
import { commandsOn } from '../shared/commands-on.ts'
import { goOnTo } from '../shared/go-on.ts'

const onCustomer = commandsOn('customer', { section: 'Invoice', needs: 'invoices.read', places: [] })

const newestQuery = (customerId: number) => invoicesQuery({ ...InvoiceListQuery.parse({}), user: customerId })
const newest = ({ queryClient }: CommandContext, id: number) => cachedPage(queryClient, newestQuery(id).queryKey)?.rows

const last: Delegate = {
  command: 'invoice.view',
  none: 'No invoices.',
  load: ({ queryClient }, id) => queryClient.fetchQuery({ ...newestQuery(id), networkMode: 'always' }),
  one: (context, id) => {
    const invoice = newest(context, id)?.[0]
    return invoice ? { type: 'invoice', record: invoice } : null
  },
}

/** The document that customers ask for most, from the customer. */
export const customerInvoiceCommands: readonly Command[] = [
  onCustomer({
    verb: 'view-last-invoice',
    title: ({ id }, context) => {
      const invoice = context && newest(context, id)?.[0]
      return invoice ? `View the last invoice (#${invoice.id}, ${formatDate(invoice.createdAt)})` : 'View the last invoice'
    },
    genericTitle: "View a customer's last invoice",
    aka: ['Download invoice', 'Download last invoice', 'View invoice', 'Print invoice', 'Open last invoice', 'Invoice PDF'],
    icon: FileIcon,
    keywords: 'pdf download print document latest newest',
    delegate: last,
    whyNot: ({ id }, context) => (newest(context, id)?.length === 0 ? last.none : null),
    run: (context, { id }) => goOnTo(last, context, id),
  }),
]
