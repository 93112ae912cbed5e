import { afterEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../src/api/query-client.ts'
import type { Arguments } from '../../src/commands/engine/steps.ts'
import type { Target, Targets } from '../../src/commands/engine/targets.ts'
import { answerCalls, commandOf } from './answer-calls.ts'
import { customer, foldersTarget, invitationTarget, makeContext, payment, paymentTarget, qrTarget } from './samples.ts'

afterEach(() => vi.unstubAllGlobals())
const row = { ...payment, country: null, finalAmount: 1990, finalAmountRefunded: 0, refundCurrency: null, paymentType: 'card' }

const paymentRow = {
  ...row,
  paymentMethodBrand: null,
  createdAt: 1,
  confirmedAt: 1,
  status: 'paid',
  ip: null,
  trialPlan: false,
  earlyFraud: false,
  version: 1,
}

const key = 'key-of-this-run'
const destiny = { id: 5, email: 'luis@prat.es', name: 'Luis Prat' }
const on = (over: Partial<Targets['customer']> = {}): Target => ({ type: 'customer', record: { ...customer, ...over } })
const done = { success: true, auditId: 7 }
const undoable = { ...done, undoable: true }

interface Case {
  id: string
  target?: Target
  args?: Arguments
  reply?: object
  call: string
  says: string
  canUndo?: true
}

/** What an action on such a record changes on screen: the first part of query keys. */
const shownIn: Partial<Record<Target['type'], string>> = {
  customer: 'customers',
  payment: 'payments',
  qr: 'qrs',
  folders: 'folders',
  invitation: 'invitations',
}

describe('the request, success message and invalidated queries of each action [2.1 json bodies] [2.8 qr toasts]', () => {
  // [1.3 trial and discount] [1.8 subscription toasts] [1.8 trial and restore toasts] [1.8 payment toasts] [1.8 whitelist toasts]
  // [2.2 row status] [2.2 row uri] [2.2 row whitelist] [2.2 row blacklist] [2.2 row transfer] [2.3 transfer] [2.4 qr actions]
  // [2.8 whitelist] [R47 three lists]
  test.each<Case>([
    { id: 'customer.cancel-at-period-end', call: 'PATCH /customers/8812/cancel-subscription {}', says: 'Subscription canceled: Ana Ruiz.' },
    {
      id: 'customer.cancel-immediately',
      call: 'PATCH /customers/8812/cancel-immediately {}',
      says: 'Subscription canceled immediately: Ana Ruiz.',
    },
    { id: 'customer.resume', call: 'PATCH /customers/8812/resume-subscription {}', says: 'Subscription resumed: Ana Ruiz.' },
    {
      id: 'customer.extend-trial',
      args: { days: 30 },
      reply: { ...done, triallingEndsAt: 1_797_000_000 },
      call: 'POST /customers/8812/trial/extend {"days":30,"version":1}',
      says: 'Trial extended: Ana Ruiz, until 11-12-2026.',
    },
    {
      id: 'customer.attach-discount',
      args: { percent: 20 },
      call: 'POST /customers/8812/discount {"discount":20}',
      says: 'Discount of 20 % attached: Ana Ruiz.',
    },
    { id: 'customer.detach-discount', call: 'PATCH /customers/8812/detach-discount {}', says: 'Discount removed: Ana Ruiz.' },
    {
      id: 'customer.ban',
      reply: { ...undoable, banned: true },
      call: 'PATCH /customers/8812/ban {"banned":true}',
      says: 'Ana Ruiz is banned.',
      canUndo: true,
    },
    {
      id: 'customer.ban',
      target: on({ banned: true }),
      reply: { ...undoable, banned: false },
      call: 'PATCH /customers/8812/ban {"banned":false}',
      says: 'Ana Ruiz is no longer banned.',
      canUndo: true,
    },
    // Somebody else did the same meanwhile (ruling 53).
    {
      id: 'customer.ban',
      reply: { success: true, banned: true },
      call: 'PATCH /customers/8812/ban {"banned":true}',
      says: 'Ana Ruiz is banned.',
    },
    {
      id: 'customer.whitelist',
      reply: undoable,
      call: 'PATCH /customers/8812 {"whitelisted":true}',
      says: 'Added to the whitelist: Ana Ruiz.',
      canUndo: true,
    },
    {
      id: 'customer.whitelist',
      target: on({ whitelisted: true }),
      reply: undoable,
      call: 'PATCH /customers/8812 {"whitelisted":false}',
      says: 'Removed from the whitelist: Ana Ruiz.',
      canUndo: true,
    },
    { id: 'customer.restore', call: 'PATCH /customers/8812/restore {}', says: 'Account restored: Ana Ruiz.' },
    {
      id: 'customer.disable-two-factor',
      call: 'PATCH /customers/8812/2fa/disable {}',
      says: 'Two-factor authentication disabled: Ana Ruiz.',
    },
    ...[
      ['facebook', 'Facebook'],
      ['google', 'Google'],
      ['linkedin', 'LinkedIn'],
      ['all', 'all of them'],
    ].map(([provider = '', name]) => ({
      id: 'customer.reset-oauth',
      args: { provider },
      call: `PATCH /customers/8812/reset-oauth/${provider} {}`,
      says: `OAuth reset (${name}): Ana Ruiz.`,
    })),
    { id: 'customer.unarchive-qrs', call: 'PATCH /customers/8812/unarchive-qrs {}', says: 'QR codes unarchived: Ana Ruiz.' },
    { id: 'customer.delete-note', reply: undoable, call: 'DELETE /customers/8812/note', says: 'Note deleted: Ana Ruiz.', canUndo: true },
    {
      id: 'payment.refund',
      target: paymentTarget,
      args: { extent: 'full' },
      reply: { ...done, payment: paymentRow },
      call: `PATCH /payments/501/refund {"expectedAmountRefunded":0,"idempotencyKey":"${key}"}`,
      says: 'Refunded 19,90\u00a0€ to ana@cafesol.es: payment 501.',
    },
    {
      id: 'payment.refund',
      target: { type: 'payment', record: { ...payment, amountRefunded: 490 } },
      args: { extent: 'part', amount: 500, reason: 'Broken' },
      reply: { ...done, payment: paymentRow },
      call: `PATCH /payments/501/refund {"expectedAmountRefunded":490,"idempotencyKey":"${key}","amount":500,"reason":"Broken"}`,
      says: 'Refunded 5,00\u00a0€ to ana@cafesol.es: payment 501.',
    },
    {
      id: 'qr.set-status',
      target: qrTarget,
      args: { status: 'stopped' },
      reply: undoable,
      call: 'PATCH /qrs/41/status {"status":"stopped"}',
      says: 'Status changed: Menu is stopped.',
      canUndo: true,
    },
    {
      id: 'qr.set-uri',
      target: qrTarget,
      args: { uri: 'summer-26' },
      reply: { ...done, undoable: false, uri: 'summer-26', qrUri: 'https://qr.example.com/summer-26' },
      call: 'PATCH /qrs/41/uri {"uri":"summer-26"}',
      says: 'URI changed: Menu is reached by summer-26.',
    },
    {
      id: 'qr.whitelist',
      target: qrTarget,
      reply: undoable,
      call: 'PATCH /qrs/41/whitelist {}',
      says: 'Whitelisted: Menu.',
      canUndo: true,
    },
    {
      id: 'qr.blacklist',
      target: qrTarget,
      reply: { ...undoable, domain: 'cafesol.es' },
      call: 'POST /qrs/41/blacklist {}',
      says: 'Sent to the blacklist: cafesol.es.',
      canUndo: true,
    },
    {
      id: 'qr.transfer',
      target: qrTarget,
      args: { destiny },
      reply: { ...undoable, transferred: 1 },
      call: 'PATCH /qrs/transfer {"origin":8812,"destiny":5,"qrId":41}',
      says: 'Transferred: Menu is Luis Prat’s.',
      canUndo: true,
    },
    {
      id: 'customer.transfer-qrs',
      args: { destiny },
      reply: { ...undoable, transferred: 1204 },
      call: 'PATCH /qrs/transfer {"origin":8812,"destiny":5,"qrId":"all"}',
      says: 'Transferred: 1.204 QR codes of Ana Ruiz to Luis Prat.',
      canUndo: true,
    },
    {
      id: 'customer.activate-qrs',
      reply: { ...undoable, activated: 1 },
      call: 'PATCH /qrs/8812/activate-all {}',
      says: 'Activated: 1 QR code of Ana Ruiz.',
      canUndo: true,
    },
    {
      id: 'folders.transfer',
      target: foldersTarget,
      args: { destiny },
      reply: { ...undoable, transferred: 4 },
      call: 'PATCH /qrs/folders/transfer {"userId":8812,"folders":[9],"destiny":5}',
      says: 'Folders transferred to Luis Prat.',
      canUndo: true,
    },
    {
      id: 'invitation.delete',
      target: invitationTarget,
      reply: undoable,
      call: 'DELETE /customers/invite/61',
      says: 'Invitation removed: ana@cafesol.es.',
      canUndo: true,
    },
    {
      id: 'payment.approve',
      target: paymentTarget,
      reply: { success: true, data: { paymentUpdate: { status: 'succeeded', confirmedAt: 1 } } },
      call: 'PATCH /payments/501/force-approve {}',
      says: 'Payment approved: payment 501.',
    },
  ])('$id: $call', async ({ id, target = on(), args = {}, reply = done, call, says, canUndo }) => {
    const calls = answerCalls(reply)
    const queryClient = createQueryClient()
    const shown = [[shownIn[target.type]], ['customers', 'one', 8812], ['audit']]
    for (const queryKey of shown) queryClient.setQueryData(queryKey, {})
    const outcome = await commandOf(id).run(makeContext({ queryClient }).context, target, args, key)
    expect(calls).toEqual([call])
    expect(outcome).toEqual({ message: says, ...(canUndo ? { auditId: 7 } : {}) })
    expect(shown.filter((queryKey) => !queryClient.getQueryState(queryKey)?.isInvalidated)).toEqual([])
  })
})

test('an approval fails if the provider does not give it [1.8 approval failed]', async () => {
  answerCalls({ success: false, data: { paymentUpdate: { status: 'processing', confirmedAt: null } } })
  await expect(commandOf('payment.approve').run(makeContext().context, paymentTarget, {}, key)).rejects.toThrow('Something went wrong.')
})
