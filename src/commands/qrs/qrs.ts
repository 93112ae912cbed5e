import { EyeIcon, ImageIcon, LinkExternalIcon, LinkIcon, NoteIcon, NumberIcon } from '@primer/octicons-react'
import { staffPage, whyNotLink } from '../../contract/preview.ts'
import { whyNotShowStatic } from '../../contract/qr-rules.ts'
import type { Command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import { commandsOn } from '../shared/commands-on.ts'
import { copiesOf, copyCustomerId } from '../shared/copies.ts'
import { openCustomer } from '../shared/open-customer.ts'

const section = 'QR code'
const onQr = commandsOn('qr', { section })
const copy = copiesOf('qr', { section })

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
  onQr({
    verb: 'preview',
    title: 'Preview',
    genericTitle: 'Preview a QR code',
    icon: EyeIcon,
    aka: ['Download', 'Download QR', 'Download image', 'PNG'],
    keywords: 'show look page image print png',
    keys: 'q v',
    // A text QR has no page: show its text instead.
    run: (context, { id, type }) => openDialog(context, type === 'text' ? 'static' : 'preview', id),
  }),
  onQr({
    verb: 'show-static',
    title: 'Show static content',
    genericTitle: "Show a text QR code's static content",
    icon: NoteIcon,
    keywords: 'text',
    keys: 'q c',
    whyNot: whyNotShowStatic,
    run: (context, { id }) => openDialog(context, 'static', id),
  }),
  onQr({
    verb: 'edit-media',
    title: 'Edit media',
    genericTitle: "Edit a QR code's media",
    icon: ImageIcon,
    keywords: 'files images delete',
    keys: 'q m',
    needs: 'qrs.media',
    run: (context, { id }) => context.navigate(`/qrs/media/${id}`),
  }),
  openCustomer('qr', {
    section,
    genericTitle: "Open a QR code's customer",
    keywords: 'creator',
    of: ({ user }) => user,
    isAlwaysOffered: true,
  }),
  onQr({
    verb: 'open-link',
    title: 'Open its public link in a new tab',
    genericTitle: "Open a QR code's public link in a new tab",
    icon: LinkExternalIcon,
    keywords: 'visit url address',
    keys: 'o l',
    whyNot: (qr) => whyNotLink(qr.qrUri),
    run: (context, qr) => {
      // The staff page doesn't count as a scan.
      const page = staffPage(qr.qrUri)
      if (page !== null) context.openInNewTab(page)
    },
  }),
  copy({
    verb: 'copy-uri',
    what: 'URI',
    title: ({ uri }) => `Copy URI ${uri}`,
    keywords: 'address',
    keys: 'y u',
    of: ({ uri }) => uri,
  }),
  copy({
    verb: 'copy-link',
    what: 'link',
    title: 'Copy public link',
    genericTitle: "Copy a QR code's public link",
    icon: LinkIcon,
    keywords: 'url address',
    keys: 'y l',
    of: ({ qrUri }) => qrUri,
  }),
  copy({ verb: 'copy-id', what: 'id', genericTitle: 'Copy QR id', icon: NumberIcon, keys: 'y i', of: ({ id }) => String(id) }),
  copyCustomerId('qr', { section }, ({ user }) => user),
]
