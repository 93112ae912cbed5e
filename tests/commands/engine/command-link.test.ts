import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Command } from '../../../src/commands/engine/command.ts'
import { formatLink, linkTo, parseLink } from '../../../src/commands/engine/command-link.ts'
import { canBeLinked } from '../../../src/commands/engine/linkable.ts'
import type { Target } from '../../../src/commands/engine/targets.ts'
import { commands } from '../../../src/commands/registry.ts'
import { acceptOrigin, originOf, withOrigin } from '../../../src/contract/origin.ts'
import { anyText } from '../../support/any-text.ts'
import { customer, paymentTarget, qrTarget } from '../samples.ts'

function commandOf(id: string): Command {
  const found = commands.find((each) => each.id === id)
  if (!found) throw new Error(`There is no ${id}.`)
  return found
}

const links = fc.record({
  command: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  on: fc.option(fc.record({ type: fc.stringMatching(/^[a-z-]{1,20}$/), id: fc.nat(4_000_000_000) })),
  args: fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 40 }), {
    maxKeys: 4,
  }),
})

describe('a formatted link', () => {
  test('parses to the same link', () => {
    fc.assert(
      fc.property(links, (link) => {
        fc.pre(formatLink(link).length < 4000)
        expect(parseLink(formatLink(link))).toEqual(link)
      }),
    )
  })

  test('survives URL parsing, decoding, signing in and the end of a sentence [R4 link to a command]', () => {
    fc.assert(
      fc.property(links, (link) => {
        const hash = formatLink(link)
        const href = `/customers/5?tab=payments${hash}`
        expect(new URL(href, 'https://console.example').hash).toBe(hash)
        expect(decodeURIComponent(hash)).toBe(hash)
        expect(acceptOrigin(href)).toBe(href)
        expect(originOf(withOrigin('/login', href).slice('/login'.length))).toBe(href)
        expect(hash).toMatch(/^#[\w.~&=-]*[\w~=-]$/)
      }),
    )
  })

  test('is readable', () => {
    expect(formatLink({ command: 'customer.extend-trial', on: { type: 'customer', id: 8812 }, args: { days: '7' } })).toBe(
      '#run=customer.extend-trial&on=customer.8812&with-days=7',
    )
  })
})

test.each([
  '',
  '#',
  '#section',
  '#run=',
  '#run=a&b=c',
  '#run=a&on=customer',
  '#run=a&on=Customer.5',
  '#run=a&with-=x',
  '#run=a=b',
  '#run=%61',
  '#run=a&with-x=~E0',
  `#run=${'a'.repeat(5000)}`,
])('‘%s’ is not a link', (hash) => {
  expect(parseLink(hash)).toBeNull()
})

test('parses any text without throwing', () => {
  fc.assert(fc.property(anyText(), (text) => void parseLink(`#run=${text}`)))
})

describe('the link to a command', () => {
  const trial: Target = { type: 'customer', record: { ...customer, subscriptionStatus: 'trialing' } }

  test.each<[string, string, Target | null, Record<string, string>, string]>([
    [
      'on the customer’s page',
      'customer.extend-trial',
      trial,
      { days: '7' },
      '/customers/8812#run=customer.extend-trial&on=customer.8812&with-days=7',
    ],
    [
      'without what does not read well',
      'customer.extend-trial',
      trial,
      { days: '0' },
      '/customers/8812#run=customer.extend-trial&on=customer.8812',
    ],
    [
      'with every answer that is wanted, empty ones too',
      'payment.refund',
      paymentTarget,
      { extent: 'part', amount: '12,50', reason: '' },
      `/customers/${paymentTarget.type === 'payment' ? paymentTarget.record.userId : 0}?tab=payments#run=payment.refund&on=payment.${paymentTarget.record.id}&with-extent=part&with-amount=12~2C50&with-reason=`,
    ],
    [
      'without an answer that is not asked for',
      'payment.refund',
      paymentTarget,
      { extent: 'full', amount: '1' },
      `/customers/8812?tab=payments#run=payment.refund&on=payment.${paymentTarget.record.id}&with-extent=full&with-reason=`,
    ],
    [
      'of a picked record its number alone',
      'qr.transfer',
      qrTarget,
      { destiny: '{"id":9,"email":"a@b.es","name":"Ana"}' },
      `&with-destiny=9`,
    ],
    ['where it acts on no record, on the page on screen', 'colour-mode.toggle', null, {}, '/sales?year=2026#run=colour-mode.toggle'],
  ])('%s', (_what, id, target, typed, expected) => {
    const href = linkTo(commandOf(id), target, typed, '/sales?year=2026')
    expect(href.slice(-expected.length)).toBe(expected)
    expect(href).not.toContain('Ana')
  })

  test('is not offered for actions on selected records, nor for opening the palette', () => {
    expect(canBeLinked(commandOf('qrs.set-status'))).toBe(false)
    expect(canBeLinked(commandOf('folders.transfer'))).toBe(false)
    expect(canBeLinked(commandOf('palette.open'))).toBe(false)
    expect(canBeLinked(commandOf('customer.ban'))).toBe(true)
    expect(canBeLinked(commandOf('colour-mode.toggle'))).toBe(true)
  })
})
