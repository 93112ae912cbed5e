import { QueryClient } from '@tanstack/react-query'
import type { CommandContext, ListHandle, Target, Targets } from '../../src/commands/command.ts'
import { allCapabilities } from '../../src/contract/capabilities.ts'

export const customer: Targets['customer'] = {
  id: 8812,
  fullName: 'Ana Ruiz',
  companyName: 'Café Sol',
  email: 'ana@cafesol.es',
  banned: false,
  deleted: false,
  status: 'active',
}
export const qr: Targets['qr'] = {
  id: 41,
  name: 'Menu',
  uri: 'aB3xYz',
  user: 8812,
  qrUri: 'https://qr.example.com/aB3xYz',
  content: { url: 'https://cafesol.es' },
}
export const invoice: Targets['invoice'] = { id: 77, link: 'file-77', customer: 8812 }

export const customerTarget: Target = { type: 'customer', record: customer }
export const qrTarget: Target = { type: 'qr', record: qr }
export const invoiceTarget: Target = { type: 'invoice', record: invoice }

/** Records of every type, in every state that availability depends on. */
export const targetStates: readonly Target[] = [
  ...[false, true].flatMap((banned) =>
    [false, true].map((deleted): Target => ({ type: 'customer', record: { ...customer, banned, deleted } })),
  ),
  qrTarget,
  { type: 'qr', record: { ...qr, name: '', qrUri: 'javascript:alert(1)', content: { url: null } } },
  invoiceTarget,
]

const noList: ListHandle = {
  move: () => {},
  open: () => {},
  openRowMenu: () => {},
  page: () => {},
  hasNextPage: false,
  hasPreviousPage: false,
  isEmpty: true,
}

/** Lists in every state that availability depends on; null is a page without one. */
export const listStates: readonly (ListHandle | null)[] = [
  null,
  noList,
  { ...noList, isEmpty: false, hasNextPage: true },
  { ...noList, isEmpty: false, hasPreviousPage: true },
]

/** A context that records what commands did to it. */
export function makeContext(over: Partial<CommandContext> = {}): { context: CommandContext; did: string[] } {
  const did: string[] = []
  const note = (what: string) => (given?: unknown) => void did.push(given === undefined ? what : `${what} ${JSON.stringify(given)}`)
  const context: CommandContext = {
    user: {
      id: 1,
      name: 'Staff',
      email: 'staff@example.com',
      rol: 1,
      capabilities: allCapabilities,
      productName: 'Quaydesk',
      publicSiteUrl: 'https://qr.example.com',
      appUrl: 'https://app.example.com',
    },
    queryClient: new QueryClient(),
    navigate: note('navigate'),
    openInNewTab: note('new tab'),
    copy: (text) => Promise.resolve(note('copy')(text)),
    location: '/customers',
    ui: {
      openPalette: note('palette'),
      openCheatSheet: note('cheat sheet'),
      focusSearch: note('search'),
      openActions: note('actions'),
      toggleColourMode: note('colour mode'),
      toggleFullscreen: note('full screen'),
      signOut: () => Promise.resolve(note('sign out')()),
    },
    list: null,
    targets: [],
    ...over,
  }
  return { context, did }
}
