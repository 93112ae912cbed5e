import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clean, recognise, type Shape } from '../../../src/commands/text/recognise.ts'
import { visible } from '../../../src/commands/text/visible.ts'
import { anyText, anyUrl } from '../../support/any-text.ts'

const origin = 'https://console.example.com'
const email: Shape[] = [
  { kind: 'email', email: 'ana@cafesol.es' },
  { kind: 'text', text: 'ana@cafesol.es' },
]
const uri = (text: string): Shape[] => [{ kind: 'qr-uri', uri: text }]
const customer = (id: number): Shape[] => [{ kind: 'customer-id', id }]
const invoice = (id: number): Shape[] => [{ kind: 'invoice-id', id }]
const numbered = (number: string): Shape[] => [{ kind: 'invoice-number', number }]
const provider = (providerId: string): Shape[] => [{ kind: 'provider-id', providerId }]
const intent = (value: string): Shape[] => [{ kind: 'payment', by: 'stripePaymentIntentId', value }]
const order = (value: string): Shape[] => [{ kind: 'payment', by: 'ref', value }]
/** '#12' doesn't say of what. */
const anyOf = (id: number): Shape[] => [...customer(id), ...invoice(id), { kind: 'qr-id', id }, ...payment(String(id))]
const payment = (value: string): Shape[] => [{ kind: 'payment', by: 'paymentId', value }]

