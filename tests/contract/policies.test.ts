import { array, assert, constant, constantFrom, nat, pre, property, record, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMeant, judgePolicies, type Policy, type PolicyActor, type PolicyFacts, verdicts } from '../../src/contract/policies.ts'
import { covers, type PolicyAction, policyActionNames, policyActions } from '../../src/contract/policy-actions.ts'

const everybody: Policy['who'] = { is: 'everybody' }
const lead: PolicyActor = { is: 'person', id: 1, role: 1 }
const clerk: PolicyActor = { is: 'person', id: 2, role: 2 }
const token: PolicyActor = { is: 'token', id: 2 }
const people = { lead, clerk, token }

type Short = [who: string, what: Policy['what'], when: string, verdict: Policy['verdict']]

/** 'role 1', 'person 2', 'token 2' or 'all'. */
function whoOf(text: string): Policy['who'] {
  const [is, id] = text.split(' ')
  if (is === 'role') return { is, role: Number(id) as 1 }
  return is === 'person' || is === 'token' ? { is, id: Number(id) } : everybody
}

/** Such as 'above 100'; '' is always. */
function whenOf(text: string): Policy['when'] {
  const [is = '', limit] = text.split(' ')
  const count = Number(limit)
  if (is === 'above' || is === 'above-in-a-day') return { is, amount: count }
  if (is === 'times-in-a-day') return { is, times: count }
  if (is === 'rows') return { is, rows: count }
  return is === 'customer-days' ? { is, days: count } : null
}

const policyOf = ([who, what, when, verdict]: Short): Policy => ({ who: whoOf(who), what, when: whenOf(when), verdict, text: 'Stop.' })

const ask = (who: string, what: Policy['what'], when = ''): Short => [who, what, when, 'ask']
const block = (who: string, what: Policy['what'], when = ''): Short => [who, what, when, 'block']
const allow = (who: string, what: Policy['what'], when = ''): Short => [who, what, when, 'allow']

const refund = 'payment.refund'
const ban = 'customer.ban'
const refunds = { timesInDay: { [refund]: 4 } }

// [1.7 policies]
describe('who', () => {
  test.each<[Short, keyof typeof people, Policy['verdict']]>([
    [ask('all', refund), 'lead', 'ask'],
    [ask('all', refund), 'clerk', 'ask'],
    [ask('all', refund), 'token', 'ask'],
    [ask('role 1', refund), 'lead', 'ask'],
    [ask('role 1', refund), 'clerk', 'allow'],
    [ask('role 1', refund), 'token', 'allow'],
    [ask('role 2', refund), 'lead', 'allow'],
    [ask('role 2', refund), 'clerk', 'ask'],
    [ask('role 2', refund), 'token', 'allow'],
    [ask('person 1', refund), 'lead', 'ask'],
    [ask('person 1', refund), 'clerk', 'allow'],
    [block('person 2', refund), 'clerk', 'block'],
    [block('person 2', refund), 'token', 'allow'],
    [block('token 2', refund), 'token', 'block'],
    [block('token 2', refund), 'clerk', 'allow'],
    [block('token 1', refund), 'token', 'allow'],
  ])('%o, asked by %s: %s', (policy, who, verdict) => {
    expect(judgePolicies([policyOf(policy)], people[who], refund, {}).verdict).toBe(verdict)
  })
})

describe('what', () => {
  test.each<[Short, PolicyAction, Policy['verdict']]>([
    [block('all', 'everything'), refund, 'block'],
    [block('all', 'everything'), 'customer.app-login', 'block'],
    [block('all', 'money'), refund, 'block'],
    [block('all', 'money'), 'customer.extend-trial', 'block'],
    [block('all', 'money'), ban, 'allow'],
    [block('all', 'account'), ban, 'block'],
    [block('all', 'account'), refund, 'allow'],
    [block('all', 'codes'), 'webrisk.status', 'block'],
    [block('all', 'codes'), 'note.write', 'allow'],
    [block('all', 'access'), 'user.delete', 'block'],
    [block('all', 'access'), 'token.create', 'block'],
    [block('all', 'access'), 'list.export', 'allow'],
    [block('all', 'export'), 'customer.export', 'block'],
    [block('all', 'export'), 'customer.erase', 'allow'],
    [block('all', 'app-login'), 'customer.app-login', 'block'],
    [block('all', ban), 'customer.unban', 'allow'],
    [block('all', ban), ban, 'block'],
  ])('%o, done %s: %s', (policy, action, verdict) => {
    expect(judgePolicies([policyOf(policy)], clerk, action, {}).verdict).toBe(verdict)
  })
})

