import { ChevronRightIcon, LinkExternalIcon, NoteIcon, PencilIcon, PersonIcon } from '@primer/octicons-react'
import { whyNotDescribe, whyNotSync } from '../contract/customer-rules.ts'
import { type Command, type CommandContext, hidden, ready, targetCommand, type Targets, unlessRefused } from './command.ts'
import { customerLabel } from './target-name.ts'

const section = 'Customer'

const isOwnPage = (context: CommandContext, { id }: Targets['customer']) => context.location.split('?')[0] === `/customers/${id}`

/** The tabs of a customer page. */
const tabs = [
  { id: 'customer.show-info', name: 'info', keys: 't i', search: '' },
  { id: 'customer.show-payments', name: 'payments', keys: 't p', search: '?tab=payments' },
  { id: 'customer.show-qrs', name: 'QR codes', keys: 't q', search: '?tab=qrs' },
  { id: 'customer.show-invoices', name: 'invoices', keys: 't v', search: '?tab=invoices' },
]

export const customerCommands: readonly Command[] = [
  targetCommand('customer', {
    id: 'customer.open',
    title: (customer) => `Open ${customerLabel(customer)}`,
    genericTitle: 'Open the customer',
    section,
    icon: PersonIcon,
    places: ['row-menu'],
    judgesPlaceOnly: true,
    availability: (context, customer) => (isOwnPage(context, customer) ? hidden : ready),
    run: (context, customer) => context.navigate(`/customers/${customer.id}`),
  }),
  targetCommand('customer', {
    id: 'customer.open-in-new-tab',
    title: () => 'Open in a new tab',
    genericTitle: 'Open the customer in a new tab',
    section,
    icon: LinkExternalIcon,
    keys: 'o t',
    places: ['row-menu', 'page-menu'],
    run: (context, customer) => context.openInNewTab(`/customers/${customer.id}`),
  }),
  targetCommand('customer', {
    id: 'customer.open-at-provider',
    title: () => 'Open at the payment provider',
    genericTitle: 'Open the customer at the payment provider',
    section,
    icon: LinkExternalIcon,
    keywords: 'stripe dashboard',
    keys: 'o p',
    places: ['row-menu', 'page-menu'],
    availability: (_context, customer) => unlessRefused(whyNotSync(customer)),
    run: (context, { stripeCustomerId }) =>
      context.openInNewTab(`${context.user.paymentProviderUrl}/customers/${encodeURIComponent(stripeCustomerId ?? '')}`),
  }),
  targetCommand('customer', {
    id: 'customer.edit',
    title: () => 'Edit',
    genericTitle: 'Edit the customer',
    section,
    icon: PencilIcon,
    keywords: 'change e-mail limits bulk qr domains sepa',
    keys: 'e',
    needs: 'customers.edit',
    places: ['row-menu', 'page-menu'],
    availability: (_context, customer) => unlessRefused(whyNotDescribe(customer)),
    run: (context, customer) => context.navigate(`/customers/${customer.id}?edit=true`),
  }),
  targetCommand('customer', {
    id: 'customer.write-note',
    title: ({ hasNote }) => (hasNote ? 'Edit the note' : 'Write a note'),
    genericTitle: 'Write or edit the note',
    section,
    icon: NoteIcon,
    keywords: 'comment remark',
    keys: 'n',
    needs: 'customers.notes',
    places: ['row-menu', 'page-menu'],
    availability: (_context, customer) => unlessRefused(whyNotDescribe(customer)),
    run: (context, customer) => context.navigate(`/customers/${customer.id}?note=true`),
  }),
  ...tabs.map(({ id, name, keys, search }) =>
    targetCommand('customer', {
      id,
      title: () => `Show ${name}`,
      genericTitle: `Show the tab ${name}, on a customer's page`,
      section,
      icon: ChevronRightIcon,
      keywords: 'tab',
      keys,
      places: [],
      needsPage: true,
      availability: (context, customer) => (isOwnPage(context, customer) ? ready : hidden),
      run: (context, customer) => context.navigate(`/customers/${customer.id}${search}`),
    }),
  ),
]