describe('texts that name a record for certain', () => {
  test.each<[string, Shape[]]>([
    ['ana@cafesol.es', email],
    ['  ana@cafesol.es \n', email],
    ['"ana@cafesol.es"', email],
    ['<ana@cafesol.es>', email],
    ['Ana Ruiz <ana@cafesol.es>', email],
    ['“Ruiz, Ana” <ana@cafesol.es>,', email],
    ['mailto:ana@cafesol.es?subject=Hi', email],
    ['ana@cafesol.es.', email],
    ['(ana@cafesol.es)', email],
    ["'ana@cafesol.es' via Support <support@example.org>", email],
    ['Email:ana@cafesol.es', email],
    ['&lt;ana@cafesol.es&gt;', email],
    ['\u061cana@cafe\u00adsol.es\ufffc', email],
    ['mailto:ana%40cafesol.es', email],
    ['https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fq.example%2FaB3xYz&data=05', uri('aB3xYz')],
    ['https://www.google.com/url?q=https://q.example/aB3xYz&sa=D', uri('aB3xYz')],
    ['https://l.facebook.com/l.php?u=https%3A%2F%2Fq.example%2FaB3xYz', uri('aB3xYz')],
    ['<http://q.example/aB3xYz|menu>', uri('aB3xYz')],
    ['[menu](http://q.example/aB3xYz)', uri('aB3xYz')],
    ['http://q.example/aB3xYz&gt;', uri('aB3xYz')],
    ['http://q.example/aB3xYz%E2%80%8B', uri('aB3xYz')],
    ['hxxps://q.example/aB3xYz', uri('aB3xYz')],
    ['müller.example/aB3xYz', uri('aB3xYz')],
    ['localhost:5502/aB3xYz', uri('aB3xYz')],
    ['QD–0001648', [...uri('QD-0001648'), ...order('QD-0001648')]],
    ['no. 12', anyOf(12)],
    ['#900,001', anyOf(900_001)],
    ['customer 4.711', customer(4711)],
    ['\u200bana@cafesol.es\ufeff', email],
    ['From: ana@cafesol.es wrote', email],
    ['ana@cafesol.es, ana@cafesol.es', email],
    ['#8812', anyOf(8812)],
    ['# 8812', anyOf(8812)],
    ['customer 8812', customer(8812)],
    ['Customer id: 8812', customer(8812)],
    ['ID: 8812', customer(8812)],
    ['cus_Nffr9Zk2aQ', [{ kind: 'provider-id', providerId: 'cus_Nffr9Zk2aQ' }]],
    ['https://dashboard.stripe.com/test/customers/cus_Nffr9Zk2aQ', [{ kind: 'provider-id', providerId: 'cus_Nffr9Zk2aQ' }]],
    ['https://qr.example.com/aB3xYz', uri('aB3xYz')],
    ['http://qr.example.com/aB3xYz?utm=1#top', uri('aB3xYz')],
    ['https://qr.example.com/q/aB3xYz/', uri('aB3xYz')],
    ['<https://qr.example.com/aB3xYz>.', uri('aB3xYz')],
    ['qr.example.com/aB3xYz', uri('aB3xYz')],
    ['https://other.example.net/cafe-sol-menu', uri('cafe-sol-menu')],
    ['aB3xYz', [...uri('aB3xYz'), { kind: 'text', text: 'aB3xYz' }]],
    ['cafe_sol', [...uri('cafe_sol'), { kind: 'text', text: 'cafe_sol' }]],
    ['INV-123', invoice(123)],
    ['inv 123', invoice(123)],
    ['Invoice no. 000123', [...invoice(123), ...numbered(`${new Date().getFullYear()}-000123`)]],
    ['invoice 123', [...invoice(123), ...numbered(`${new Date().getFullYear()}-000123`)]],
    ['invoice #123', invoice(123)],
    ['QR 41', [{ kind: 'qr-id', id: 41 }]],
    ['8812', [...customer(8812), ...invoice(8812), { kind: 'qr-id', id: 8812 }, ...payment('8812'), ...uri('8812')]],
    [`${origin}/customers/8812`, customer(8812)],
    [`${origin}/customers/8812?tab=qrs`, customer(8812)],
    [`${origin}/qrs?searchTerm=aB3xYz&searchMode=uri`, uri('aB3xYz')],
    [`${origin}/invoices?invoiceId=77`, invoice(77)],
    [`${origin}/payments?paymentId=77`, payment('77')],
    // The record in a side panel wins over the page beneath. Customers have no side panel.
    [`${origin}/qrs?searchTerm=aB3xYz&panel=qr-41`, [{ kind: 'qr-id', id: 41 }]],
    [`${origin}/customers/8812?tab=payments&panel=payment-77`, payment('77')],
    [`${origin}/invoices?panel=invoice-77`, invoice(77)],
    [`${origin}/customers/8812?panel=customer-7`, customer(8812)],
    // Ids at the payment provider: alone, labelled, within a sentence, and in a link.
    ['pi_3NabcDEFghi456789', intent('pi_3NabcDEFghi456789')],
    ['Pi_3NabcDEFghi456789', intent('pi_3NabcDEFghi456789')],
    ['pi_3NabcDEFghi456789_secret_k8Yz', intent('pi_3NabcDEFghi456789')],
    ['Payment intent: pi_3NabcDEFghi456789.', intent('pi_3NabcDEFghi456789')],
    ['the payment (pi_3NabcDEFghi456789) failed', intent('pi_3NabcDEFghi456789')],
    ['https://dashboard.stripe.com/test/payments/pi_3NabcDEFghi456789', intent('pi_3NabcDEFghi456789')],
    ['ch_3NabcDEFghi4567890123', [...intent('ch_3NabcDEFghi4567890123'), ...uri('ch_3NabcDEFghi4567890123')]],
    ['CH_17HgXk2eZvKYlo2C', [...intent('ch_17HgXk2eZvKYlo2C'), ...uri('CH_17HgXk2eZvKYlo2C')]],
    ['py_1NabcDEFghi4567890123', [...intent('py_1NabcDEFghi4567890123'), ...uri('py_1NabcDEFghi4567890123')]],
    ['re_3NabcDEFghi4567890123', [...intent('re_3NabcDEFghi4567890123'), ...uri('re_3NabcDEFghi4567890123')]],
    ['pyr_1NabcDEFghi45678901234', intent('pyr_1NabcDEFghi45678901234')],
    ['refund re_3NabcDEFghi4567890123 failed', intent('re_3NabcDEFghi4567890123')],
    ['https://dashboard.stripe.com/test/payments/ch_3NabcDEFghi4567890123', intent('ch_3NabcDEFghi4567890123')],
    ['https://dashboard.stripe.com/acct_1Nabc/refunds/re_3NabcDEFghi4567890123', intent('re_3NabcDEFghi4567890123')],
    ['sub_1NabcDEFghi', provider('sub_1NabcDEFghi')],
    ['https://dashboard.stripe.com/subscriptions/sub_1NabcDEFghi', provider('sub_1NabcDEFghi')],
    ['subscription sub_1NabcDEFghi', provider('sub_1NabcDEFghi')],
    ['Customer: cus_Nffr9Zk2aQ', provider('cus_Nffr9Zk2aQ')],
    // Orders and payments.
    ['QD-0000123', [...uri('QD-0000123'), ...order('QD-0000123')]],
    ['order QD-0000123', order('QD-0000123')],
    ['Order no. QD-0000123', order('QD-0000123')],
    ['Order number: 123', order('123')],
    ['order #123', order('123')],
    ['payment 123', payment('123')],
    ['Payment ID: 123', payment('123')],
    // An invoice's number.
    ['2026-000123', [...numbered('2026-000123'), ...uri('2026-000123')]],
    ['2026-1234567', [...numbered('2026-1234567'), ...uri('2026-1234567')]],
    ['invoice 2026-000123', numbered('2026-000123')],
    ['Invoice no. 2026-123', numbered('2026-000123')],
    ['INV-2026-000123', numbered('2026-000123')],
    ['Invoice number: 2026/000123', numbered('2026-000123')],
    // All kinds of white space around and within.
    ['#12', anyOf(12)],
    ['#\u00a012', anyOf(12)],
    ['\u00a0#\u200b 12\u202f', anyOf(12)],
    ['id 12', customer(12)],
    ['id\u00a0:\u00a012', customer(12)],
    ['customer 8\u00a0812', customer(8812)],
    ['#1\u202f234\u202f567', anyOf(1_234_567)],
    ['\u00a02026-000123\u2009', [...numbered('2026-000123'), ...uri('2026-000123')]],
    ['cus_Nffr\u200b9Zk2aQ', provider('cus_Nffr9Zk2aQ')],
    ['ana@\u00adcafesol.es\u0000', email],
    // Addresses with additions from trackers, mails and people.
    ['https://qr.example.com/aB3xYz?utm_source=mail&utm_medium=x&fbclid=IwAR0&gclid=Cj0', uri('aB3xYz')],
    ['https://qr.example.com/aB3xYz/?utm_source=a#section', uri('aB3xYz')],
    ['HTTPS://QR.EXAMPLE.COM/aB3xYz', uri('aB3xYz')],
    ['www.qr.example.com/aB3xYz', uri('aB3xYz')],
    ['WWW.qr.example.com/aB3xYz/).', uri('aB3xYz')],
    ['qr.example.com/aB3xYz?fbclid=1', uri('aB3xYz')],
    ['(https://qr.example.com/aB3xYz).', uri('aB3xYz')],
    ['My code https://qr.example.com/aB3xYz, it fails', uri('aB3xYz')],
  ])('%j', (text, shapes) => {
    const recognised = recognise(text, origin)
    expect(recognised.shapes).toEqual(shapes)
    expect(recognised.sure).toBe(true)
    expect(recognised.explanation).not.toBeNull()
  })
})

