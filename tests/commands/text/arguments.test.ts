import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAnswers } from '../../../src/commands/engine/answers.ts'
import type { Target } from '../../../src/commands/engine/targets.ts'
import { commands } from '../../../src/commands/registry.ts'
import { readArguments } from '../../../src/commands/text/arguments.ts'
import { halvesOf } from '../../../src/commands/text/halves.ts'
import { partsOf } from '../../../src/commands/text/parts.ts'
import { phrasesOf } from '../../../src/commands/text/phrases.ts'
import { tokenize } from '../../../src/commands/text/tokens.ts'
import { namedStatus } from '../../../src/commands/text/verbs.ts'
import { visible } from '../../../src/commands/text/visible.ts'
import { customer, customerTarget, payment, paymentTarget, qrTarget, selectedQrsTarget } from '../samples.ts'

const inDinars: Target = { type: 'payment', record: { ...payment, currency: 'kwd' } }
const trial: Target = { type: 'customer', record: { ...customer, subscriptionStatus: 'trialing', googleId: 'g' } }
const user: Target = {
  type: 'user',
  record: { id: 3, name: 'Eva', email: 'eva@example.com', rol: 1, version: 1, twoFactorEnabled: true } as never,
}

/** What a text gives the commands that it names on a record. */
function found(text: string, target: Target) {
  const typed = tokenize(text)
  return commands
    .filter((command) => command.target === target.type)
    .flatMap((command) => phrasesOf({ command, target, title: command.title(target), steps: command.args ?? [] }))
    .flatMap((phrase) => {
      const parts = partsOf(typed, halvesOf(typed), phrase)
      if (!parts) return []
      const { match, rest, text: free } = parts
      const own = readArguments(phrase.steps, { tokens: rest, text: free }, target)
      const { given, words, refusal } = own.words === '' ? (namedStatus(match, phrase.steps, target) ?? own) : own
      const unused = rest.filter((token) => !own.used.has(token)).map(({ raw }) => raw)
      return words === '' ? [] : [{ id: phrase.item.id, given, words, refusal, unused }]
    })
}

