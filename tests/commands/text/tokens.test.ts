import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenize } from '../../../src/commands/text/tokens.ts'
import { isIdentifier } from '../../../src/commands/text/word-kinds.ts'

/** Each token, values and identifiers marked. */
const cut = (text: string) =>
  tokenize(text).tokens.map((token) => {
    const kind = token.isQuoted ? 'quote' : (token.value ?? (isIdentifier(token) ? 'id' : ''))
    return kind === '' ? token.raw : `${kind}:${token.raw}`
  })

describe('a text as tokens', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['  ,  -- ', []],
    ['refund 5,50 ana@cafesol.es', ['refund', 'amount:5,50', 'id:ana@cafesol.es']],
    ['refund 5.50 € now', ['refund', 'amount:5.50 €', 'now']],
    ['refund €5', ['refund', 'amount:€5']],
    ['refund EUR 5', ['refund', 'amount:EUR 5']],
    ['refund 1,255 kwd', ['refund', 'amount:1,255 kwd']],
    ['refund 500 UGX', ['refund', 'amount:500 UGX']],
    ['refund 1.234,50', ['refund', 'amount:1.234,50']],
    ['extend trial 7 days', ['extend', 'trial', 'count:7 days']],
    ['trial 7d', ['trial', 'count:7d']],
    ['2 more weeks, ana', ['count:2 weeks', 'more', 'ana']],
    ['7d more ana', ['count:7d', 'more', 'ana']],
    ['10 % more ana', ['count:10 %', 'more', 'ana']],
    ['refund 2 payments', ['refund', '2', 'payments']],
    ['discount 20 %', ['discount', 'count:20 %']],
    ['4711', ['number:4711']],
    ['#4984', ['id:#4984']],
    ['ban id: 4984', ['ban', 'id:id: 4984']],
    ['order 20345', ['id:order 20345']],
    ['invoice no. 2026-000123', ['id:invoice no. 2026-000123']],
    ['ban customer 4711 now', ['ban', 'id:customer 4711', 'now']],
    ['block https://qr.example.com/aB3xYz', ['block', 'id:https://qr.example.com/aB3xYz']],
    ['since 03-12-2026', ['since', '03-12-2026']],
    ['refund 5 "it broke" ana', ['refund', 'number:5', 'quote:it broke', 'ana']],
    ['"ana@cafesol.es"', ['id:"ana@cafesol.es"']],
  ])('‘%s’', (text, tokens) => {
    expect(cut(text)).toEqual(tokens)
  })

  test('no word of any text is lost, and none stands in two tokens', () => {
    const word = fc.oneof(
      fc.constantFrom('refund', '5,50', '7', 'days', '#5', 'id:', '€', '"a', 'b"', 'order', '20345'),
      fc.string({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const { text, tokens } = tokenize(words.join(' '))
        let end = 0
        for (const { from, to } of tokens) {
          // Between two tokens there are neither letters nor digits.
          expect(text.slice(end, from)).not.toMatch(/[\p{L}\p{N}]/u)
          expect(from).toBeGreaterThanOrEqual(end)
          end = to
        }
        expect(text.slice(end)).not.toMatch(/[\p{L}\p{N}]/u)
      }),
    )
  })
})
