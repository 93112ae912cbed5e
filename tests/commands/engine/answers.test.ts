import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { initialAnswers, readAnswers, type Typed } from '../../../src/commands/engine/answers.ts'
import type { Command } from '../../../src/commands/engine/command.ts'
import { isFinal } from '../../../src/commands/engine/danger.ts'
import type { Target } from '../../../src/commands/engine/targets.ts'
import { commands } from '../../../src/commands/registry.ts'
import { formatMoney } from '../../../src/contract/money.ts'
import { customer, payment, paymentTarget } from '../samples.ts'

function commandOf(id: string): Command {
  const found = commands.find((command) => command.id === id)
  if (!found) throw new Error(`There is no ${id}.`)
  return found
}

const read = (id: string, target: Target, typed: Typed) => readAnswers(commandOf(id), target, typed)

describe('trial days', () => {
  const trial: Target = { type: 'customer', record: { ...customer, subscriptionStatus: 'trialing' } }
  const daysText = 'Must be a whole number from 1 to 365.'

  test.each([
    ['1', 1],
    ['365', 365],
    [' 30 ', 30],
    ['007', 7],
  ])('reads ‘%s’ as %i', (typed, days) => {
    expect(read('customer.extend-trial', trial, { days: typed }).values).toEqual({ days })
  })

  test.each(['', '0', '366', '1.5', '1,5', 'abc', '-3', '1e2', '٣', '99999999999'])('rejects ‘%s’', (typed) => {
    const { answers, values } = read('customer.extend-trial', trial, { days: typed })
    expect(values).toBeNull()
    expect(answers[0]?.read.refusal).toBe(daysText)
  })
})

describe('a refund', () => {
  const partOf = (typed: string, over: Partial<typeof payment> = {}) =>
    read('payment.refund', { type: 'payment', record: { ...payment, ...over } }, { extent: 'part', amount: typed, reason: '' })
  const refusalOf = (typed: string, over?: Partial<typeof payment>) =>
    partOf(typed, over).answers.find(({ step }) => step.name === 'amount')?.read.refusal

  test('in full neither asks for nor sends an amount [1.5 refund] [R30 amount]', () => {
    const { answers, values } = read('payment.refund', paymentTarget, { extent: 'full', amount: '3', reason: '' })
    expect(answers.map(({ step }) => step.name)).toEqual(['extent', 'reason'])
    expect(values).toEqual({ extent: 'full', reason: undefined })
  })

  test('begins with all that is left, and without a choice says what is missing', () => {
    const initial = initialAnswers(commandOf('payment.refund'), paymentTarget)
    expect(read('payment.refund', paymentTarget, initial).values).toEqual({ extent: 'full', reason: undefined })
    const { answers, values } = read('payment.refund', paymentTarget, { ...initial, extent: '' })
    expect(values).toBeNull()
    expect(answers[0]?.read.refusal).toBe('Choose how much.')
  })

  test.each([
    ['12,50', 1250],
    ['12.5', 1250],
    ['19,90', 1990],
    ['0,01', 1],
  ])('of ‘%s’ is %i cents', (typed, amount) => {
    expect(partOf(typed).values).toEqual({ extent: 'part', amount, reason: undefined })
  })

  test.each([
    ['', 'Enter an amount, such as 12,50.'],
    ['abc', 'Enter an amount, such as 12,50.'],
    ['-5', 'Enter an amount, such as 12,50.'],
    ['0', 'Enter an amount of more than 0.'],
    ['19,91', 'At most 19,90\u00a0€ can be refunded.'],
    ['1,234', 'EUR has 2 decimals at most.'],
    ['1.234,50', 'Leave out the thousands separators: 1234,50.'],
  ])('of ‘%s’ is rejected: %s', (typed, refusal) => {
    expect(refusalOf(typed)).toBe(refusal)
  })

  test('is limited to what is left, in the currency’s decimals [1.5 minor units]', () => {
    expect(refusalOf('15,01', { amountRefunded: 490 })).toBe('At most 15,00\u00a0€ can be refunded.')
    expect(refusalOf('1,5', { currency: 'jpy' })).toBe('JPY has no decimals.')
    expect(partOf('1990', { currency: 'jpy' }).values).toMatchObject({ amount: 1990 })
    expect(partOf('1,255', { currency: 'kwd' }).values).toMatchObject({ amount: 1255 })
    expect(refusalOf('2', { currency: 'kwd' })).toBe('At most 1,990\u00a0KWD can be refunded.')
  })

  test('reads back every formatted partial amount, and the confirmation shows the remainder', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: payment.amount }), (amount) => {
        const printed = formatMoney(amount, 'eur').replace('\u00a0€', '')
        const { values } = partOf(printed)
        expect(values).toMatchObject({ amount })
        const danger = commandOf('payment.refund').danger?.(paymentTarget, values ?? {})
        expect(danger?.body).toContain(amount === payment.amount ? 'nothing is left' : formatMoney(payment.amount - amount, 'eur'))
        expect(danger?.undoable).toBe(false)
      }),
    )
  })

  test('takes an optional reason, trimmed and at most 500 characters', () => {
    const reasonOf = (reason: string) => read('payment.refund', paymentTarget, { extent: 'full', reason })
    expect(reasonOf('  broken  ').values).toMatchObject({ reason: 'broken' })
    expect(reasonOf('x'.repeat(500)).values).toMatchObject({ reason: 'x'.repeat(500) })
    expect(reasonOf('x'.repeat(501)).values).toBeNull()
  })
})

describe('choices', () => {
  const linked: Target = { type: 'customer', record: { ...customer, googleId: 'g' } }

  test('rejects a login that is not linked, with the reason', () => {
    expect(read('customer.reset-oauth', linked, { provider: 'google' }).values).toEqual({ provider: 'google' })
    expect(read('customer.reset-oauth', linked, { provider: 'all' }).values).toEqual({ provider: 'all' })
    expect(read('customer.reset-oauth', linked, { provider: 'facebook' }).answers[0]?.read.refusal).toBe('No Facebook login.')
    expect(read('customer.reset-oauth', linked, { provider: 'myspace' }).answers[0]?.read.refusal).toBe('Choose a login.')
  })

  test('rejects the coupon with the current percentage [1.4 attach discount]', () => {
    const trial: Target = { type: 'customer', record: { ...customer, subscriptionStatus: 'trialing', discount: 20 } }
    expect(read('customer.attach-discount', trial, { percent: '20' }).answers[0]?.read.refusal).toBe('Already 20 %.')
    expect(read('customer.attach-discount', trial, { percent: '' }).answers[0]?.read.refusal).toBe('Choose a coupon.')
    expect(read('customer.attach-discount', trial, { percent: '50' }).values).toEqual({ percent: 50 })
  })
})

describe('what has no way back is final, and promises none', () => {
  const subscriptionInfo = { ...customer.subscriptionInfo, willCancel: true }

  test.each([
    ['customer.detach-discount', 'active', undefined],
    ['customer.detach-discount', 'trialing', 'It can be attached again.'],
    ['customer.resume', 'trial_ended', undefined],
    ['customer.resume', 'active', 'It can be canceled again.'],
  ] as const)('%s on a customer who is %s', (id, subscriptionStatus, wayBack) => {
    const record = { ...customer, discount: 20, subscriptionInfo, subscriptionStatus }
    const danger = commandOf(id).danger?.({ type: 'customer', record }, {})
    expect(danger?.wayBack).toBe(wayBack)
    expect(danger?.undoable).toBe(wayBack !== undefined)
    expect(danger && isFinal(danger)).toBe(wayBack === undefined)
  })
})
