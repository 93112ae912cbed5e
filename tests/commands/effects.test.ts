import { expect, test } from 'vitest'
import type { ListHandle, WalkHandle } from '../../src/commands/engine/context.ts'
import { resolveAll } from '../../src/commands/engine/resolve.ts'
import type { Target } from '../../src/commands/engine/targets.ts'
import { activeCommands, bindingsOf } from '../../src/commands/keys/active.ts'
import { advance } from '../../src/commands/keys/keymap.ts'
import { commands } from '../../src/commands/registry.ts'
import {
  abuseTarget,
  apiCallTarget,
  customer,
  customerTarget,
  domainTarget,
  feedbackTarget,
  hostnameTarget,
  invoiceTarget,
  makeContext,
  noteTarget,
  paymentTarget,
  qr,
  qrTarget,
  selectedQrsTarget,
  selectedWebriskTarget,
  trackerTarget,
  webriskTarget,
} from './samples.ts'
import { listStates } from './target-states.ts'

const atProvider: Target = { type: 'customer', record: { ...customer, stripeCustomerId: 'cus/1' } }

const textQr: Target = { type: 'qr', record: { ...qr, type: 'text' } }

/** The effect of each command that stays in the console. Commands that call the API are tested with their calls. */
// [1.2 full screen] [1.5 note] [2.2 row preview] [2.2 row media] [2.2 row customer] [2.2 webrisk columns] [2.2 webrisk customer]
test.each<[string, Target | null, string[]]>([
  ['go.customers', null, ['navigate "/customers"']],
  ['go.qrs', null, ['navigate "/qrs"']],
  ['go.invoices', null, ['navigate "/invoices"']],
  ['go.payments', null, ['navigate "/payments"']],
  ['go.notes', null, ['navigate "/customers/notes"']],
  ['go.feedback', null, ['navigate "/customers/feedback"']],
  ['go.referred', null, ['navigate "/customers/referred"']],
  ['go.audit', null, ['navigate "/audit"']],
  ['customer.open', customerTarget, ['navigate "/customers/8812"']],
  ['customer.open-in-new-tab', customerTarget, ['new tab "/customers/8812"']],
  ['customer.copy-email', customerTarget, ['copy "ana@cafesol.es"']],
  ['customer.copy-id', customerTarget, ['copy "8812"']],
  ['customer.copy-name', customerTarget, ['copy "Ana Ruiz"']],
  ['customer.copy-provider-id', atProvider, ['copy "cus/1"']],
  ['customer.open-at-provider', atProvider, ['new tab "https://pay.example.com/customers/cus%2F1"']],
  ['customer.edit', customerTarget, ['navigate "/customers/8812?edit=true"']],
  ['customer.write-note', customerTarget, ['navigate "/customers/8812?note=true"']],
  ['customer.show-info', customerTarget, ['navigate "/customers/8812"']],
  ['customer.show-payments', customerTarget, ['navigate "/customers/8812?tab=payments"']],
  ['customer.show-qrs', customerTarget, ['navigate "/customers/8812?tab=qrs"']],
  ['customer.show-invoices', customerTarget, ['navigate "/customers/8812?tab=invoices"']],
  ['invoice.view', invoiceTarget, ['new tab "/api/admin/invoices/files/file-77"']],
  ['payment.open-customer', paymentTarget, ['navigate "/customers/8812"']],
  ['payment.open-at-provider', paymentTarget, ['new tab "https://pay.example.com/payments/pi_501"']],
  ['payment.copy-id', paymentTarget, ['copy "501"']],
  ['payment.copy-order-id', paymentTarget, ['copy "R-501"']],
  ['note.open-customer', noteTarget, ['new tab "/customers/8812"']],
  ['note.copy-text', noteTarget, ['copy "Calls on Mondays."']],
  ['feedback.open-customer', feedbackTarget, ['new tab "/customers/8812"']],
  ['feedback.copy-text', feedbackTarget, ['copy "Too dear."']],
  ['qr.preview', qrTarget, ['navigate "/qrs?preview=41"']],
  ['qr.preview', textQr, ['navigate "/qrs?static=41"']],
  ['qr.show-static', textQr, ['navigate "/qrs?static=41"']],
  ['qr.edit-media', qrTarget, ['navigate "/qrs/media/41"']],
  [
    'qrs.whitelist',
    selectedQrsTarget,
    ['bulk {"title":"Whitelist","of":"qrs","change":{"action":"whitelist"},"done":"whitelisted","ids":[41,42,43]}'],
  ],
  [
    'qrs.blacklist',
    selectedQrsTarget,
    [
      'bulk {"title":"Send domains to the blacklist","of":"qrs","change":{"action":"blacklist"},"done":"sent to the blacklist","ids":[41,42,43]}',
    ],
  ],
  ['qr.open-customer', qrTarget, ['navigate "/customers/8812"']],
  ['qr.open-link', qrTarget, ['new tab "https://qr.example.com/aB3xYz?crm=true"']],
  ['qr.copy-uri', qrTarget, ['copy "aB3xYz"']],
  ['qr.copy-link', qrTarget, ['copy "https://qr.example.com/aB3xYz"']],
  ['qr.copy-id', qrTarget, ['copy "41"']],
  ['invoice.open-customer', invoiceTarget, ['navigate "/customers/8812"']],
  ['domain.copy-name', domainTarget, ['copy "shop.example"']],
  ['hostname.open-customer', hostnameTarget, ['new tab "/customers/8812"']],
  ['hostname.copy-name', hostnameTarget, ['copy "qr.cafesol.es"']],
  ['invoice.copy-id', invoiceTarget, ['copy "77"']],
  ['api-call.open', apiCallTarget, ['navigate "/api-calls/301"']],
  ['api-call.open-customer', apiCallTarget, ['navigate "/customers/8812"']],
  ['api-call.filter-by-owner', apiCallTarget, ['navigate "/api-calls?owner=8812"']],
  ['api-call.copy-url', apiCallTarget, ['copy "/v1/qrs?page=2"']],
  ['api-call.copy-id', apiCallTarget, ['copy "301"']],
  ['webrisk.open-customer', webriskTarget, ['new tab "/customers/8812"']],
  ['webrisk.open-qr', webriskTarget, ['navigate "/qrs?searchTerm=41&exactSearch=true"']],
  ['webrisk.open-link', webriskTarget, ['new tab "https://parcel-fee.test/pay"']],
  ['webrisk.copy-link', webriskTarget, ['copy "https://parcel-fee.test/pay"']],
  [
    'webrisks.block-qr',
    selectedWebriskTarget,
    ['bulk {"title":"Block QR codes","of":"webrisks","change":{"action":"block"},"done":"whose QR codes are now blocked","ids":[61,62]}'],
  ],
  ['tracker.open-customer', trackerTarget, ['new tab "/customers/8812"']],
  ['tracker.open-qr', trackerTarget, ['navigate "/qrs?searchTerm=41&exactSearch=true"']],
  ['tracker.copy-link', trackerTarget, ['copy "https://parcel-fee.test/pay"']],
  ['abuse.open-qr', abuseTarget, ['navigate "/qrs?searchTerm=aB3xYz&exactSearch=true"']],
  ['abuse.open-link', abuseTarget, ['new tab "https://qr.example.com/aB3xYz"']],
  ['abuse.copy-link', abuseTarget, ['copy "https://qr.example.com/aB3xYz"']],
  ['abuse.copy-email', abuseTarget, ['copy "tom@example.org"']],
  ['palette.open', null, ['palette']],
  ['page.search', null, ['search']],
  ['actions.open', null, ['actions']],
  ['keyboard.show', null, ['dialog "shortcuts"']],
  ['settings.open', null, ['dialog "settings"']],
  ['change.list-undo', null, ['dialog "undo-history"']],
  ['colour-mode.toggle', null, ['colour mode']],
  ['fullscreen.toggle', null, ['full screen']],
  ['session.log-out', null, ['sign out']],
])('%s', async (id, target, effects) => {
  const { context, did } = makeContext(target ? { targets: [target] } : {})
  await commands.find((command) => command.id === id)?.run(context, target, {}, 'key')
  expect(did).toEqual(effects)
})

