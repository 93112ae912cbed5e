import { describe, expect, test } from 'vitest'
import { auditActions } from '../../src/contract/audit-actions.ts'
import { type ProductEvent, ProductEventBody, productEventNames, productEvents } from '../../src/contract/product-events.ts'

interface Example {
  record: [type: string, id: number]
  before: object | null
  after: object
}

const ofCustomer = (before: object, after: object): Example => ({ record: ['customer', 4711], before, after })
const ofQr = (before: object, after: object): Example => ({ record: ['qr', 41], before, after })
const undone = ({ record, before, after }: Example): Example => ({ record, before: after, after: before ?? {} })

const whitelisted = ofCustomer({ whitelisted: false }, { whitelisted: true })
const qrWhitelisted = ofQr({ whitelisted: false }, { whitelisted: true })
const activated = ofCustomer({ activated: null }, { activated: 3 })
const unarchived = ofCustomer({ archived: 1 }, { archived: 0, unarchived: 3 })
const blocked = ofQr({ blacklisted: null, domainId: null }, { blacklisted: 'evil.example', domainId: 12 })
const facts = { email: 'luis.prat@example.com', role: 2, status: 1, createdAt: 1_768_176_000, lastLogin: null, registrationComplete: 1 }
const invited = ofCustomer({ invitation: 31, ...facts, userId: null }, { invitation: null })
const removed = (type: string): Example => ({
  record: [type, 12],
  before: { domain: '*.evil.example', createdAt: 1_768_176_000 },
  after: { domain: null, createdAt: null },
})
const added = (type: string): Example => ({ record: [type, 12], before: { domain: null }, after: { domain: '*.evil.example' } })

const ofApproval = (after: Record<string, unknown>): Example => ({
  record: ['payment', 12],
  before: null,
  after: { approval: 7, action: 'payment.refund', ...after },
})

/** Each event as the documentation shows it. */
const examples: Record<ProductEvent, Example> = {
  'customer.updated': ofCustomer({ email: 'ana@example.com', qrLimit: null }, { email: 'ana.ruiz@example.com', qrLimit: 50 }),
  'customer.banned': ofCustomer({ banned: false }, { banned: true }),
  'customer.unbanned': ofCustomer({ banned: true }, { banned: false }),
  'customer.restored': ofCustomer(
    { deleted: true, deletedAt: 1_768_176_000, subscriptionStatus: 'active', canceledAt: null, subscriptionEnded: null },
    {
      deleted: false,
      deletedAt: null,
      subscriptionStatus: 'canceled',
      canceledAt: 1_781_510_400,
      subscriptionEnded: 1_781_510_400,
    },
  ),
  'customer.whitelisted': whitelisted,
  'customer.unwhitelisted': undone(whitelisted),
  'customer.two_factor_disabled': ofCustomer({ is2faEnabled: true }, { is2faEnabled: false }),
  'customer.oauth_reset': ofCustomer({ googleId: '108412' }, { googleId: null }),
  'customer.trial_extended': ofCustomer({ triallingEndsAt: 1_781_510_400 }, { triallingEndsAt: 1_782_115_200 }),
  'customer.qrs_transferred': ofCustomer({ destiny: null }, { destiny: 4712, transferred: 12 }),
  'customer.qrs_activated': activated,
  'customer.qrs_deactivated': undone(activated),
  'customer.qrs_unarchived': unarchived,
  'customer.qrs_archived': undone(unarchived),
  'customer.erased': ofCustomer({ erased: false }, { erased: true }),
  'qr.status_changed': ofQr({ status: 1, stopped: 0 }, { status: 2, stopped: 0 }),
  'qr.uri_changed': ofQr({ uri: 'menu-41' }, { uri: 'menu-42' }),
  'qr.transferred': ofQr({ user: 4711, folder: 7 }, { user: 4712, folder: null }),
  'qr.whitelisted': qrWhitelisted,
  'qr.unwhitelisted': undone(qrWhitelisted),
  'qr.target_blocked': blocked,
  'qr.target_unblocked': undone(blocked),
  'qr.file_deleted': ofQr({ file: 'image-1', url: 'https://media.example/1.png' }, { file: null, url: null }),
  'folder.transferred': ofCustomer({ destiny: null, folders: [7] }, { destiny: 4712, folders: [7], transferred: 12 }),
  'invitation.deleted': invited,
  'invitation.restored': undone(invited),
  'invitation.resent': ofCustomer({}, { invitation: 31, email: 'luis.prat@example.com', role: 2 }),
  'domain_rule.blocked': added('blocked-domain'),
  'domain_rule.unblocked': removed('blocked-domain'),
  'domain_rule.allowed': added('allowed-domain'),
  'domain_rule.disallowed': removed('allowed-domain'),
  'webrisk.reviewed': { record: ['webrisk', 88], before: { status: 2 }, after: { status: 1 } },
  'approval.requested': ofApproval({ reason: 'Asked twice, ticket QD-31', policy: 'Refunds above 100 € need a second person.' }),
  'approval.approved': ofApproval({ requestedBy: 'ben@example.com' }),
  'approval.rejected': ofApproval({ requestedBy: 'ben@example.com', reason: 'Refunded in March already.' }),
  'approval.void': ofApproval({ requestedBy: 'ben@example.com', reason: 'The record has changed since this was asked for.' }),
  'abuse.reviewed': { record: ['abuse', 15], before: { status: 0 }, after: { status: 1 } },
  'audit.sealed': {
    record: ['audit', 90_210],
    before: null,
    after: { position: 91_377, hash: 'c1'.repeat(32), at: 1_781_510_400 },
  },
}

const bodyOf = (event: ProductEvent) => {
  const { record, before, after } = examples[event]
  const [type, id] = record
  const data = { record: { type, id, externalId: String(id) }, before, after, auditId: 90_210 }
  return ProductEventBody.parse({ type: event, timestamp: '2026-06-15T08:00:00.000Z', data })
}

describe('events', () => {
  /** `npx vitest run tests/server/product-events.test.ts -u` rewrites it. */
  test('match docs/events.md', async () => {
    const rows = Object.entries(productEvents).map(([event, { meaning }]) => `| \`${event}\` | ${meaning} |`)
    const bodies = productEventNames.flatMap((event) => ['', `### \`${event}\``, '', '```json', JSON.stringify(bodyOf(event)), '```'])
    const page = [
      '# Events',
      '',
      'The events that webhooks deliver, and what your product should do on each. Generated from src/contract/product-events.ts; do not edit.',
      '',
      '| `type` | What the product should do |',
      '|---|---|',
      ...rows,
      '',
      'Each event has a body like this:',
      '',
      '```json',
      JSON.stringify(bodyOf('customer.banned'), null, 2),
      '```',
      '',
      '`id`, `user`, `destiny` and `origin` are Quaydesk’s numbers; `externalId` is your own id. `before` and `after` have the changed fields, by the',
      'names of the admin API; a change that is undone has them the other way round. Of a transfer, the other customer has an event too: its',
      '`after` is `{"received": 12, "origin": 4711}`, with `receivedFolders` if folders were transferred.',
      '',
      '## A body of each',
      ...bodies,
      '',
    ]
    await expect(page.join('\n')).toMatchFileSnapshot('../../docs/events.md')
  })

  test('are triggered by audited actions, at most one each', () => {
    const actions = Object.values(productEvents).flatMap((event): readonly string[] => event.actions)
    expect(new Set(actions).size).toBe(actions.length)
    expect(actions.filter((action) => !(action in auditActions))).toEqual([])
  })
})
