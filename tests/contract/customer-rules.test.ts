import { describe, expect, test } from 'vitest'
import * as rules from '../../src/contract/customer-rules.ts'
import { subscriptionStatuses } from '../../src/contract/customer-status.ts'

const customer: rules.CustomerFacts = {
  deleted: false,
  banned: false,
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
const statuses = [...subscriptionStatuses, null]
const willCancel = { subscriptionInfo: { willCancel: true } }

/** The raw statuses in which a rule allows an action, given these flags. */
function allowed(rule: (customer: rules.CustomerFacts) => rules.Refusal, flags: Partial<rules.CustomerFacts> = {}) {
  return statuses.filter((subscriptionStatus) => rule({ ...customer, ...flags, subscriptionStatus }) === null)
}

describe('actions on the subscription, by raw status and flags (document 1, section 4; rulings 33 and 36) [R33 availability]', () => {
  test('cancel at period end: only if live and not yet set to cancel [1.4 cancel at period end]', () => {
    expect(allowed(rules.whyNotCancelAtPeriodEnd)).toEqual(
      ['incomplete', 'active', 'past_due', 'unpaid', 'trialing', 'requires_action', 'first_payment_pending', 'onlyTrial'].concat(
        'waitingBankTransferApproval',
      ),
    )
    expect(allowed(rules.whyNotCancelAtPeriodEnd, willCancel)).toEqual([])
  })

  test('end the trial: only while it runs and is not yet set to cancel', () => {
    expect(allowed(rules.whyNotEndTrial)).toEqual(['trialing', 'onlyTrial'])
    expect(allowed(rules.whyNotEndTrial, willCancel)).toEqual([])
  })

  test('cancel immediately: only if set to cancel and not yet canceled [1.4 cancel immediately]', () => {
    expect(allowed(rules.whyNotCancelImmediately)).toEqual([])
    expect(allowed(rules.whyNotCancelImmediately, willCancel)).toEqual(statuses.filter((status) => status !== 'canceled'))
  })

  test('resume: only if set to cancel [1.4 resume]', () => {
    expect(allowed(rules.whyNotResume)).toEqual([])
    expect(allowed(rules.whyNotResume, willCancel)).toEqual(statuses)
  })

  test('restore: only a deleted account or a soft_deleted subscription [1.4 restore]', () => {
    expect(allowed(rules.whyNotRestore)).toEqual(['soft_deleted'])
    expect(allowed(rules.whyNotRestore, { deleted: true })).toEqual(statuses)
  })

  const beforeOrAfter = ['incomplete', 'incomplete_expired', 'canceled', 'trialing', 'trial_ended']
  test('extend trial and attach discount: only in five statuses [1.4 extend trial] [1.4 attach discount]', () => {
    expect(allowed(rules.whyNotExtendTrial)).toEqual(beforeOrAfter)
    expect(allowed(rules.whyNotAttachDiscount)).toEqual(beforeOrAfter)
    expect(allowed((facts) => rules.whyNotAttachDiscount(facts, 20), { discount: 10 })).toEqual(beforeOrAfter)
    expect(allowed((facts) => rules.whyNotAttachDiscount(facts, 10), { discount: 10 })).toEqual([])
  })

  test('erase: only once, and not while the subscription is live [1.7 erase]', () => {
    expect(allowed(rules.whyNotErase)).toEqual(statuses.filter((status) => !rules.isLive(status)))
    expect(allowed(rules.whyNotErase, { erased: true })).toEqual([])
    expect(rules.whyNotErase({ erased: false, subscriptionStatus: 'active' })).toBe(
      'Still subscribed. The subscription is active. Cancel it first.',
    )
  })

  test('six statuses and null are not live [R36 cancel]', () => {
    expect(statuses.filter((status) => !rules.isLive(status))).toEqual([
      'incomplete_expired',
      'canceled',
      'trial_ended',
      'soft_deleted',
      'inactive',
      'banned',
      null,
    ])
  })
})

describe('actions that depend only on a flag', () => {
  type Rule = (customer: rules.CustomerFacts) => rules.Refusal
  const byFlag: [name: string, rule: Rule, needs: Partial<rules.CustomerFacts>, without: Partial<rules.CustomerFacts>, reason: string][] = [
    ['ban', rules.whyNotBan, { banned: false }, { banned: true }, 'Already banned.'],
    ['unban', rules.whyNotUnban, { banned: true }, { banned: false }, 'Not banned.'],
    ['whitelist', rules.whyNotWhitelist, { whitelisted: false }, { whitelisted: true }, 'Already whitelisted.'],
    ['unwhitelist', rules.whyNotUnwhitelist, { whitelisted: true }, { whitelisted: false }, 'Not whitelisted.'],
    ['disable 2FA', rules.whyNotDisable2fa, { is2faEnabled: true }, {}, 'Two-factor is off.'],
    ['reset OAuth', rules.whyNotResetOauth, { googleId: 'g' }, {}, 'No social login.'],
    ['detach discount', rules.whyNotDetachDiscount, { discount: 5 }, {}, 'No discount.'],
    ['sync', rules.whyNotSync, { stripeCustomerId: 'cus_1' }, {}, 'Unknown to the payment provider.'],
    ['app login', rules.whyNotAppLogin, {}, { deleted: true }, 'The account is deleted.'],
    [
      'app login without support access',
      rules.whyNotAppLogin,
      {},
      { supportAccess: false },
      'Not allowed by the customer. They have switched off support access in their account.',
    ],
    ['unarchive', rules.whyNotUnarchive, { archived: 1 }, {}, 'QR codes are not archived.'],
    ['describe', rules.whyNotDescribe, {}, { erased: true }, 'The personal data is erased.'],
    ['delete note', rules.whyNotDeleteNote, { hasNote: true }, {}, 'No note.'],
  ]
  // [1.4 ban] [1.4 whitelist] [1.4 disable 2fa] [1.4 remove discount] [R36 sync] [R36 unarchive]
  test.each(byFlag)('%s', (_name, rule, needs, without, reason) => {
    expect(allowed(rule, needs)).toEqual(statuses)
    expect(allowed(rule, without)).toEqual([])
    expect(rule({ ...customer, ...without })).toBe(reason)
  })

  test.each(['facebook', 'google', 'linkedin'] as const)('reset OAuth: %s or all if only it is linked [1.4 reset oauth]', (provider) => {
    const linked = { ...customer, [`${provider}Id`]: 'x' }
    expect(rules.oauthProviders.filter((asked) => rules.whyNotResetOauth(linked, asked) === null)).toEqual([provider, 'all'])
  })

  test('billing data: not editable while locked', () => {
    expect(rules.whyNotEditBilling({ locked: true })).toBe('Billing data is locked.')
    expect(rules.whyNotEditBilling({ locked: false })).toBeNull()
  })
})

test('every refusal is a full sentence', () => {
  const refusals = Object.values(rules)
    .filter((rule): rule is (facts: rules.CustomerFacts) => rules.Refusal => typeof rule === 'function' && rule.name.startsWith('whyNot'))
    .flatMap((rule) => statuses.map((subscriptionStatus) => rule({ ...customer, subscriptionStatus, deleted: true, banned: true })))
    .filter((refusal) => refusal !== null)
  expect(refusals.length).toBeGreaterThan(100)
  expect(refusals.filter((refusal) => !/^[A-Z].+\.$/.test(refusal))).toEqual([])
})
