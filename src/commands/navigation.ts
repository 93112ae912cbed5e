import { AppsIcon, FileIcon, type Icon, PeopleIcon } from '@primer/octicons-react'
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
  keywords?: string
}

/** One line per screen, in the order of the documented menu. */
const screens: readonly Screen[] = [
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
]

export const navigationCommands: readonly Command[] = screens.map(({ id, group, entry, name, href, keys, icon, needs, keywords }) =>
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
    ...(keywords === undefined ? {} : { keywords }),
    run: (context) => context.navigate(href),
  }),
)
