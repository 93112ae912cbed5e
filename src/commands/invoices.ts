import { NumberIcon, PersonIcon } from '@primer/octicons-react'
import { type Command, targetCommand } from './command.ts'

const section = 'Invoice'

export const invoiceCommands: readonly Command[] = [
  targetCommand('invoice', {
    id: 'invoice.open-customer',
    title: () => 'Open its customer',
    genericTitle: "Open an invoice's customer",
    section,
    icon: PersonIcon,
    keywords: 'owner user',
    keys: 'o c',
    places: ['row-menu', 'page-menu'],
    run: (context, invoice) => context.navigate(`/customers/${invoice.customer}`),
  }),
  targetCommand('invoice', {
    id: 'invoice.copy-id',
    title: () => 'Copy id',
    genericTitle: 'Copy invoice id',
    section,
    icon: NumberIcon,
    keys: 'y i',
    places: ['row-menu', 'page-menu'],
    run: (context, invoice) => context.copy(String(invoice.id), 'id'),
  }),
]
