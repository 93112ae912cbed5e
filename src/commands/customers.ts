import { CircleSlashIcon, CopyIcon, LinkExternalIcon, MailIcon, NumberIcon, PersonIcon } from '@primer/octicons-react'
import { banCustomerMutation } from '../api/customers.ts'
import { runMutation } from '../api/run-mutation.ts'
import { whyNotBan, whyNotUnban } from '../contract/customer-rules.ts'
import { type Command, hidden, ready, targetCommand, type Targets, unlessRefused } from './command.ts'

type Customer = Targets['customer']
const nameOf = (customer: Customer) => customer.fullName || customer.email

const section = 'Customer'

export const customerCommands: readonly Command[] = [
  targetCommand('customer', {
    id: 'customer.open',
    title: (customer) => `Open ${nameOf(customer)}`,
    genericTitle: 'Open the customer',
    section,
    icon: PersonIcon,
    places: ['row-menu'],
    availability: (context, customer) => (context.location.split('?')[0] === `/customers/${customer.id}` ? hidden : ready),
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
    id: 'customer.copy-email',
    title: () => 'Copy e-mail',
    genericTitle: 'Copy e-mail',
    section,
    icon: MailIcon,
    keys: 'y e',
    places: ['row-menu', 'page-menu'],
    run: (context, customer) => context.copy(customer.email, 'e-mail'),
  }),
  targetCommand('customer', {
    id: 'customer.copy-id',
    title: () => 'Copy id',
    genericTitle: 'Copy customer id',
    section,
    icon: NumberIcon,
    keys: 'y i',
    places: ['row-menu', 'page-menu'],
    run: (context, customer) => context.copy(String(customer.id), 'id'),
  }),
  targetCommand('customer', {
    id: 'customer.copy-link',
    title: () => 'Copy link to this customer',
    genericTitle: 'Copy link to the customer',
    section,
    icon: CopyIcon,
    keys: 'y l',
    places: ['row-menu', 'page-menu'],
    run: (context, customer) => context.copy(new URL(`/customers/${customer.id}`, window.location.origin).href, 'link'),
  }),
  targetCommand('customer', {
    id: 'customer.ban',
    title: (customer) => (customer.banned ? `Unban ${nameOf(customer)}` : `Ban ${nameOf(customer)}`),
    genericTitle: 'Ban or unban',
    section,
    icon: CircleSlashIcon,
    keywords: 'block suspend unban lift allow',
    keys: 'a b',
    needs: 'customers.ban',
    places: ['row-menu', 'page-menu'],
    availability: (_context, customer) => unlessRefused(customer.banned ? whyNotUnban(customer) : whyNotBan(customer)),
    danger: (customer) =>
      customer.banned
        ? {
            title: `Unban ${nameOf(customer)}?`,
            body: `${nameOf(customer)} (${customer.email}, #${customer.id}) can sign in to the app again.`,
            confirmLabel: 'Unban',
            undoable: true,
            restores: true,
          }
        : {
            title: `Ban ${nameOf(customer)}?`,
            body: `${nameOf(customer)} (${customer.email}, #${customer.id}) is signed out of the app and cannot sign in again. Subscription and QR codes stay as they are.`,
            confirmLabel: 'Ban',
            undoable: true,
          },
    run: async (context, customer) => {
      const done = await runMutation(context.queryClient, banCustomerMutation(), { id: customer.id, banned: !customer.banned })
      return { message: `${nameOf(customer)} is ${done.banned ? 'banned' : 'no longer banned'}.`, auditId: done.auditId }
    },
  }),
]
