import { QueryClient } from '@tanstack/react-query'
import type { CommandContext } from '../../src/commands/engine/context.ts'
import type { Target, Targets } from '../../src/commands/engine/targets.ts'
import { allCapabilities } from '../../src/contract/capabilities.ts'

export const customer: Targets['customer'] = {
  id: 8812,
  fullName: 'Ana Ruiz',
  companyName: 'Café Sol',
  email: 'ana@cafesol.es',
  status: 'active',
  version: 1,
  banned: false,
  deleted: false,
  archived: 0,
  whitelisted: false,
  supportAccess: true,
  is2faEnabled: false,
  subscriptionStatus: 'active',
  subscriptionInfo: { willCancel: false },
  stripeCustomerId: null,
  linkedinId: null,
  facebookId: null,
  googleId: null,
  discount: null,
  hasNote: false,
  erased: false,
}
export const payment: Targets['payment'] = {
  id: 501,
  createdAt: 1_794_700_000,
  userId: 8812,
  email: 'ana@cafesol.es',
  ref: 'R-501',
  stripePaymentIntentId: 'pi_501',
  amount: 1990,
  amountRefunded: 0,
  currency: 'eur',
  stripePaymentIntentStatus: 'succeeded',
  stripeInvoiceStatus: 'paid',
  stripeDisputeStatus: null,
  refundInProgress: false,
}
export const note: Targets['note'] = { id: 8812, user: 8812, note: 'Calls on Mondays.', email: 'ana@cafesol.es', fullName: 'Ana Ruiz' }
export const feedback: Targets['feedback'] = { id: 31, user: 8812, note: 'Too dear.' }
export const qr: Targets['qr'] = {
  id: 41,
  name: 'Menu',
  type: 'url',
  status: 1,
  stopped: 0,
  whitelisted: false,
  version: 1,
  uri: 'aB3xYz',
  user: 8812,
  qrUri: 'https://qr.example.com/aB3xYz',
  content: { url: 'https://cafesol.es' },
}
export const selectedQrs: Targets['qrs'] = { id: 3, ids: [41, 42, 43] }
export const folders: Targets['folders'] = {
  id: 8812,
  fullName: 'Ana Ruiz',
  email: 'ana@cafesol.es',
  folders: [{ id: 9, name: 'Summer' }],
}
export const invoice: Targets['invoice'] = { id: 77, link: 'file-77', customer: 8812, paymentId: null }

export const user: Targets['user'] = {
  id: 12,
  name: 'Marta Vidal',
  email: 'marta@quaydesk.test',
  rol: 1,
  '2fa': true,
  isLastFull: false,
  lockedUntil: null,
  passkeys: 0,
  disabledAt: null,
  version: 3,
}

export const webriskEntry: Targets['webrisk'] = {
  id: 61,
  url: 'https://parcel-fee.test/pay',
  status: 2,
  qr: 41,
  user: 8812,
  qrInfo: { name: 'Menu', uri: 'aB3xYz', status: 1, stopped: 0 },
}
export const abuseReport: Targets['abuse'] = { id: 71, url: 'https://qr.example.com/aB3xYz', status: 0, email: 'tom@example.org' }

export const invitation: Targets['invitation'] = { id: 61, email: 'ana@cafesol.es', status: 1, userId: 77, owner: 8812 }
export const apiCall: Targets['api-call'] = { id: 301, owner: 8812, method: 'GET', path: '/v1/qrs', query: 'page=2' }

export const domain: Targets['domain'] = { id: 5, domain: 'shop.example', list: 'blacklisted' }
export const domainList: Targets['domain-list'] = { id: 1, list: 'blacklisted' }
export const hostname: Targets['hostname'] = { id: 6, user: 8812, hostname: 'qr.cafesol.es', status: 'active' }

export const approval: Targets['approval'] = {
  id: 12,
  state: 'open',
  action: 'payment.refund',
  targetType: 'payment',
  targetId: 903,
  target: 'ana@cafesol.es',
  customerId: 8812,
  rows: 1,
  amount: 12_000,
  before: { amountRefunded: 0 },
  after: { amountRefunded: 12_000, currency: 'eur' },
  reason: 'Charged twice',
  policy: 'Refunds above 100,00 € need a second person.',
  requesterId: 3,
  requesterName: 'Ben Support',
  requestedAt: 1_781_510_400,
  expiresAt: 1_781_596_800,
  decidedByName: null,
  decidedAt: null,
  answer: null,
  isMine: false,
  mayDecide: true,
  isDoneByRequester: false,
}