describe('arguments typed after a command', () => {
  test.each<[string, Target, string, Record<string, string>, string]>([
    ['extend trial 7', trial, 'customer.extend-trial', { days: '7' }, '7 days'],
    ['extend trial 1 day', trial, 'customer.extend-trial', { days: '1' }, '1 day'],
    ['trial 30d', trial, 'customer.extend-trial', { days: '30' }, '30 days'],
    ['Refund 12,50', paymentTarget, 'payment.refund', { extent: 'part', amount: '12,50' }, '12,50\u00a0€'],
    ['refund 12.5€', paymentTarget, 'payment.refund', { extent: 'part', amount: '12.5' }, '12,50\u00a0€'],
    ['refund € 5', paymentTarget, 'payment.refund', { extent: 'part', amount: '5' }, '5,00\u00a0€'],
    [
      'refund 5 € because Broken code',
      paymentTarget,
      'payment.refund',
      { extent: 'part', amount: '5', reason: 'Broken code' },
      '5,00\u00a0€, Broken code',
    ],
    ['refund 9', paymentTarget, 'payment.refund', { extent: 'part', amount: '9' }, '9,00\u00a0€'],
    ['refund 1', paymentTarget, 'payment.refund', { extent: 'part', amount: '1' }, '1,00\u00a0€'],
    ['refund 1,255', inDinars, 'payment.refund', { extent: 'part', amount: '1,255' }, '1,255\u00a0KWD'],
    ['refund 1,255 KWD', inDinars, 'payment.refund', { extent: 'part', amount: '1,255' }, '1,255\u00a0KWD'],
    ['refund all', paymentTarget, 'payment.refund', { extent: 'full' }, 'Full refund: 19,90\u00a0€'],
    ['discount 20', trial, 'customer.attach-discount', { percent: '20' }, '20 %'],
    ['discount 20 %', trial, 'customer.attach-discount', { percent: '20' }, '20 %'],
    ['reset oauth goo', trial, 'customer.reset-oauth', { provider: 'google' }, 'Google'],
    ['status blocked', qrTarget, 'qr.set-status', { status: 'blocked' }, 'Blocked'],
    ['change status stop', qrTarget, 'qr.set-status', { status: 'stopped' }, 'Stopped'],
    ['block', qrTarget, 'qr.set-status', { status: 'blocked' }, 'Blocked'],
    ['Stop', qrTarget, 'qr.set-status', { status: 'stopped' }, 'Stopped'],
    ['delete', selectedQrsTarget, 'qrs.set-status', { status: 'deleted' }, 'Deleted'],
    ['change uri Menu-24', qrTarget, 'qr.set-uri', { uri: 'Menu-24' }, 'Menu-24'],
  ])('‘%s’', (text, target, id, given, words) => {
    expect(found(text, target).find((each) => each.id === id)).toMatchObject({ given, words, refusal: null, unused: [] })
  })

  test.each<[string, Target, Record<string, string>, string]>([
    ['extend trial 0', trial, { days: '0' }, 'Must be a whole number from 1 to 365.'],
    ['extend trial 400', trial, { days: '400' }, 'Must be a whole number from 1 to 365.'],
    ['refund 99', paymentTarget, { extent: 'part', amount: '99' }, 'At most 19,90\u00a0€ can be refunded.'],
    ['refund 1.234', paymentTarget, { extent: 'part', amount: '1.234' }, 'EUR has 2 decimals at most.'],
    ['refund 5 $', paymentTarget, { extent: 'part', amount: '5 $' }, 'This payment is in EUR: type the amount alone.'],
    ['reset oauth facebook', trial, { provider: 'facebook' }, 'No Facebook login.'],
  ])('‘%s’ stays visible with its error', (text, target, given, refusal) => {
    expect(found(text, target)).toContainEqual(expect.objectContaining({ given, refusal }))
  })

  test.each([
    ['extend trial', trial],
    ['extend trial soon', trial],
    ['7', trial],
    ['refund broken', paymentTarget],
    ['refund broken code', paymentTarget],
    ['change status', qrTarget],
    ['change status x', qrTarget],
    // Of several, some may only be stopped.
    ['unblock', selectedQrsTarget],
    ['change uri not a uri', qrTarget],
    ['ban 7', customerTarget],
  ])('‘%s’ has no arguments', (text, target) => {
    expect(found(text, target)).toEqual([])
  })

  test.each([
    ['extend trial 7 8', trial, ['8']],
    ['refund 5 paride improta', paymentTarget, ['paride', 'improta']],
    ['refund 5 4956', paymentTarget, ['4956']],
  ])('‘%s’ leaves the rest unused', (text, target, unused) => {
    expect(found(text, target)).toMatchObject([{ unused }])
  })

  test('a role is given by its number', () => {
    expect(found('change role 2', user)).toMatchObject([{ given: { rol: '2' } }])
  })
})

test('for any text after it, steps receive only parts of that text and report their own parsing errors', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (tail) => {
      for (const { id, given, refusal } of found(`refund ${tail}`, paymentTarget)) {
        if (id !== 'payment.refund') continue
        for (const [name, typed] of Object.entries(given))
          if (name !== 'extent') expect(visible(tail).replace(/\s+/g, ' ')).toContain(typed.replace(/\s+/g, ' '))
        const { answers } = readAnswers(
          commands.find(({ id }) => id === 'payment.refund') ?? ({} as never),
          { type: 'payment', record: payment },
          given,
        )
        const refused = answers.filter(({ step, read }) => given[step.name] !== undefined && read.refusal !== null)
        expect(refused.map(({ read }) => read.refusal)).toEqual(refusal === null ? [] : [refusal])
      }
    }),
  )
})
