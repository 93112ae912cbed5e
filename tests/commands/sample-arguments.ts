import type { Arguments } from '../../src/commands/engine/steps.ts'

const destiny = { id: 5, email: 'luis@prat.es', name: 'Luis Prat' }

/** Sample arguments for the commands that need them. */
export const sampleArguments: Record<string, Arguments> = {
  'customer.extend-trial': { days: 30 },
  'customer.add-note': { text: 'Sent the new prices.' },
  'customers.write-note': { text: 'Sent the new prices.' },
  'customers.extend-trial': { days: 30 },
  'customer.app-login': { mode: 'look', reason: 'Ticket 41: the menu doesn’t open.' },
  'invitation.app-login': { mode: 'act', reason: 'Ticket 42: cannot find the invitation.' },
  'customer.attach-discount': { percent: 50 },
  'customer.reset-oauth': { provider: 'google' },
  'payment.refund': { extent: 'part', amount: 500 },
  'qr.set-status': { status: 'stopped' },
  'qr.set-uri': { uri: 'summer-26' },
  'qr.transfer': { destiny },
  'qrs.set-status': { status: 'blocked' },
  'qrs.transfer': { destiny },
  'customer.transfer-qrs': { destiny },
  'folders.transfer': { destiny },
  'domain-list.add': { domain: 'shop.example' },
  'domain-list.block': { domain: 'shop.example' },
  'domain-list.allow': { domain: 'shop.example' },
  'domain-list.find-rule': { url: 'https://shop.example/x' },
  'domain.edit': { domain: '*.shop.example' },
  'webrisk.set-status': { status: 1 },
  'webrisks.set-status': { status: 1 },
  'abuse.set-status': { status: 1 },
  'abuses.set-status': { status: 1 },
  'approval.reject': { reason: 'Refunded in March already.' },
  'user.set-role': { rol: 2 },
}