describe('texts that may be a command or a name', () => {
  test.each<[string, Shape[]]>([
    ['ban', [...uri('ban'), { kind: 'text', text: 'ban' }]],
    ['2fa', [...uri('2fa'), { kind: 'text', text: '2fa' }]],
    ['cafe-sol-menu', [...uri('cafe-sol-menu'), { kind: 'text', text: 'cafe-sol-menu' }]],
    ['Ana Ruiz', [{ kind: 'text', text: 'Ana Ruiz' }]],
    ['Café  Sol', [{ kind: 'text', text: 'Café Sol' }]],
    ['ana@cafe', [{ kind: 'text', text: 'ana@cafe' }]],
    ['ana@a.es bea@b.es', [{ kind: 'text', text: 'ana@a.es bea@b.es' }]],
    ['abcdefghijklmnopqrstuvwxyzabc', [{ kind: 'text', text: 'abcdefghijklmnopqrstuvwxyzabc' }]],
    ['01234567890123', [...uri('01234567890123'), { kind: 'text', text: '01234567890123' }]],
    ['https://', [{ kind: 'text', text: 'https://' }]],
    ['re_opening', [...uri('re_opening'), { kind: 'text', text: 're_opening' }]],
    ['re_openingtheterrace', [...uri('re_openingtheterrace'), { kind: 'text', text: 're_openingtheterrace' }]],
    ['pi_1', [...uri('pi_1'), { kind: 'text', text: 'pi_1' }]],
    ['order-menu-2', [...uri('order-menu-2'), { kind: 'text', text: 'order-menu-2' }]],
    ['2026-11-02', [...uri('2026-11-02'), { kind: 'text', text: '2026-11-02' }]],
    ['orders', [...uri('orders'), { kind: 'text', text: 'orders' }]],
    ['4 711', [{ kind: 'text', text: '4 711' }]],
    ['cus_Nffr9Zk2aQ sub_1NabcDEFghi', [{ kind: 'text', text: 'cus_Nffr9Zk2aQ sub_1NabcDEFghi' }]],
    ['https://a.example/aB3xYz https://a.example/cD4eFg', [{ kind: 'text', text: 'https://a.example/aB3xYz https://a.example/cD4eFg' }]],
    ['', []],
    ['🙂', [{ kind: 'text', text: '🙂' }]],
    ['مرحبا', [{ kind: 'text', text: 'مرحبا' }]],
    ['(.*)+$', [{ kind: 'text', text: '.*)+$' }]],
    ["'; drop table customers; --", [{ kind: 'text', text: '; drop table customers; --' }]],
    ['\u0000\u0007', []],
  ])('%j', (text, shapes) => {
    expect(recognise(text, origin).shapes).toEqual(shapes)
  })

  test('a word counts as a QR address only if it looks random', () => {
    expect(['ban', '2fa', 'cafe-sol-menu', 'Luis'].map((text) => recognise(text).sure)).toEqual([false, false, false, false])
  })
})

