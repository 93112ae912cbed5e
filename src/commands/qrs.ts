import { CopyIcon, EyeIcon, ImageIcon, LinkExternalIcon, LinkIcon, NoteIcon, NumberIcon, PersonIcon } from '@primer/octicons-react'
import { whyNotShowStatic } from '../contract/qr-rules.ts'
import { staffPage, whyNotLink } from '../contract/preview.ts'
import { type Command, type CommandContext, targetCommand, unlessRefused } from './command.ts'

const section = 'QR code'

/** Opens a dialog over the QR list in view, or else over the full list. */
function openDialog(context: CommandContext, dialog: 'preview' | 'static', id: number) {
  const url = new URL(context.location, context.origin)
  const isQrList = url.pathname === '/qrs' || url.searchParams.get('tab') === 'qrs'
  const search = new URLSearchParams(isQrList ? url.search : '')
  search.delete('preview')
  search.delete('static')
  search.set(dialog, String(id))
  context.navigate(`${isQrList ? url.pathname : '/qrs'}?${search.toString()}`)
}

/** Viewing, copying and opening a QR code (document 2, section 2). */
export const qrCommands: readonly Command[] = [
  targetCommand('qr', {
    id: 'qr.preview',
    title: () => 'Preview',
    genericTitle: 'Preview a QR code',
    section,
    icon: EyeIcon,
    keywords: 'show look page image download',
    keys: 'q v',
    places: ['row-menu', 'page-menu'],
    // A text QR has no page: show its text instead.
    run: (context, { id, type }) => openDialog(context, type === 'text' ? 'static' : 'preview', id),
  }),
  targetCommand('qr', {
    id: 'qr.show-static',
    title: () => 'Show static content',
    genericTitle: "Show a text QR code's static content",
    section,
    icon: NoteIcon,
    keywords: 'text',
    keys: 'q c',
    places: ['row-menu', 'page-menu'],
    availability: (_context, qr) => unlessRefused(whyNotShowStatic(qr)),
    run: (context, { id }) => openDialog(context, 'static', id),
  }),
  targetCommand('qr', {
    id: 'qr.edit-media',
    title: () => 'Edit media',
    genericTitle: "Edit a QR code's media",
    section,
    icon: ImageIcon,
    keywords: 'files images delete',
    keys: 'q m',
    needs: 'qrs.media',
    places: ['row-menu', 'page-menu'],
    run: (context, { id }) => context.navigate(`/qrs/media/${id}`),
  }),
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
    availability: (_context, qr) => unlessRefused(whyNotLink(qr.qrUri)),
    run: (context, qr) => {
      // The staff page doesn't count as a scan.
      const page = staffPage(qr.qrUri)
      if (page !== null) context.openInNewTab(page)
    },
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
