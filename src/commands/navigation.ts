import { AppsIcon, CommentIcon, CreditCardIcon, FileIcon, type Icon, HistoryIcon, NoteIcon, PeopleIcon } from '@primer/octicons-react'
import type { Capability } from '../contract/capabilities.ts'
import { type Command, command } from './command.ts'

/** A screen of the documented menu (document 1, section 2). */
interface Screen {
  id: string
  /** The menu group it stands in, and its entry there. */
  group: string
  entry: string
  /** How the palette calls it: 'Go to …'. */
  name: string
  href: string
  keys: string
  icon: Icon
  needs: Capability
  /** Without it the menu has no entry, while the screen is open all the same (ruling 1). */
  menuNeeds?: Capability
  keywords?: string
}

/** One line per screen, in the order of the documented menu. */
const screens: readonly Screen[] = [
  {
    id: 'payments',
    group: 'Payments',
    entry: 'Payments',
    name: 'payments',
    href: '/payments',
    keys: 'g p',
    icon: CreditCardIcon,
    needs: 'payments.read',
    menuNeeds: 'payments.menu',
    keywords: 'refunds money charges',
  },
  {
    id: 'customers',
    group: 'Customers',
    entry: 'List',
    name: 'customers',
    href: '/customers',
    keys: 'g c',
    icon: PeopleIcon,
    needs: 'customers.read',
    keywords: 'users accounts subscribers',
  },
  {
    id: 'notes',
    group: 'Customers',
    entry: 'Notes',
    name: 'customer notes',
    href: '/customers/notes',
    keys: 'g n',
    icon: NoteIcon,
    needs: 'customers.read',
    keywords: 'comments',
  },
  {
    id: 'feedback',
    group: 'Customers',
    entry: 'Feedback',
    name: 'feedback',
    href: '/customers/feedback',
    keys: 'g f',
    icon: CommentIcon,
    needs: 'customers.read',
    keywords: 'reasons opinions',
  },
  {
    id: 'referred',
    group: 'Customers',
    entry: 'Referred',
    name: 'referred customers',
    href: '/customers/referred',
    keys: 'g r',
    icon: PeopleIcon,
    needs: 'customers.read',
    keywords: 'referrals recommended',
  },
  {
    id: 'invoices',
    group: 'Reports',
    entry: 'Invoices',
    name: 'invoices',
    href: '/invoices',
    keys: 'g i',
    icon: FileIcon,
    needs: 'invoices.read',
    keywords: 'bills pdf',
  },
  {
    id: 'qrs',
    group: 'QRs',
    entry: 'List',
    name: 'QR codes',
    href: '/qrs',
    keys: 'g q',
    icon: AppsIcon,
    needs: 'qrs.read',
    keywords: 'qrs codes links',
  },
  {
    id: 'audit',
    group: 'Admin',
    entry: 'Audit',
    name: 'the audit trail',
    href: '/audit',
    keys: 'g h',
    icon: HistoryIcon,
    needs: 'audit.read',
    keywords: 'history log who changes',
  },
]

export const navigationCommands: readonly Command[] = screens.map(({ id, group, entry, name, href, keys, icon, needs, ...rest }) =>
  command({
    id: `go.${id}`,
    title: () => `Go to ${name}`,
    menuTitle: entry,
    section: group,
    icon,
    keys,
    scope: 'global',
    needs,
    places: ['sidebar'],
    href,
    ...rest,
    run: (context) => context.navigate(href),
  }),
)
