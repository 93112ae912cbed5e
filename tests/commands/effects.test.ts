import { expect, test } from 'vitest'
import type { Target } from '../../src/commands/command.ts'
import { commands } from '../../src/commands/registry.ts'
import { customerTarget, invoiceTarget, makeContext, qrTarget } from './samples.ts'

/** Every command that only touches the console, and what it does there. Those that call the API are tested with it. */
test.each<[string, Target | null, string[]]>([
  ['go.customers', null, ['navigate "/customers"']],
  ['go.qrs', null, ['navigate "/qrs"']],
  ['go.invoices', null, ['navigate "/invoices"']],
  ['customer.open', customerTarget, ['navigate "/customers/8812"']],
  ['customer.open-in-new-tab', customerTarget, ['new tab "/customers/8812"']],
  ['customer.copy-email', customerTarget, ['copy "ana@cafesol.es"']],
  ['customer.copy-id', customerTarget, ['copy "8812"']],
  ['qr.open-customer', qrTarget, ['navigate "/customers/8812"']],
  ['qr.open-link', qrTarget, ['new tab "https://qr.example.com/aB3xYz"']],
  ['qr.copy-uri', qrTarget, ['copy "aB3xYz"']],
  ['qr.copy-link', qrTarget, ['copy "https://qr.example.com/aB3xYz"']],
  ['qr.copy-id', qrTarget, ['copy "41"']],
  ['invoice.open-customer', invoiceTarget, ['navigate "/customers/8812"']],
  ['invoice.copy-id', invoiceTarget, ['copy "77"']],
  ['palette.open', null, ['palette']],
  ['page.search', null, ['search']],
  ['actions.open', null, ['actions']],
  ['keyboard.show', null, ['cheat sheet']],
  ['colour-mode.toggle', null, ['colour mode']],
  ['fullscreen.toggle', null, ['full screen']],
  ['session.log-out', null, ['sign out']],
])('%s', async (id, target, effects) => {
  const { context, did } = makeContext(target ? { targets: [target] } : {})
  await commands.find((command) => command.id === id)?.run(context, target, {})
  expect(did).toEqual(effects)
})

test('list commands work the list on screen', async () => {
  const did: string[] = []
  const list = {
    move: (step: number) => void did.push(`move ${step}`),
    open: (newTab: boolean) => void did.push(`open ${newTab}`),
    openRowMenu: () => void did.push('menu'),
    page: (step: number) => void did.push(`page ${step}`),
    hasNextPage: true,
    hasPreviousPage: true,
    isEmpty: false,
  }
  const { context } = makeContext({ list })
  for (const command of commands.filter(({ scope, id }) => scope === 'list' || id === 'actions.open')) await command.run(context, null, {})
  expect(did.toSorted()).toEqual(['menu', 'move 1', 'move -1', 'open false', 'open true', 'page -1', 'page 1'].toSorted())
})
