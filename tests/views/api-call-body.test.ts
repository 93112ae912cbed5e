import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBody, sizeText } from '../../src/views/api-call/body-block.tsx'
import { boundJson, deepestLevel, maxEntries, maxStringLength } from '../../src/views/api-call/bounded-json.ts'
import { anyText } from '../support/any-text.ts'

describe('detecting the kind of body [2.2 api call json]', () => {
  test.each(
    [
      ['', 'empty'],
      ['{"a":1}', 'json'],
      [' \n[1, 2]', 'json'],
      ['{}', 'json'],
      ['{"a":1', 'text'],
      ['{"a":1}{"b":2}', 'text'],
      ['"a"', 'text'],
      ['12', 'text'],
      ['name=Menu&url=x', 'text'],
      ['<script>alert(1)</script>', 'text'],
      ['tab\tand\r\nline end', 'text'],
      ['\u0089PNG\r\n\u001A\n\u0001\u0002', 'binary'],
      ['\uFFFD\uFFFD\uFFFDJFIF', 'binary'],
      [`${'long text '.repeat(100)}\uFFFD`, 'text'],
      [`{"a":"${'x'.repeat(2_000_000)}"}`, 'too-long'],
      [`{"a":"${'x'.repeat(1_900_000)}"}`, 'json'],
      ['['.repeat(100_000), 'text'],
    ].map(([text = '', kind]) => [text.slice(0, 20), kind, text]),
  )('%j is %s', (_start, kind, text) => expect(readBody(text ?? '').kind).toBe(kind))

  test('never throws, and parses JSON like JSON.parse', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(readBody(text).kind).toBeTypeOf('string')
      }),
    )
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        const text = JSON.stringify(value)
        expect(readBody(text)).toEqual({ kind: 'json', value: JSON.parse(text) as unknown })
      }),
    )
  })

  test.each(
    [
      ['', '0 B'],
      ['a', '1 B'],
      ['é'.repeat(600), '1,2 kB'],
      ['x'.repeat(300_000), '300 kB'],
      ['x'.repeat(5_240_000), '5,2 MB'],
    ].map(([text = '', size]) => [size, text]),
  )('shows the UTF-8 size as %s', (size, text) => expect(sizeText(text ?? '')).toBe(size))
})

/** The largest number of entries on one level, and the depth. */
function measure(value: unknown): { widest: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { widest: 0, depth: 0 }
  const inner = Object.values(value).map(measure)
  return {
    widest: Math.max(Object.keys(value).length, ...inner.map(({ widest }) => widest)),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  }
}

describe('JSON as a tree', () => {
  test('is unchanged if it is small', () => {
    const small = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 20 })
    fc.assert(
      fc.property(small, (value) => {
        expect(boundJson(value)).toEqual(value)
      }),
    )
  })

  test.each([100, 101, 150, 10_000, 10_001, 250_000])('%i items are grouped in levels of at most a hundred', (count) => {
    const items = Array.from({ length: count }, (_, index) => index)
    const shown = boundJson(items)
    expect(measure(shown).widest).toBeLessThanOrEqual(maxEntries)
    const flat = (value: unknown): unknown[] => (typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : [value])
    expect(flat(shown)).toEqual(items)
  })

  test('ranges name their first and last entry', () => {
    expect(Object.keys(boundJson(Array.from({ length: 150 }, () => 0)) as object)).toEqual(['[0 … 99]', '[100 … 149]'])
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, index]))
    expect(boundJson(many)).toMatchObject({ '[k0 … k99]': { k0: 0 }, '[k100 … k100]': { k100: 100 } })
  })

  test('long strings and deep nesting are cut off', () => {
    expect(boundJson(['x'.repeat(maxStringLength + 1)])).toEqual([`${'x'.repeat(maxStringLength)}… (${maxStringLength + 1} characters)`])
    const deep: unknown = JSON.parse('['.repeat(5000) + ']'.repeat(5000))
    expect(measure(boundJson(deep)).depth).toBe(deepestLevel)
  })

  test('names like __proto__ are plain keys', () => {
    const shown = boundJson(JSON.parse('{"__proto__":{"a":1},"constructor":2}')) as object
    expect(Object.keys(shown)).toEqual(['__proto__', 'constructor'])
  })
})
