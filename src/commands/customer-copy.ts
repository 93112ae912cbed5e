import { CopyIcon, MailIcon, NumberIcon } from '@primer/octicons-react'
import { whyNotSync } from '../contract/customer-rules.ts'
import { type Command, targetCommand, unlessRefused } from './command.ts'

const section = 'Copy'

/** Copies a customer's data to the clipboard. */
export const copyCommands: readonly Command[] = [
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
    id: 'customer.copy-name',
    title: () => 'Copy name',
    genericTitle: 'Copy name',
    section,
    icon: CopyIcon,
    keys: 'y n',
    places: ['row-menu', 'page-menu'],
    availability: (_context, { fullName }) => unlessRefused(fullName === '' ? 'No name.' : null),
    run: (context, customer) => context.copy(customer.fullName, 'name'),
  }),
  targetCommand('customer', {
    id: 'customer.copy-provider-id',
    title: () => 'Copy provider id',
    genericTitle: 'Copy the id at the payment provider',
    section,
    icon: NumberIcon,
    keywords: 'stripe',
    keys: 'y p',
    places: ['row-menu', 'page-menu'],
    availability: (_context, customer) => unlessRefused(whyNotSync(customer)),
    run: (context, customer) => context.copy(customer.stripeCustomerId ?? '', 'provider id'),
  }),
]
