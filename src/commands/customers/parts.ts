import { ChevronRightIcon } from '@primer/octicons-react'
import type { Feature } from '../../contract/features.ts'
import type { Command } from '../engine/command.ts'
import { commandsOn } from '../shared/commands-on.ts'
import { isAt } from '../shared/is-at.ts'

/** Prefix of a fragment that leads to a part of its page. */
export const partLinkStart = '#part='

const slug = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')

/** The fragment that leads to the part with this heading. */
export const linkToPart = (title: string) => `${partLinkStart}${slug(title)}`

interface Part {
  title: string
  /** Its name without a customer; the title 'of a customer' if absent. */
  generic?: string
  /** Other words for it, and for what it shows. */
  keywords: string
  aka?: readonly string[]
  feature?: Feature
  /** One of the lists under 'More', which shows one of them at a time. */
  isListed?: true
  isOfNumbers?: true
}

/** The cards and panels on the first tab and under 'More' of a customer's page. */
export const customerParts = {
  subscription: { title: 'Subscription', keywords: 'plan renewal cycle' },
  payment: { title: 'Payment method', keywords: 'card iban sepa' },
  info: {
    title: 'Customer',
    generic: 'Account data of a customer',
    keywords: 'account data language country registered',
    aka: ['Cannot log in', 'Cannot sign in', 'Locked out'],
  },
  limits: { title: 'Limits', keywords: 'qr maximum quota bulk', isOfNumbers: true },
  origin: { title: 'Origin', keywords: 'referrer campaign source' },
  revenue: { title: 'Total revenue', keywords: 'paid money lifetime spent', aka: ['LTV', 'Lifetime value', 'Total spent'] },
  billing: { title: 'Billing data', keywords: 'vat number tax company address invoice', feature: 'billing' },
  timeline: { title: 'Timeline', keywords: 'time line changes', aka: ['History'], feature: 'timeline' },
  device: { title: 'Device', keywords: 'browser system app' },
  folders: { title: 'Folders', keywords: 'directories', isListed: true },
  domains: { title: 'Domains', keywords: 'hostnames dns', isListed: true },
  invitations: { title: 'Invitations', keywords: 'invited members team', isListed: true },
  referred: { title: 'Referred customers', keywords: 'referrals recommended', isListed: true },
  email: {
    title: 'Email activity',
    keywords: 'emails mails sent bounces',
    aka: ['Email log', 'Mail log', 'Email history'],
    isListed: true,
  },
  events: { title: 'Events', keywords: 'activity log', isListed: true },
  calls: { title: 'API calls', keywords: 'requests', isListed: true },
  webrisk: { title: 'Web risk', keywords: 'phishing malware', isListed: true },
} as const satisfies Record<string, Part>

const onCustomer = commandsOn('customer', { section: 'On the customer’s page', places: [] })

/** One command for each, on the page and from elsewhere. The note's is the one that writes it. */
export const customerPartCommands: readonly Command[] = Object.entries<Part>(customerParts).map(
  ([id, { title, generic, isListed, ...rest }]) =>
    onCustomer({
      ...rest,
      verb: `see-${id}`,
      title: () => title,
      genericTitle: generic ?? `${title} of a customer`,
      icon: ChevronRightIcon,
      leads: true,
      run: (context, customer) => {
        const page = `/customers/${customer.id}`
        // A form that is open there stays open.
        const isHere = isAt(context, page) && !/[?&](tab|show)=/.test(context.location)
        const search = new URLSearchParams(isListed ? { show: id } : isHere ? context.location.split('?')[1] : '')
        context.navigate(`${page}${search.size === 0 ? '' : `?${search.toString()}`}${linkToPart(title)}`)
      },
    }),
)
