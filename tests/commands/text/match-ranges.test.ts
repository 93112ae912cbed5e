import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Range, textRanges, titleRanges } from '../../../src/commands/text/match-ranges.ts'

/** The text with the matches in brackets. */
function shown(text: string, ranges: readonly Range[]): string {
  let at = 0
  let out = ''
  for (const { from, to } of ranges) {
    out += `${text.slice(at, from)}[${text.slice(from, to)}]`
    at = to
  }
  return out + text.slice(at)
}

describe('matches in a title', () => {
  test.each([
    ['go to', 'Go to customers', '[Go to] customers'],
    ['cust', 'Go to customers', 'Go to [cust]omers'],
    ['ruiz ban', 'Ban Ana Ruiz', '[Ban] Ana [Ruiz]'],
    ['gtc', 'Go to customers', '[G]o [t]o [c]ustomers'],
    ['cstm', 'Go to customers', 'Go to [c]u[st]o[m]ers'],
    ['refnud', 'Refund', '[Refund]'],
    ['extned tri', 'Extend trial', '[Extend] [tri]al'],
    ['money', 'Refund', 'Refund'],
    ['trial longer', 'Extend trial', 'Extend [trial]'],
    ['jose', 'Ban José Núñez', 'Ban [José] Núñez'],
    ['nunez', 'Ban José Nu\u0301n\u0303ez', 'Ban José [Nu\u0301n\u0303ez]'],
    ['sol', 'Ban 😀 Sol', 'Ban 😀 [Sol]'],
    ['', 'Refund', 'Refund'],
  ])('‘%s’ in ‘%s’: %s', (query, title, expected) => {
    expect(shown(title, titleRanges(query, title))).toBe(expected)
  })
})

describe('matches in a record', () => {
  test.each([
    ['jose', 'José Pérez', '[José] Pérez'],
    ['perez', 'José Pérez — Café Sol', 'José [Pérez] — Café Sol'],
    ['cafe perez', 'José Pérez — Café Sol', 'José [Pérez] — [Café] Sol'],
    ['fesol', 'ana@cafesol.es', 'ana@ca[fesol].es'],
    ['ana@cafesol.es', 'Ana@cafesol.es', '[Ana@cafesol.es]'],
    ['12', 'Invoice 8812', 'Invoice 88[12]'],
    ['x', 'Ana', 'Ana'],
  ])('‘%s’ in ‘%s’: %s', (query, text, expected) => {
    expect(shown(text, textRanges(query, text))).toBe(expected)
  })
})

test('ranges are in order, not adjacent and within the text, for any query', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (query, text) => {
      for (const ranges of [titleRanges(query, text), textRanges(query, text)]) {
        let last = -1
        for (const { from, to } of ranges) {
          expect(from).toBeGreaterThan(last)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
          last = to
        }
      }
    }),
  )
})
