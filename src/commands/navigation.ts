import {
  AlertIcon,
  AppsIcon,
  ArchiveIcon,
  BookIcon,
  BugIcon,
  CheckCircleIcon,
  CircleSlashIcon,
  CodeIcon,
  CommandPaletteIcon,
  CommentIcon,
  CreditCardIcon,
  FileIcon,
  GlobeIcon,
  GraphIcon,
  HistoryIcon,
  type Icon,
  LinkIcon,
  ListUnorderedIcon,
  MeterIcon,
  NoteIcon,
  PeopleIcon,
  PersonIcon,
  PlugIcon,
  ReportIcon,
  SearchIcon,
  ShareAndroidIcon,
  ShieldIcon,
  TableIcon,
} from '@primer/octicons-react'
import type { Capability } from '../contract/capabilities.ts'
import type { Feature } from '../contract/features.ts'
import { type Command, command } from './engine/command.ts'

/** A screen of the documented menu (document 1, section 2). */
interface Screen {
  id: string
  entry: string
  /** Its name in the palette, under 'Go to', if it isn't the entry's. */
  name?: string
  /** Its path, if it isn't the id. */
  href?: string
  keys: string
  icon: Icon
  /** If it isn't what its group needs. */
  needs?: Capability
  feature?: Feature
  /** Without it the menu has no entry, but the screen is still open (ruling 1). */
  menuNeeds?: Capability
}

/** The screens in the order of the documented menu. */
const menu: readonly { group: string; needs?: Capability; screens: readonly Screen[] }[] = [
  {
    group: 'Dashboard',
    screens: [
      {
        id: 'general',
        entry: 'General',
        name: 'General dashboard',
        keys: 'g d',
        icon: GraphIcon,
        needs: 'dashboard.read',
      },
      { id: 'analysis', entry: 'Analysis', keys: 'g a', icon: TableIcon, needs: 'analysis.read' },
    ],
  },
  {
    group: 'Payments',
    screens: [
      {
        id: 'payments',
        entry: 'Payments',
        keys: 'g p',
        icon: CreditCardIcon,
        needs: 'payments.read',
        menuNeeds: 'payments.menu',
      },
    ],
  },
  {
    group: 'Customers',
    needs: 'customers.read',
    screens: [
      { id: 'customers', entry: 'List', name: 'Customers', keys: 'g c', icon: PeopleIcon },
      { id: 'notes', entry: 'Notes', name: 'Customer notes', href: '/customers/notes', keys: 'g n', icon: NoteIcon },
      { id: 'feedback', entry: 'Feedback', href: '/customers/feedback', keys: 'g f', icon: CommentIcon },
      {
        id: 'customer-domains',
        entry: 'Domains',
        name: 'Customer domains',
        href: '/customers/domains',
        keys: 'g 5',
        icon: GlobeIcon,
      },
      { id: 'api-calls', entry: 'API calls', keys: 'g y', icon: CodeIcon, needs: 'api-calls.read' },
      {
        id: 'referred',
        entry: 'Referred',
        name: 'Referred customers',
        href: '/customers/referred',
        keys: 'g r',
        icon: ShareAndroidIcon,
      },
    ],
  },
  {
    group: 'Reports',
    screens: [
      {
        id: 'sales',
        entry: 'Sales',
        name: 'Sales reports',
        keys: 'g l',
        icon: BookIcon,
        needs: 'sales.read',
      },
      { id: 'invoices', entry: 'Invoices', keys: 'g i', icon: FileIcon, needs: 'invoices.read' },
    ],
  },
  {
    group: 'QRs',
    needs: 'qrs.read',
    screens: [
      { id: 'qrs', entry: 'List', name: 'QR codes', keys: 'g q', icon: AppsIcon },
      {
        id: 'archived-qrs',
        entry: 'Archived',
        name: 'Archived QR codes',
        href: '/qrs/archived',
        keys: 'g z',
        icon: ArchiveIcon,
      },
      {
        id: 'risk',
        entry: 'Risk',
        name: 'Risky QR codes',
        href: '/qrs/risk',
        keys: 'g x',
        icon: ShieldIcon,
        needs: 'qrs.risk.read',
      },
      { id: 'uri-history', entry: 'URI history', href: '/qrs/uri', keys: 'g u', icon: LinkIcon },
      {
        id: 'qr-stats',
        entry: 'Stats',
        name: 'QR statistics',
        href: '/qrs/stats',
        keys: 'g s',
        icon: MeterIcon,
      },
      {
        id: 'infected',
        entry: 'Infected',
        name: 'Infected QR codes',
        href: '/qrs/infected',
        keys: 'g v',
        icon: BugIcon,
        needs: 'qrs.infected.read',
      },
    ],
  },
  {
    group: 'Admin',
    screens: [
      {
        id: 'users',
        entry: 'Users',
        name: 'Staff accounts',
        keys: 'g 3',
        icon: PersonIcon,
        needs: 'staff.manage',
      },
      {
        id: 'audit',
        entry: 'Audit',
        name: 'Audit trail',
        keys: 'g h',
        icon: HistoryIcon,
        needs: 'audit.read',
        feature: 'audit',
      },
      {
        id: 'integrations',
        entry: 'Integrations',
        keys: 'g j',
        icon: PlugIcon,
        needs: 'integrations.manage',
        feature: 'integrations',
      },
    ],
  },
  {
    group: 'Security',
    needs: 'security.manage',
    screens: [
      {
        id: 'domain-blacklist',
        entry: 'Blocked domains',
        href: '/security/domain-blacklist',
        keys: 'g b',
        icon: CircleSlashIcon,
      },
      {
        id: 'domain-whitelist',
        entry: 'Allowed domains',
        href: '/security/domain-whitelist',
        keys: 'g w',
        icon: CheckCircleIcon,
      },
      {
        id: 'webrisk',
        entry: 'Web risk',
        name: 'Web-risk list',
        href: '/security/webrisk',
        keys: 'g k',
        icon: AlertIcon,
      },
      {
        id: 'webrisk-logs',
        entry: 'Web-risk logs',
        href: '/security/webrisk-logs',
        keys: 'g t',
        icon: ListUnorderedIcon,
      },
      { id: 'abuse', entry: 'Abuse reports', href: '/security/abuse', keys: 'g e', icon: ReportIcon },
    ],
  },
]

const goTo = menu.flatMap(({ group, needs, screens }) =>
  screens.map(({ id, entry, name = entry, href = `/${id}`, ...rest }) =>
    command({
      needs,
      ...rest,
      id: `go.${id}`,
      title: name,
      menuTitle: entry,
      section: group,
      places: ['sidebar'],
      href,
      run: (context) => context.navigate(href),
    }),
  ),
)

/** The ways to everything: what the shell has before the registry is loaded. */
export const navigationCommands: readonly Command[] = [
  ...goTo,
  command({
    id: 'palette.open',
    title: 'Find or run a command',
    section: 'Console',
    icon: CommandPaletteIcon,
    keys: '$mod+k',
    everywhere: true,
    run: (context) => context.ui.openPalette(),
  }),
  command({
    id: 'page.search',
    title: 'Search on this page',
    section: 'Console',
    icon: SearchIcon,
    keywords: 'find filter focus',
    keys: '/',
    run: (context) => context.ui.focusSearch(),
  }),
]
