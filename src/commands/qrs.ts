import { CopyIcon, LinkExternalIcon, LinkIcon, NumberIcon, PersonIcon } from '@primer/octicons-react'
import { blocked, type Command, ready, targetCommand } from './command.ts'

const section = 'QR code'

/** Customer-supplied addresses are followed only where they lead to the web. */
const isWebAddress = (address: string) => /^https?:\/\//i.test(address)

export const qrCommands: readonly Command[] = [
  targetCommand('qr', {
    id: 'qr.open-customer',
    title: () => 'Open its customer',
    genericTitle: "Open a QR code's customer",
    section,
    icon: PersonIcon,
    keywords: 'owner user creator',
    keys: 'o c',
    places: ['row-menu', 'page-menu'],
    run: (context, qr) => context.navigate(`/customers/${qr.user}`),
  }),
  targetCommand('qr', {
    id: 'qr.open-link',
    title: () => 'Open its public link in a new tab',
    genericTitle: "Open a QR code's public link in a new tab",
    section,
    icon: LinkExternalIcon,
    keywords: 'visit url address',
    keys: 'o l',
    places: ['row-menu', 'page-menu'],
    availability: (_context, qr) => (isWebAddress(qr.qrUri) ? ready : blocked('Its link is not a web address.')),
    run: (context, qr) => context.openInNewTab(qr.qrUri),
  }),
  targetCommand('qr', {
    id: 'qr.copy-uri',
    title: (qr) => `Copy uri ${qr.uri}`,
    genericTitle: 'Copy uri',
    section,
    icon: CopyIcon,
    keywords: 'address',
    keys: 'y u',
    places: ['row-menu', 'page-menu'],
    run: (context, qr) => context.copy(qr.uri, 'uri'),
  }),
  targetCommand('qr', {
    id: 'qr.copy-link',
    title: () => 'Copy public link',
    genericTitle: "Copy a QR code's public link",
    section,
    icon: LinkIcon,
    keywords: 'url address',
    keys: 'y l',
    places: ['row-menu', 'page-menu'],
    run: (context, qr) => context.copy(qr.qrUri, 'link'),
  }),
  targetCommand('qr', {
    id: 'qr.copy-id',
    title: () => 'Copy id',
    genericTitle: 'Copy QR id',
    section,
    icon: NumberIcon,
    keys: 'y i',
    places: ['row-menu', 'page-menu'],
    run: (context, qr) => context.copy(String(qr.id), 'id'),
  }),
]
