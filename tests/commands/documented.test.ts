import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { learnFeatures } from '../../src/api/features.ts'
import type { Command } from '../../src/commands/engine/command.ts'
import { isFinal } from '../../src/commands/engine/danger.ts'
import { offered } from '../../src/commands/engine/offered.ts'
import { resolve, resolveAll } from '../../src/commands/engine/resolve.ts'
import { commands } from '../../src/commands/registry.ts'
import { features } from '../../src/contract/features.ts'
import { customer, customerTarget, invitation, makeContext, payment, paymentTarget, webriskEntry } from './samples.ts'

beforeEach(() => learnFeatures([]))
afterEach(() => learnFeatures(features))

function offeredCommand(id: string): Command {
  const found = offered(commands).find((command) => command.id === id)
  if (!found) throw new Error(`${id} is not offered.`)
  return found
}

describe('with an admin API limited to the documents (ruling 56)', () => {
  test('commands that need unsupported features are not offered', () => {
    const there = new Set(offered(commands).map(({ id }) => id))
    expect(commands.filter(({ id }) => !there.has(id)).map(({ id }) => id)).toEqual([
      'customer.edit-billing',
      'customer.change-vat-number',
      'customer.export-data',
      'customer.erase',
      'customer.see-billing',
      'customer.see-timeline',
      'customers.write-note',
      'customers.whitelist',
      'customers.unwhitelist',
      'customers.ban',
      'customers.unban',
      'customers.extend-trial',
      'customers.sync',
      'customers.export',
      'qrs.set-status',
      'qrs.whitelist',
      'qrs.blacklist',
      'qrs.transfer',
      'qrs.export',
      'invitation.resend',
      'domain-list.find-rule',
      'webrisk.check',
      'webrisks.set-status',
      'webrisks.mark-safe',
      'webrisks.mark-unsafe',
      'webrisks.mark-unknown',
      'webrisks.check',
      'webrisks.block-qr',
      'webrisks.export',
      'abuses.set-status',
      'abuses.mark-pending',
      'abuses.mark-finished',
      'abuses.export',
      'go.audit',
      'go.integrations',
      'go.views',
      'page.show-hidden',
      'change.undo',
      'change.list-undo',
      'go.account',
      'account.end-other-sessions',
      'list.export',
      'user.set-role',
      'user.unlock',
      'user.end-sessions',
      'user.disable',
      'user.enable',
      'user.show-changes',
      'go.playbooks',
      'customer.make-playbook',
      'qr.make-playbook',
      'payment.make-playbook',
      'go.words',
      'word.add',
      'word.edit',
      'word.delete',
      'go.approvals',
      'go.policies',
      'go.my-requests',
      'approval.approve',
      'approval.reject',
      'approval.withdraw',
      'approval.open-record',
    ])
  })

  test('a listed feature adds only its own commands', () => {
    learnFeatures(['undo'])
    const there = offered(commands).map(({ id }) => id)
    expect(there).toContain('change.undo')
    expect(there).not.toContain('go.audit')
    learnFeatures(features)
    expect(offered(commands)).toBe(commands)
  })

  test('a confirmation neither promises an undo nor counts the impact', () => {
    const danger = offeredCommand('customer.ban').danger?.(customerTarget, {})
    expect(danger).toMatchObject({ undoable: false, wayBack: 'They can be unbanned.' })
    expect(danger?.touches).toBeUndefined()
    expect(danger && isFinal(danger)).toBe(false)
    learnFeatures(features)
    expect(offeredCommand('customer.ban').danger?.(customerTarget, {})).toMatchObject({ undoable: true })
  })

  test('a refund does not ask for a reason, which would not be sent', () => {
    expect(offeredCommand('payment.refund').args?.map(({ name }) => name)).toEqual(['extent', 'amount'])
  })

  test('a partial row offers no actions that depend on missing fields, but can still be opened and copied', () => {
    const { context } = makeContext()
    const ids = resolveAll(offered(commands), context, { type: 'customer', record: { ...customer, isPartial: true } }, 'row-menu').map(
      ({ command }) => command.id,
    )
    expect(ids).toContain('customer.open-in-new-tab')
    expect(ids).toContain('customer.copy-email')
    expect(ids.filter((id) => /ban|whitelist|cancel|extend|discount|restore|sync|login/.test(id))).toEqual([])
  })

  test('hides opening a payment without a provider id, and logging in to an invitation without an account', () => {
    const { context } = makeContext()
    const unnamed = { ...paymentTarget, record: { ...payment, stripePaymentIntentId: '' } }
    expect(resolve(offeredCommand('payment.open-at-provider'), context, unnamed)).toBeNull()
    const invited = { type: 'invitation', record: { ...invitation, userId: null } } as const
    expect(resolve(offeredCommand('invitation.app-login'), context, invited)).toBeNull()
  })

  test('the QR of a web-risk entry can be blocked with only its id', () => {
    const { context } = makeContext()
    const target = { type: 'webrisk', record: { ...webriskEntry, qr: 41, qrInfo: null } } as const
    expect(resolve(offeredCommand('webrisk.block-qr'), context, target)?.availability).toEqual({ state: 'ready' })
  })
})
