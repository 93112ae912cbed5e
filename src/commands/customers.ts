import { ChevronRightIcon, LinkExternalIcon, NoteIcon, PencilIcon, PersonIcon } from '@primer/octicons-react'
import { billingQuery } from '../api/billing.ts'
import { whyNotDescribe, whyNotEditBilling, whyNotSync } from '../contract/customer-rules.ts'
import type { Command } from './command.ts'
import { commandsOn } from './commands-on.ts'
import { isAt } from './is-at.ts'
import { providerPage } from './open-fetched.ts'
import { customerLabel } from './target-name.ts'

const onCustomer = commandsOn('customer', { section: 'Customer' })

const pageOf = ({ id }: { id: number }) => `/customers/${id}`

/** The tabs of a customer page. */
const tabs = [
  { id: 'customer.show-info', name: 'info', keys: 't i', search: '' },
  { id: 'customer.show-payments', name: 'payments', keys: 't p', search: '?tab=payments' },
  { id: 'customer.show-qrs', name: 'QR codes', keys: 't q', search: '?tab=qrs' },
  { id: 'customer.show-invoices', name: 'invoices', keys: 't v', search: '?tab=invoices' },
]

/** The form for the billing data, and the field where it opens. */
const billingForms = [
  {
    id: 'customer.edit-billing',
    title: 'Edit billing data',
    aka: ['Edit billing', 'Change billing data', 'Change billing'],
    field: 'country',
  },
  { id: 'customer.change-vat-number', title: 'Change VAT number', aka: ['Change tax id', 'Edit VAT number'], field: 'vatNumber' },
]

export const customerCommands: readonly Command[] = [
  onCustomer({
    id: 'customer.open',
    title: (customer) => `Open ${customerLabel(customer)}`,
    genericTitle: 'Open the customer',
    icon: PersonIcon,
    places: ['row-menu'],
    isOffered: (context, customer) => !isAt(context, pageOf(customer)),
    run: (context, customer) => context.navigate(pageOf(customer)),
  }),
  onCustomer({
    id: 'customer.open-in-new-tab',
    title: 'Open in a new tab',
    genericTitle: 'Open the customer in a new tab',
    icon: LinkExternalIcon,
    keys: 'o t',
    run: (context, customer) => context.openInNewTab(pageOf(customer)),
  }),
  onCustomer({
    id: 'customer.open-at-provider',
    title: 'Open at the payment provider',
    genericTitle: 'Open the customer at the payment provider',
    icon: LinkExternalIcon,
    keywords: 'stripe dashboard',
    keys: 'o p',
    whyNot: whyNotSync,
    run: (context, customer) => context.openInNewTab(providerPage(context, customer)),
  }),
  onCustomer({
    id: 'customer.edit',
    title: 'Edit',
    genericTitle: 'Edit the customer',
    aka: ['Edit', 'Change e-mail', 'Change email', 'Change e-mail address'],
    icon: PencilIcon,
    keywords: 'change e-mail name limits bulk qr domains sepa',
    keys: 'e',
    needs: 'customers.edit',
    whyNot: whyNotDescribe,
    run: (context, customer) => context.navigate(`${pageOf(customer)}?edit=true`),
  }),
  onCustomer({
    id: 'customer.write-note',
    title: ({ hasNote }) => (hasNote ? 'Edit the note' : 'Write a note'),
    genericTitle: 'Write or edit the note',
    icon: NoteIcon,
    aka: ['Note'],
    keywords: 'comment remark add set',
    keys: 'n',
    needs: 'customers.notes',
    whyNot: whyNotDescribe,
    run: (context, customer) => context.navigate(`${pageOf(customer)}?note=true`),
  }),
  ...billingForms.map(({ id, title, aka, field }) =>
    onCustomer({
      id,
      title,
      genericTitle: `${title} of a customer`,
      aka,
      icon: PencilIcon,
      keywords: 'invoice address tax company',
      places: [],
      needs: 'customers.billing',
      feature: 'billing',
      load: ({ queryClient }, customer) => queryClient.fetchQuery(billingQuery(customer)),
      whyNot: (customer, { queryClient }) => {
        const known = queryClient.getQueryData(billingQuery(customer.id).queryKey)
        return known?.billing === null ? 'No billing data.' : known?.billing ? whyNotEditBilling(known.billing) : null
      },
      run: (context, customer) => context.navigate(`${pageOf(customer)}?billing=${field}`),
    }),
  ),
  ...tabs.map(({ id, name, keys, search }) =>
    onCustomer({
      id,
      title: `Show ${name}`,
      genericTitle: `Show the tab ${name}, on a customer's page`,
      icon: ChevronRightIcon,
      keywords: 'tab',
      keys,
      places: [],
      needsPage: true,
      isOffered: (context, customer) => isAt(context, pageOf(customer)),
      run: (context, customer) => context.navigate(`${pageOf(customer)}${search}`),
    }),
  ),
]