describe('when', () => {
  test.each<[string, PolicyFacts, boolean]>([
    ['', {}, true],
    ['above 100', { amount: 101 }, true],
    ['above 100', { amount: 100 }, false],
    ['above 0', { amount: 0 }, false],
    ['above 0', {}, false],
    ['above-in-a-day 100', { amount: 40, amountInDay: 80 }, true],
    ['above-in-a-day 100', { amount: 40, amountInDay: 60 }, false],
    ['above-in-a-day 100', { amount: 101, amountInDay: 0 }, true],
    ['above-in-a-day 100', { amount: 101 }, false],
    ['above-in-a-day 100', { amountInDay: 500 }, false],
    ['times-in-a-day 5', refunds, false],
    ['times-in-a-day 4', refunds, true],
    ['times-in-a-day 5', { ...refunds, rows: 2 }, true],
    ['times-in-a-day 0', { timesInDay: {} }, false],
    ['times-in-a-day 0', { timesInDay: { [refund]: 0 } }, true],
    ['times-in-a-day 0', {}, false],
    ['rows 1', {}, false],
    ['rows 0', {}, true],
    ['rows 50', { rows: 50 }, false],
    ['rows 50', { rows: 51 }, true],
    ['customer-days 30', { customerDays: 31 }, true],
    ['customer-days 30', { customerDays: 30 }, false],
    ['customer-days 0', {}, false],
  ])('%s holds for %o: %s', (when, facts, holds) => {
    expect(judgePolicies([policyOf(block('all', refund, when))], clerk, refund, facts).verdict).toBe(holds ? 'block' : 'allow')
  })
})

describe('of several, the first that matches', () => {
  test.each<[Short[], PolicyFacts, Policy['verdict'], number | null]>([
    [[], {}, 'allow', null],
    [[allow('all', refund), block('all', refund)], {}, 'allow', 0],
    [[block('all', refund), allow('all', refund)], {}, 'block', 0],
    [[ask('all', 'money'), block('all', refund)], {}, 'ask', 0],
    [[ask('role 1', refund), block('all', refund)], {}, 'block', 1],
    [[block('all', ban), ask('all', refund)], {}, 'ask', 1],
    [[ask('all', refund, 'above 100'), block('all', refund, 'above 50')], { amount: 101 }, 'ask', 0],
    [[ask('all', refund, 'above 100'), block('all', refund, 'above 50')], { amount: 60 }, 'block', 1],
    [[ask('all', refund, 'above 100'), block('all', refund, 'above 50')], { amount: 50 }, 'allow', null],
    [[allow('person 2', refund, 'above 100'), block('all', 'everything')], { amount: 200 }, 'allow', 0],
    [[allow('person 2', refund, 'above 100'), block('all', 'everything')], {}, 'block', 1],
    [[ask('all', 'money', 'times-in-a-day 3'), block('all', refund)], { timesInDay: { money: 3 } }, 'ask', 0],
    [[ask('all', 'money', 'times-in-a-day 3'), block('all', refund)], { timesInDay: { [refund]: 3 } }, 'block', 1],
  ])('%o with %o: %s by the policy at %s', (short, facts, verdict, at) => {
    const policies = short.map(policyOf)
    expect(judgePolicies(policies, clerk, refund, facts)).toEqual({ verdict, policy: at === null ? null : policies[at] })
  })
})

describe('whatever the policies', () => {
  const count = nat(5)
  const who = constantFrom('all', 'role 1', 'role 2', 'person 1', 'person 2', 'token 1', 'token 2')
  const what = constantFrom<Policy['what']>('everything', 'money', 'account', refund, ban)
  const when = tuple(constantFrom('above', 'above-in-a-day', 'times-in-a-day', 'rows', 'customer-days', ''), count).map(
    ([is, limit]) => `${is} ${limit}`,
  )
  const anyPolicy = tuple(who, what, when, constantFrom(...verdicts)).map(policyOf)
  const somebody = constantFrom(...Object.values(people))
  const action = constantFrom<PolicyAction>(refund, ban, 'qr.status')
  const facts = record<PolicyFacts>(
    { amount: count, amountInDay: count, rows: count, customerDays: count, timesInDay: constant({ [refund]: 2, money: 3 }) },
    { requiredKeys: [] },
  )
  const all = array(anyPolicy, { maxLength: 6 })
  const alone = (policy: Policy, ...[actor, done, known]: [PolicyActor, PolicyAction, PolicyFacts]) =>
    judgePolicies([policy], actor, done, known).policy !== null

  test('the first that would match by itself decides', () => {
    assert(
      property(all, somebody, action, facts, (policies, ...call) => {
        const first = policies.find((policy) => alone(policy, ...call)) ?? null
        expect(judgePolicies(policies, ...call)).toEqual({ verdict: first?.verdict ?? 'allow', policy: first })
      }),
    )
  })

  test('one about somebody else or something else never matters', () => {
    assert(
      property(all, anyPolicy, nat(6), somebody, action, facts, (policies, other, at, actor, done, known) => {
        pre(!isMeant(other.who, actor) || !covers(other.what, done))
        const more = policies.toSpliced(at, 0, other)
        expect(judgePolicies(more, actor, done, known)).toEqual(judgePolicies(policies, actor, done, known))
      }),
    )
  })

  test('what is behind one without a condition never matters', () => {
    assert(
      property(all, all, somebody, action, facts, (before, behind, actor, done, known) => {
        const always = policyOf(ask('all', 'everything'))
        expect(judgePolicies([...before, always, ...behind], actor, done, known)).toEqual(
          judgePolicies([...before, always], actor, done, known),
        )
      }),
    )
  })
})

test('each action has a group and a title of its own', () => {
  const titles = policyActionNames.map((action) => policyActions[action].title)
  expect(new Set(titles).size).toBe(titles.length)
})