test('reports when a text is cut', () => {
  expect(recognise('word '.repeat(80)).explanation).toBe('only the first 320 characters count')
  expect(recognise('word '.repeat(20)).explanation).toBeNull()
})

test.each(['', '   ', '\u200b', '"" <>', '...'])('finds nothing in %j', (text) => {
  expect(recognise(text)).toEqual({ shapes: [], explanation: null, sure: false })
})

describe('any text', () => {
  test('never throws, and gives only well-formed results', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.emailAddress(), anyUrl(), fc.string()), (text) => {
        for (const shape of recognise(text, origin).shapes) {
          if (shape.kind === 'qr-uri') expect(shape.uri).toMatch(/^[\w-]{1,25}$/)
          if ('id' in shape) expect(Number.isInteger(shape.id) && shape.id > 0 && shape.id < 2 ** 31).toBe(true)
          if (shape.kind === 'text') expect(shape.text.length).toBeLessThanOrEqual(320)
        }
      }),
    )
  })

  test('wrapping an e-mail, an id or a link changes nothing', () => {
    const marks = fc.constantFrom('', ' ', '"', '“', '(', '<', '\u200b', '\n')
    fc.assert(
      fc.property(
        fc.constantFrom('ana@cafesol.es', '8812', 'https://qr.example.com/aB3xYz', 'cus_Nffr9Zk2aQ'),
        marks,
        marks,
        (text, before, after) => {
          expect(recognise(before + after + text + after.replace('<', '>').replace('(', ')'))).toEqual(recognise(text))
        },
      ),
    )
  })

  test('cleaning is idempotent', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        expect(clean(clean(text))).toBe(clean(text))
      }),
    )
  })

  test('a long paste is read only up to its first 2560 characters', () => {
    const pieces = fc.constantFrom('a', '@', 'a@', '.', '<', 'a.', '#0', 'inv ', 'https://a/', '%', ' ', '"', '\u200b', '-', '1', 'é')
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 4 }), (parts) => {
        const long = parts.join('').repeat(10_000)
        expect(recognise(long)).toEqual(recognise(long.slice(0, 2560)))
      }),
    )
  })
})

test.each([
  ['Subject: Re: [#48213] Lost my phone', 'Subject: Re:   Lost my phone'],
  ['Hello\nRe: [Ticket #48213] Lost my phone', 'Hello\nRe:   Lost my phone'],
  // Elsewhere it may be a record's number, or a word of a note.
  ['[#4711] Ana\n[#4712] Bob', '[#4711] Ana\n[#4712] Bob'],
  ['note ana ruiz refunded, see [#48213]', 'note ana ruiz refunded, see [#48213]'],
  ['[#4711]', '[#4711]'],
  ['[#48213] Lost my phone', '  Lost my phone'],
  ['[#4711] Ana, [#4712] Bob', '[#4711] Ana, [#4712] Bob'],
])('only a subject’s ticket number is left out: %j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})
