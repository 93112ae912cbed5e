import {
  AppsIcon,
  ArchiveIcon,
  BugIcon,
  CommentIcon,
  CreditCardIcon,
  FileIcon,
  GraphIcon,
  HistoryIcon,
  type Icon,
  LinkIcon,
  NoteIcon,
  PeopleIcon,
  ShieldIcon,
} from '@primer/octicons-react'
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
    id: 'archived-qrs',
    group: 'QRs',
    entry: 'Archived',
    name: 'archived QR codes',
    href: '/qrs/archived',
    keys: 'g z',
    icon: ArchiveIcon,
    needs: 'qrs.read',
    keywords: 'old search uri',
  },
  {
    id: 'risk',
    group: 'QRs',
    entry: 'Risk',
    name: 'risky QR codes',
    href: '/qrs/risk',
    keys: 'g x',
    icon: ShieldIcon,
    needs: 'qrs.risk.read',
    keywords: 'blocked whitelist security',
  },
  {
    id: 'uri-history',
    group: 'QRs',
    entry: 'URI history',
    name: 'the history of uris',
    href: '/qrs/uri',
    keys: 'g u',
    icon: LinkIcon,
    needs: 'qrs.read',
    keywords: 'addresses changes former',
  },
  {
    id: 'qr-stats',
    group: 'QRs',
    entry: 'Stats',
    name: 'QR statistics',
    href: '/qrs/stats',
    keys: 'g s',
    icon: GraphIcon,
    needs: 'qrs.read',
    keywords: 'counts figures most',
  },
  {
    id: 'infected',
    group: 'QRs',
    entry: 'Infected',
    name: 'infected QR codes',
    href: '/qrs/infected',
    keys: 'g v',
    icon: BugIcon,
    needs: 'qrs.infected.read',
    keywords: 'virus malware detection',
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
