import { expect, test } from 'vitest'
import { invoicesQuery } from '../../../src/api/invoices.ts'
import { resolve } from '../../../src/commands/engine/resolve.ts'
import { commands } from '../../../src/commands/registry.ts'
import { InvoiceListQuery, type InvoiceRow } from '../../../src/contract/invoices.ts'
import { customer, customerTarget, makeContext } from '../samples.ts'

const command = commands.find(({ id }) => id === 'customer.view-last-invoice')

/** A console that has loaded these invoices of the customer, newest first. */
function withInvoices(rows: readonly Partial<InvoiceRow>[]) {
  const made = makeContext({ targets: [customerTarget] })
  const { queryKey } = invoicesQuery({ ...InvoiceListQuery.parse({}), user: customer.id })
  made.context.queryClient.setQueryData(queryKey, { rows: rows as InvoiceRow[], pagination: { total_results: rows.length } as never })
  made.context.queryClient.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY })
  return made
}
const shownIn = ({ context }: ReturnType<typeof withInvoices>) => command && resolve(command, context, customerTarget)

test('the last invoice is named with its number and date, and opened', async () => {
  const console = withInvoices([{ id: 31, createdAt: 1_794_000_000 }, { id: 30 }])
  expect(shownIn(console)).toMatchObject({ title: 'View the last invoice (#31, 06-11-2026)', availability: { state: 'ready' } })
  await command?.run(console.context, customerTarget, {}, 'key')
  expect(console.did).toEqual(['invoice.view on invoice 31'])
})

test('without an invoice it says so; before they are loaded it can be asked for', () => {
  expect(shownIn(withInvoices([]))?.availability).toEqual({ state: 'blocked', reason: 'No invoices.' })
  const notLoaded = shownIn(makeContext({ targets: [customerTarget] }))
  expect(notLoaded).toMatchObject({ title: 'View the last invoice', availability: { state: 'ready' } })
})
