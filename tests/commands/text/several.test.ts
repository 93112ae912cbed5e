import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxIdentifiers, recogniseSeveral } from '../../../src/commands/text/several.ts'
import { inOneLine } from '../../../src/layout/kit/in-one-line.ts'
import { anyText } from '../../support/any-text.ts'

const origin = 'https://console.example.com'
/** The parts found in a text, in order: an identifier, or '?' with the text that was not recognised. */
const partsOf = (text: string) =>
  recogniseSeveral(text, origin)?.parts.map(({ text, shapes }) => (shapes.length > 0 ? text : `? ${text}`)) ?? null
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
    'refund 10 #4711 wrong amount; sorry',
    'refund 10 ana@cafesol.es broken; see #123',
    'note customer 4711 called; back tomorrow',
    'https://qr.example.com/a,b',
  ])('%j is not a list', (text) => expect(textsOf(text)).toBeNull())

  test('each is looked up by exact match only', () => {
    expect(recogniseSeveral('ana@cafesol.es, aB3xYz')?.identifiers.map(({ shapes }) => shapes)).toEqual([
      [{ kind: 'email', email: 'ana@cafesol.es' }],
      [{ kind: 'qr-uri', uri: 'aB3xYz' }],
    ])
  })

  test.each<[string, string[]]>([
    ['ana@cafesol.es\nnobody here\n8812', ['ana@cafesol.es', '? nobody here', '8812']],
    ['ana@cafesol.es, foo, bea@sol.es, foo', ['ana@cafesol.es', '? foo', 'bea@sol.es']],
    ['foo\n8812, 8813', ['? foo', '8812', '8813']],
    ['Ana Ruiz; 8812', ['? Ana Ruiz', '8812']],
    ['471,472,473', ['471', '472', '473']],
    ['12-11-2026\nana@cafesol.es\nbea@sol.es', ['? 12-11-2026', 'ana@cafesol.es', 'bea@sol.es']],
    // Bullets and quotes, straight and curly.
    ['• ana@cafesol.es\n• bea@sol.es', ['ana@cafesol.es', 'bea@sol.es']],
    ['- 8812\n- 8813\n* 8814', ['8812', '8813', '8814']],
    ['1. ana@cafesol.es\n2) bea@sol.es\n(3) carl@x.de', ['ana@cafesol.es', 'bea@sol.es', 'carl@x.de']],
    ['"8812", \'8813\', “8814”, ‘8815’, «8816»', ['8812', '8813', '8814', '8815', '8816']],
    ['<ana@cafesol.es>;<bea@sol.es>', ['ana@cafesol.es', 'bea@sol.es']],
    ['> ana@cafesol.es\n> > bea@sol.es', ['ana@cafesol.es', 'bea@sol.es']],
    // A row of a table. The other columns and their numbers are not identifiers.
    ['Ana Ruiz\tana@cafesol.es\t39,90\nBea\tbea@sol.es\t12', ['ana@cafesol.es', 'bea@sol.es']],
    // Mail headers.
    ['From: Ana Ruiz <ana@cafesol.es>\nTo: Bea <bea@sol.es>, carl@x.de', ['ana@cafesol.es', 'bea@sol.es', 'carl@x.de']],
    ['To: "Ruiz, Ana" <ana@cafesol.es>; Sol, Bea <bea@sol.es>', ['ana@cafesol.es', 'bea@sol.es']],
    ['Ruiz, Ana <ana@cafesol.es>, Bea <bea@sol.es>, foo', ['ana@cafesol.es', 'bea@sol.es', '? foo']],
    ['From: ana@cafesol.es\nDate: Mon, 2 Nov 2026\nSubject: Order QD-0000123', ['ana@cafesol.es', 'QD-0000123']],
    // Other identifiers.
    ['pi_3NabcDEFghi456789, sub_1NabcDEFghi', ['pi_3NabcDEFghi456789', 'sub_1NabcDEFghi']],
    ['2026-000123\n2026-000124', ['2026-000123', '2026-000124']],
    ['QD-0000123 QD-0000124', ['QD-0000123', 'QD-0000124']],
    ['8\u00a0812 8\u202f813', ['8812', '8813']],
    [
      'www.qr.example.com/aB3xYz?utm_source=a https://QR.example.com/cD4eFg/#top.',
      ['www.qr.example.com/aB3xYz?utm_source=a', 'https://QR.example.com/cD4eFg/#top'],
    ],
    // Next to QR addresses, a plain word may be one too.
    ['aB3xYz\ncafe-sol-menu\ncD4eFg', ['aB3xYz', 'cafe-sol-menu', 'cD4eFg']],
    ['aB3xYz\ncafe-sol-menu\nana@cafesol.es', ['aB3xYz', '? cafe-sol-menu', 'ana@cafesol.es']],
  ])('among other text: %j', (text, parts) => expect(partsOf(text)).toEqual(parts))

  const mail = [
    'From: Ana Ruiz <ana@cafesol.es>',
    'Sent: Monday, 2 November 2026 10:00',
    'To: Support <help@quaydesk.example>; "Prat, Luis" <luis@prat.es>',
    'Subject: Re: Order QD-0000123 is broken',
    '',
    'Hi Marta,',
    "my code https://qr.example.com/aB3xYz?utm_source=mail doesn't work since Monday, order 4711.",
    'Customer 8812 told me the same. I paid 39,90 € in 2026, invoice 2026-000123, on 3 of 5 days.',
    '> On Mon, 2 Nov 2026 at 09:58, Luis Prat <luis@prat.es> wrote:',
    '> - pi_3NabcDEFghi456789',
    'Ana Ruiz',
    '+34 600 123 123',
  ].join('\n')

  test('a mail of one person is about that person, whatever its sentences ask for', () => {
    expect(partsOf('From: Ana Ruiz <ana@cafesol.es>\nSubject: Refund\n\nHello, please refund my last payment.')).toEqual(['ana@cafesol.es'])
    expect(recogniseSeveral('From: Ana Ruiz <ana@cafesol.es>')).toBeNull()
  })

  test('an e-mail thread yields the identifiers it names and nothing else', () => {
    const named = [
      'ana@cafesol.es',
      'help@quaydesk.example',
      'luis@prat.es',
      'QD-0000123',
      'https://qr.example.com/aB3xYz?utm_source=mail',
      'order 4711',
      'Customer 8812',
      'invoice 2026-000123',
      'pi_3NabcDEFghi456789',
    ]
    expect(partsOf(mail)).toEqual(named)
    expect(partsOf(inOneLine(mail))).toEqual(named)
  })

  test('at most 200 lines of a pasted page are read, with a notice', () => {
    const page = (count: number) => Array.from({ length: count }, (_, index) => `This is sentence ${index} of a page.`).join('\n')
    expect(recogniseSeveral(page(200))).toMatchObject({ identifiers: [], notRecognised: 200, read: null })
    expect(recogniseSeveral(page(201))).toMatchObject({ notRecognised: 200, read: 'only the first 200 lines are read' })
    expect(recogniseSeveral(page(201))?.parts).toHaveLength(10)
    expect(recogniseSeveral(`${page(150)}\nana@cafesol.es`)?.identifiers.map(({ text }) => text)).toEqual(['ana@cafesol.es'])
    expect(recogniseSeveral(`${page(200)}\nana@cafesol.es`)?.identifiers).toEqual([])
    expect(recogniseSeveral('a,'.repeat(400))).toMatchObject({ read: 'only the beginning is read' })
  })

  test.each([
    ['one word', 'x'.repeat(10_000)],
    ['words', 'lorem ipsum '.repeat(850)],
    ['emoji', '🙂'.repeat(5_000)],
    ['from right to left', 'مرحبا '.repeat(1_700)],
    ['signs of regular expressions', '(.*)+$[\\'.repeat(1_250)],
    ['SQL', "' or 1=1; -- ".repeat(800)],
  ])('ten thousand characters without any yield an empty list: %s', (_, text) => {
    expect(recogniseSeveral(text)?.identifiers).toEqual([])
  })

  test.each([
    '\u0000\u0000\u0000',
    ' '.repeat(300),
    '🙂',
    'مرحبا',
    '(.*)+$',
    'ban cancel',
    'refund 1.234,50',
    '1,234.50',
    '4,711',
    '#900,001',
  ])('%j is left to other readers', (text) => expect(recogniseSeveral(text)).toBeNull())

  test('at most fifty are returned, with the number left out', () => {
    const ids = Array.from({ length: 73 }, (_, index) => String(index + 1))
    const several = recogniseSeveral(ids.join('\n'))
    expect(several?.identifiers.map(({ text }) => text)).toEqual(ids.slice(0, maxIdentifiers))
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
const lists = fc.uniqueArray(identifier, { minLength: 2, maxLength: maxIdentifiers, selector: (text) => text.toLowerCase() })

describe('any list of identifiers', () => {
  test('is found in its order with any separator', () => {
    const separator = fc.constantFrom('\n', '\r\n', ', ', ';', ' ; ', '\t', ' ', '\n\n', ',\n')
    fc.assert(
      fc.property(lists, separator, (texts, between) => {
        fc.pre(!/^\d+,\d{1,2}$/.test(texts.join(between)))
        expect(textsOf(texts.join(between))).toEqual(texts)
      }),
    )
  })

  test('is returned once if pasted twice', () => {
    fc.assert(
      fc.property(lists, (texts) => {
        expect(textsOf([...texts, ...texts].join('\n'))).toEqual(texts)
      }),
    )
  })

  test('is read the same in one line, as in an input', () => {
    fc.assert(
      fc.property(lists, fc.constantFrom('\n', '\r\n', ',\n', ';\r\n', ' \n \n'), (texts, between) => {
        const line = inOneLine(`${texts.join(between)}\n`)
        expect(line).not.toMatch(/[\r\n]/)
        expect(recogniseSeveral(line)).toEqual(recogniseSeveral(texts.join('\n')))
      }),
    )
  })
})

/** Text that people paste around identifiers and that names nothing itself. */
const noise = fc.constantFrom(
  'foo bar',
  'n/a',
  '—',
  'Thanks!',
  '???',
  '12-11-2026',
  '🙂',
  '(none)',
  'مرحبا',
  '.*',
  '39.90',
  '+',
  'ana@',
  'http://',
)
const bullet = fc.constantFrom('', '', '• ', '- ', '* ', '> ')
const quotes = fc.constantFrom(['', ''], ['"', '"'], ['“', '”'], ["'", "'"], ['<', '>'], ['(', ')'], ['\u00a0', '\u200b'])

test('finds exactly the identifiers amid any noise, in order and without duplicates', () => {
  const line = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(identifier, bullet, quotes) },
    noise.map((text) => text),
  )
  const separator = fc.constantFrom('\n', '\r\n', '\n\n', ';', ' ; ', ';\n')
  fc.assert(
    fc.property(fc.array(line, { minLength: 3, maxLength: 40 }), separator, (lines, between) => {
      const named = new Map<string, string>()
      for (const each of lines) if (typeof each !== 'string') named.set(each[0].toLowerCase(), named.get(each[0].toLowerCase()) ?? each[0])
      fc.pre(named.size > 1)
      // Next to QR addresses, a word counts as an address too.
      fc.pre([...named.keys()].some((text) => !text.startsWith('https')))
      const text = lines.map((each) => (typeof each === 'string' ? each : `${each[1]}${each[2][0]}${each[0]}${each[2][1]}`)).join(between)
      expect(textsOf(text)).toEqual([...named.values()])
    }),
  )
})

test('never throws, and never finds more than fifty identifiers', () => {
  const pieces = fc.array(fc.constantFrom('a@b.es', '12', ',', '\n', ' ', ';', '#', 'x', '1', '<', 'https://a/b', '\u200b'), {
    maxLength: 400,
  })
  fc.assert(
    fc.property(
      fc.oneof(
        anyText(),
        pieces.map((parts) => parts.join('')),
      ),
      (text) => {
        const several = recogniseSeveral(text, origin)
        expect(several?.identifiers.length ?? 1).toBeLessThanOrEqual(maxIdentifiers)
        for (const { text, shapes } of several?.identifiers ?? []) {
          expect(text).not.toBe('')
          expect(shapes).not.toHaveLength(0)
        }
      },
    ),
  )
})