test('list commands act on the list on screen', async () => {
  const did: string[] = []
  const list = {
    move: (step: number) => void did.push(`move ${step}`),
    open: (newTab: boolean) => void did.push(`open ${newTab}`),
    openRowMenu: () => void did.push('menu'),
    page: (step: number) => void did.push(`page ${step}`),
    hasNextPage: true,
    hasPreviousPage: true,
    isEmpty: false,
    selection: {
      count: 1,
      toggle: () => void did.push('toggle'),
      selectPage: () => void did.push('select page'),
      extend: () => void did.push('extend'),
      step: (by: number) => void did.push(`select ${by}`),
      clear: () => void did.push('clear'),
    },
    chooseColumns: () => void did.push('columns'),
    views: { show: () => void did.push('views'), save: () => void did.push('save view'), href: () => '/customers?status=any' },
  }
  const { context, did: copied } = makeContext({ list })
  for (const command of commands.filter(({ scope, id }) => scope === 'list' || id === 'actions.open'))
    await command.run(context, null, {}, 'key')
  expect(did.toSorted()).toEqual(
    [
      'menu',
      'move 1',
      'move -1',
      'open false',
      'open true',
      'page -1',
      'page 1',
      'toggle',
      'select page',
      'extend',
      'select 1',
      'select -1',
      'clear',
      'columns',
      'views',
      'save view',
    ].toSorted(),
  )
  expect(copied).toEqual(['copy "https://console.example.com/customers?status=any"'])
})

