import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostIdentifiers, recogniseSeveral } from '../../src/commands/several.ts'
import { inOneLine } from '../../src/layout/commands/palette-state.ts'

const origin = 'https://console.example.com'
const textsOf = (text: string) => recogniseSeveral(text, origin)?.identifiers.map(({ text }) => text) ?? null

describe('several identifiers', () => {
  test.each<[string, string[]]>([
    ['ana@cafesol.es\nbea@sol.es', ['ana@cafesol.es', 'bea@sol.es']],
    ['ana@cafesol.es, bea@sol.es; carl@x.de', ['ana@cafesol.es', 'bea@sol.es', 'carl@x.de']],
    ['ana@a.es bea@b.es', ['ana@a.es', 'bea@b.es']],
    ['8812, 8813,8814', ['8812', '8813', '8814']],
    ['8812 8813', ['8812', '8813']],
    ['#8812\r\n\r\ninvoice no. 12\r\nQR 41', ['#8812', 'invoice no. 12', 'QR 41']],
    ['customer 8812, cus_Nffr9Zk2aQ', ['customer 8812', 'cus_Nffr9Zk2aQ']],
    ['Ana Ruiz <ana@cafesol.es>, Bea <bea@sol.es>', ['ana@cafesol.es', 'bea@sol.es']],
    ['https://qr.example.com/aB3xYz\nhttps://qr.example.com/cD4eFg', ['https://qr.example.com/aB3xYz', 'https://qr.example.com/cD4eFg']],
    ['aB3xYz cD4eFg', ['aB3xYz', 'cD4eFg']],
    ['aB3xYz\ncafe_sol', ['aB3xYz', 'cafe_sol']],
    [`${origin}/customers/8812 ${origin}/invoices?invoiceId=77`, [`${origin}/customers/8812`, `${origin}/invoices?invoiceId=77`]],
    ['8812, 8812', ['8812']],
    ['ana@cafesol.es, ANA@cafesol.es', ['ana@cafesol.es']],
  ])('%j', (text, texts) => expect(textsOf(text)).toEqual(texts))

  test.each([
    '',
    ',',
    'ana@cafesol.es',
    'ana@cafesol.es,',
    'Ana Ruiz <ana@cafesol.es>',
    '“Ruiz, Ana” <ana@cafesol.es>',
    'Ruiz, Ana',
    'refund 12,50',
    '12,50',
    'extend trial 7',
    'customer 8812',
    'Invoice no. 000123',
    '# 8812',
    'studio54 club99',
    'ban, 8812',
    'https://qr.example.com/a,b',
  ])('%j is not', (text) => expect(textsOf(text)).toBeNull())

  test('each is asked for by exact match alone', () => {
    expect(recogniseSeveral('ana@cafesol.es, aB3xYz')?.identifiers.map(({ shapes }) => shapes)).toEqual([
      [{ kind: 'email', email: 'ana@cafesol.es' }],
      [{ kind: 'qr-uri', uri: 'aB3xYz' }],
    ])
  })

  test('no more than fifty, and how many that leaves out', () => {
    const ids = Array.from({ length: 73 }, (_, index) => String(index + 1))
    const several = recogniseSeveral(ids.join('\n'))
    expect(several?.identifiers.map(({ text }) => text)).toEqual(ids.slice(0, mostIdentifiers))
    expect(several?.leftOut).toBe(23)
    expect(recogniseSeveral(ids.join(' '))?.leftOut).toBe(23)
  })
})

const identifier = fc.oneof(
  fc.integer({ min: 100, max: 2 ** 31 - 1 }).map(String),
  fc.integer({ min: 1, max: 9999 }).map((id) => `#${id}`),
  fc.integer({ min: 1, max: 9999 }).map((id) => `INV-${id}`),
  fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.(es|com)$/),
  fc.stringMatching(/^https:\/\/qr\.example\.com\/[a-z]{2}\d[A-Z]{2}$/),
  fc.stringMatching(/^cus_[A-Za-z\d]{8}$/),
)
const lists = fc.uniqueArray(identifier, { minLength: 2, maxLength: mostIdentifiers, selector: (text) => text.toLowerCase() })

describe('any list of identifiers', () => {
  test('is found again in its order, whatever separates it', () => {
    const separator = fc.constantFrom('\n', '\r\n', ', ', ';', ' ; ', '\t', ' ', '\n\n', ',\n')
    fc.assert(
      fc.property(lists, separator, (texts, between) => {
        fc.pre(!/^\d+,\d{1,2}$/.test(texts.join(between)))
        expect(textsOf(texts.join(between))).toEqual(texts)
      }),
    )
  })

  test('said twice is said once', () => {
    fc.assert(
      fc.property(lists, (texts) => {
        expect(textsOf([...texts, ...texts].join('\n'))).toEqual(texts)
      }),
    )
  })

  test('is the same in one line, as an input holds it', () => {
    fc.assert(
      fc.property(lists, fc.constantFrom('\n', '\r\n', ',\n', ';\r\n', ' \n \n'), (texts, between) => {
        const line = inOneLine(`${texts.join(between)}\n`)
        expect(line).not.toMatch(/[\r\n]/)
        expect(recogniseSeveral(line)).toEqual(recogniseSeveral(texts.join('\n')))
      }),
    )
  })
})

test('no text throws, and none has more than fifty', () => {
  const pieces = fc.array(fc.constantFrom('a@b.es', '12', ',', '\n', ' ', ';', '#', 'x', '1', '<', 'https://a/b', '\u200b'), {
    maxLength: 400,
  })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        pieces.map((parts) => parts.join('')),
      ),
      (text) => {
        const several = recogniseSeveral(text, origin)
        expect(several?.identifiers.length ?? 1).toBeLessThanOrEqual(mostIdentifiers)
        for (const { text, shapes } of several?.identifiers ?? []) {
          expect(text).not.toBe('')
          expect(shapes).not.toHaveLength(0)
        }
      },
    ),
  )
})