export const invoiceListTarget: Target = { type: 'invoice-list', record: { id: 202603, scope: { year: 2026, month: 3 } } }
export const reportTarget: Target = { type: 'report', record: { id: 202603, year: 2026, month: 3 } }

export const customerTarget: Target<'customer'> = { type: 'customer', record: customer }
export const paymentTarget: Target<'payment'> = { type: 'payment', record: payment }
export const noteTarget: Target = { type: 'note', record: note }
export const feedbackTarget: Target = { type: 'feedback', record: feedback }
export const qrTarget: Target = { type: 'qr', record: qr }
export const selectedQrsTarget: Target = { type: 'qrs', record: selectedQrs }
export const foldersTarget: Target = { type: 'folders', record: folders }
export const invoiceTarget: Target = { type: 'invoice', record: invoice }
export const domainTarget: Target = { type: 'domain', record: domain }
export const domainListTarget: Target = { type: 'domain-list', record: domainList }
export const hostnameTarget: Target = { type: 'hostname', record: hostname }
export const invitationTarget: Target = { type: 'invitation', record: invitation }
export const apiCallTarget: Target = { type: 'api-call', record: apiCall }
export const userTarget: Target = { type: 'user', record: user }
export const webriskTarget: Target = { type: 'webrisk', record: webriskEntry }
export const selectedCustomersTarget: Target = { type: 'customers', record: { id: 2, ids: [8812, 8813] } }
export const selectedWebriskTarget: Target = { type: 'webrisks', record: { id: 2, ids: [61, 62] } }
export const trackerTarget: Target = { type: 'tracker', record: { id: 81, url: 'https://parcel-fee.test/pay', qr: 41, user: 8812 } }
export const abuseTarget: Target = { type: 'abuse', record: abuseReport }

export const selectedAbuseTarget: Target = { type: 'abuses', record: { id: 2, ids: [71, 72] } }

/** A context that records what commands do to it. */
export function makeContext(over: Partial<CommandContext> = {}): { context: CommandContext; did: string[] } {
  const did: string[] = []
  const noteDown = (what: string) => (given?: unknown) => void did.push(given === undefined ? what : `${what} ${JSON.stringify(given)}`)
  const context: CommandContext = {
    user: {
      id: 1,
      name: 'Staff',
      email: 'staff@example.com',
      rol: 1,
      capabilities: allCapabilities,
      features: [],
      productName: 'Quaydesk',
      publicSiteUrl: 'https://qr.example.com',
      appUrl: 'https://app.example.com',
      paymentProviderUrl: 'https://pay.example.com',
    },
    queryClient: new QueryClient(),
    forecast: null,
    onDemand: [],
    navigate: noteDown('navigate'),
    openInNewTab: noteDown('new tab'),
    openTab: () => ({ go: noteDown('tab goes to'), close: noteDown('tab closes') }),
    copy: (text) => Promise.resolve(noteDown('copy')(text)),
    location: '/customers',
    origin: 'https://console.example.com',
    ui: {
      openPalette: noteDown('palette'),
      goUp: noteDown('up'),
      openDialog: noteDown('dialog'),
      toggleLetterKeys: () => {
        did.push('letter keys')
        return Promise.resolve(true)
      },
      undoLast: () => Promise.resolve(noteDown('undo')()),
      say: noteDown('say'),
      focusSearch: noteDown('search'),
      openActions: noteDown('actions'),
      toggleColourMode: noteDown('colour mode'),
      isDark: () => false,
      isFullscreen: () => false,
      hasLetterKeys: () => true,
      toggleFullscreen: noteDown('full screen'),
      signOut: () => Promise.resolve(noteDown('sign out')()),
      forgetCustomer: noteDown('forget'),
      openBulk: noteDown('bulk'),
      goOn: (id, { type, record }) => void did.push(`${id} on ${type} ${record.id}`),
      copyCommandLink: null,
    },
    list: null,
    walk: null,
    targets: [],
    pageRecord: null,
    ...over,
  }
  return { context, did }
}