test('j and k walk between records unless focus is in a table on the page', async () => {
  const did: string[] = []
  const walk: WalkHandle = {
    step: (by) => void did.push(`walk ${by}`),
    whyNot: (by) => (by > 0 ? 'This is the last in the list.' : null),
  }
  const list = { ...(listStates[2] as ListHandle), move: (step: number) => void did.push(`move ${step}`) }
  const reached = (key: string, hasFocus: boolean) => {
    const { context } = makeContext({ targets: [customerTarget], walk, list: { ...list, hasFocus: () => hasFocus } })
    const step = advance(bindingsOf(activeCommands(commands, context)), [], [key])
    return step.kind === 'match' ? step.bound : null
  }
  expect(reached('k', false)?.command.id).toBe('walk.previous')
  expect(reached('j', false)?.availability).toEqual({ state: 'blocked', reason: 'This is the last in the list.' })
  expect(reached('ArrowDown', false)?.command.id).toBe('list.next')
  expect(reached('j', true)?.command.id).toBe('list.next')
  expect(reached('k', true)?.command.id).toBe('list.previous')
  for (const hasFocus of [false, true]) await reached('k', hasFocus)?.command.run(makeContext({ walk, list }).context, null, {}, 'key')
  expect(did).toEqual(['walk -1', 'move -1'])
  const ids = resolveAll(commands, makeContext({ list }).context, null).map(({ command }) => command.id)
  expect(ids.filter((id) => id.startsWith('walk.'))).toEqual([])
})

test.each([
  ['/qrs?type=url&page=2', '/qrs?type=url&page=2&preview=41'],
  ['/qrs?static=7', '/qrs?preview=41'],
  ['/customers/8812?tab=qrs&page=3', '/customers/8812?tab=qrs&page=3&preview=41'],
  ['/customers/8812', '/qrs?preview=41'],
])('a preview from %s opens over the current list [2.2 customer qrs]', async (location, href) => {
  const { context, did } = makeContext({ location })
  await commands.find(({ id }) => id === 'qr.preview')?.run(context, qrTarget, {}, 'key')
  expect(did).toEqual([`navigate ${JSON.stringify(href)}`])
})

test('selection commands are offered if rows can be selected, and clearing only while some are', () => {
  const shownFor = (list: ListHandle) =>
    resolveAll(commands, makeContext({ list }).context, null)
      .map(({ command }) => command.id)
      .filter((id) => id.includes('select'))
  const bare = listStates[2] as ListHandle
  const selection = { count: 0, toggle: () => {}, selectPage: () => {}, extend: () => {}, step: () => {}, clear: () => {} }
  expect(shownFor(bare)).toEqual([])
  expect(shownFor({ ...bare, selection })).toEqual([
    'list.select',
    'list.select-page',
    'list.select-range',
    'list.select-down',
    'list.select-up',
  ])
  expect(shownFor({ ...bare, selection: { ...selection, count: 2 } })).toEqual([
    'list.select',
    'list.select-page',
    'list.select-range',
    'list.select-down',
    'list.select-up',
    'list.clear-selection',
  ])
})

test('full screen is in the user menu only if the browser supports it', () => {
  const { context } = makeContext()
  const shown = (toggleFullscreen: (() => void) | null) =>
    resolveAll(commands, { ...context, ui: { ...context.ui, toggleFullscreen } }, null, 'user-menu').map(({ command }) => command.id)
  expect(shown(() => {})).toContain('fullscreen.toggle')
  expect(shown(null)).not.toContain('fullscreen.toggle')
})
