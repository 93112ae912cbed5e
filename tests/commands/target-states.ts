import type { ListHandle } from '../../src/commands/engine/context.ts'
import type { Target, Targets } from '../../src/commands/engine/targets.ts'
import { subscriptionStatuses } from '../../src/contract/customer-status.ts'
import { invoiceStatuses, paymentIntentStatuses } from '../../src/contract/payments.ts'
import {
  abuseReport,
  apiCall,
  apiCallTarget,
  approval,
  customer,
  domain,
  domainListTarget,
  domainTarget,
  feedbackTarget,
  folders,
  foldersTarget,
  hostnameTarget,
  invitation,
  invitationTarget,
  invoiceListTarget,
  invoiceTarget,
  noteTarget,
  payment,
  qr,
  reportTarget,
  selectedAbuseTarget,
  selectedCustomersTarget,
  selectedQrsTarget,
  selectedWebriskTarget,
  trackerTarget,
  user,
  webriskEntry,
} from './samples.ts'

/** Each flag that availability depends on, set to its other value. */
const flags: readonly Partial<Targets['customer']>[] = [
  { banned: true },
  { deleted: true },
  { archived: 1 },
  { whitelisted: true },
  { is2faEnabled: true },
  { stripeCustomerId: 'cus_8812' },
  { linkedinId: 'in-1' },
  { facebookId: 'fb-1' },
  { googleId: 'go-1' },
  { discount: 20 },
  { hasNote: true },
  { erased: true },
]
const allFlags = Object.assign({}, ...flags) as Partial<Targets['customer']>

/** Customers in every raw status, with and without a pending cancelation, with no flag, each flag and all flags. */
export const customerStates: readonly Targets['customer'][] = [...subscriptionStatuses, null].flatMap((subscriptionStatus) =>
  [false, true].flatMap((willCancel) =>
    [{}, ...flags, allFlags].map((flag) => ({ ...customer, subscriptionStatus, subscriptionInfo: { willCancel }, ...flag })),
  ),
)

/** Payments in every status: not, partly and fully refunded, disputed or not, in each kind of currency. */
export const paymentStates: readonly Targets['payment'][] = [
  ...paymentIntentStatuses.map((stripePaymentIntentStatus) => ({ ...payment, stripePaymentIntentStatus })),
  ...invoiceStatuses.map((stripeInvoiceStatus) => ({ ...payment, stripeInvoiceStatus })),
  ...[0, 490, 1990].map((amountRefunded) => ({ ...payment, amountRefunded })),
  ...['needs_response', 'won', 'lost'].map((stripeDisputeStatus) => ({ ...payment, stripeDisputeStatus })),
  ...['jpy', 'kwd'].map((currency) => ({ ...payment, currency })),
  { ...payment, refundInProgress: true },
]

/** QR codes in every status: stopped or not, whitelisted or not, with and without a page, with any kind of address. */
export const qrStates: readonly Targets['qr'][] = [0, 1, 2].flatMap((status) =>
  ([0, 1] as const).flatMap((stopped) =>
    [
      {},
      { whitelisted: true },
      { type: 'text', content: { url: null } },
      { type: 'wifi', content: { url: null } },
      { content: { url: 'javascript:alert(1)' } },
      { content: { url: 'https://qr.example.com/other' } },
      { content: { url: 'https://APP.example.com.' } },
      { content: { url: 'https://console.example.com/x' } },
    ].map((facts) => ({ ...qr, status, stopped, ...facts })),
  ),
)

/** Accounts of both roles: with and without two-factor, the last one of role 1, and the signed-in one (id 1). */
export const userStates: readonly Targets['user'][] = [12, 1].flatMap((id) => [
  { ...user, id },
  { ...user, id, '2fa': false },
  { ...user, id, rol: 2 },
  { ...user, id, isLastFull: true },
  { ...user, id, lockedUntil: 1_795_060_800 },
])

/** Entries in every status: with and without a QR in each status, a customer and a web address. */
const webriskStates: readonly Targets['webrisk'][] = ([0, 1, 2, 3] as const).flatMap((status) => [
  { ...webriskEntry, status },
  ...[0, 1, 2].map((qrStatus) => ({ ...webriskEntry, status, qrInfo: { name: 'Menu', uri: 'aB3xYz', status: qrStatus, stopped: 1 } })),
  { ...webriskEntry, status, qr: null, user: null, qrInfo: null, url: 'javascript:alert(1)' },
])

/** Records of every type in every state that availability depends on. */
export const targetStates: readonly Target[] = [
  ...customerStates.map((record): Target => ({ type: 'customer', record })),
  ...paymentStates.map((record): Target => ({ type: 'payment', record })),
  { type: 'customer', record: { ...customer, fullName: '' } },
  selectedCustomersTarget,
  noteTarget,
  feedbackTarget,
  ...qrStates.map((record): Target => ({ type: 'qr', record })),
  { type: 'qr', record: { ...qr, name: '', qrUri: 'javascript:alert(1)', content: { url: null } } },
  selectedQrsTarget,
  foldersTarget,
  { type: 'folders', record: { ...folders, folders: [1, 2, 3, 4].map((id) => ({ id, name: '' })) } },
  domainTarget,
  { type: 'domain', record: { ...domain, domain: '*.shop.example', list: 'whitelisted' } },
  domainListTarget,
  { type: 'domain-list', record: { id: 2, list: 'whitelisted' } },
  hostnameTarget,
  invoiceTarget,
  invoiceListTarget,
  { type: 'invoice-list', record: { id: 8812, scope: { user: 8812 } } },
  reportTarget,
  invitationTarget,
  { type: 'invitation', record: { ...invitation, status: 0 } },
  { type: 'invitation', record: { ...invitation, userId: null } },
  apiCallTarget,
  { type: 'api-call', record: { ...apiCall, previousId: null, nextId: 302 } },
  { type: 'api-call', record: { ...apiCall, previousId: 300, nextId: null } },
  ...webriskStates.map((record): Target => ({ type: 'webrisk', record })),
  selectedWebriskTarget,
  trackerTarget,
  { type: 'tracker', record: { id: 82, url: '', qr: null, user: null } },
  ...([0, 1, 2] as const).map((status): Target => ({ type: 'abuse', record: { ...abuseReport, status } })),
  { type: 'abuse', record: { ...abuseReport, url: 'glued over the parking machine' } },
  selectedAbuseTarget,
  ...userStates.map((record): Target => ({ type: 'user', record })),
  { type: 'approval', record: approval },
  { type: 'approval', record: { ...approval, isMine: true, mayDecide: false } },
  { type: 'approval', record: { ...approval, state: 'done', targetType: 'token', mayDecide: false } },
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

/** Lists in every state that availability depends on; null is a page without a list. */
export const listStates: readonly (ListHandle | null)[] = [
  null,
  noList,
  { ...noList, isEmpty: false, hasNextPage: true },
  { ...noList, isEmpty: false, hasPreviousPage: true },
  { ...noList, exports: { list: 'customers', query: {} } },
  { ...noList, isEmpty: false, exports: { list: 'customers', query: { country: 'es' } } },
  {
    ...noList,
    isEmpty: false,
    selection: { count: 0, toggle: () => {}, selectPage: () => {}, extend: () => {}, step: () => {}, clear: () => {} },
  },
  {
    ...noList,
    isEmpty: false,
    selection: { count: 3, toggle: () => {}, selectPage: () => {}, extend: () => {}, step: () => {}, clear: () => {} },
  },
]
