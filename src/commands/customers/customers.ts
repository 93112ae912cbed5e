import { ChevronRightIcon, LinkExternalIcon, PersonIcon } from '@primer/octicons-react'
import { whyNotSync } from '../../contract/customer-rules.ts'
import type { Command } from '../engine/command.ts'
import { customerLabel } from '../engine/target-name.ts'
import { commandsOn } from '../shared/commands-on.ts'
import { isAt } from '../shared/is-at.ts'
import { providerPage } from '../shared/open-fetched.ts'

const onCustomer = commandsOn('customer', { section: 'Customer' })

export const pageOf = ({ id }: { id: number }) => `/customers/${id}`

const tabs = [
  { verb: 'show-info', name: 'info', aka: ['Info'], keys: 't i', search: '' },
  { verb: 'show-payments', name: 'payments', aka: ['Payments'], keys: 't p', search: '?tab=payments' },
  { verb: 'show-qrs', name: 'QR codes', aka: ['QR codes', 'QRs', 'Codes'], keys: 't q', search: '?tab=qrs' },
  { verb: 'show-invoices', name: 'invoices', aka: ['Invoices', 'Bills'], keys: 't v', search: '?tab=invoices' },
]

export const customerCommands: readonly Command[] = [
  onCustomer({
    verb: 'open',
    title: (customer) => `Open ${customerLabel(customer)}`,
    genericTitle: 'Open the customer',
    icon: PersonIcon,
    places: ['row-menu'],
    isOffered: (context, customer) => !isAt(context, pageOf(customer)),
    run: (context, customer) => context.navigate(pageOf(customer)),
  }),
  onCustomer({
    verb: 'open-in-new-tab',
    title: 'Open in a new tab',
    genericTitle: 'Open the customer in a new tab',
    icon: LinkExternalIcon,
    keys: 'o t',
    run: (context, customer) => context.openInNewTab(pageOf(customer)),
  }),
  onCustomer({
    verb: 'open-at-provider',
    title: 'View in Stripe',
    genericTitle: 'View the customer in Stripe',
    aka: ['Open at the payment provider', 'Open in Stripe'],
    icon: LinkExternalIcon,
    keywords: 'stripe dashboard',
    keys: 'o p',
    whyNot: whyNotSync,
    run: (context, customer) => context.openInNewTab(providerPage(context, customer)),
  }),
  ...tabs.map(({ verb, name, aka, keys, search }) =>
    onCustomer({
      verb,
      title: `Show ${name}`,
      genericTitle: `Show the tab ${name}, on a customer's page`,
      icon: ChevronRightIcon,
      aka,
      keywords: 'tab',
      keys,
      places: [],
      needsPage: true,
      isOffered: (context, customer) => isAt(context, pageOf(customer)),
      run: (context, customer) => context.navigate(`${pageOf(customer)}${search}`),
    }),
  ),
]
