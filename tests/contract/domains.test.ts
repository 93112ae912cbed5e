import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeDomain } from '../../src/contract/domains.ts'

const label63 = 'a'.repeat(63)

describe('a domain is stored', () => {
  test.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.Com', 'example.com'],
    ['a.b', 'a.b'],
    ['*.example.com', '*.example.com'],
    ['my-shop.example', 'my-shop.example'],
    ['1.2.3.example', '1.2.3.example'],
    ['123.co1', '123.co1'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['bu\u0308cher.example', 'xn--bcher-kva.example'],
    ['*.bücher.example', '*.xn--bcher-kva.example'],
    ['xn--BCHER-kva.example', 'xn--bcher-kva.example'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['ｅｘａｍｐｌｅ．ｃｏｍ', 'example.com'],
    ['ΟΔΟΣ.gr', 'xn--pxavbq.gr'],
    ['☕.example', 'xn--53h.example'],
    ['☕\uFE0F.example', 'xn--53h.example'],
    [`${label63}.com`, `${label63}.com`],
    [`${`${label63}.`.repeat(3)}${'b'.repeat(60)}.co`, `${`${label63}.`.repeat(3)}${'b'.repeat(60)}.co`],
  ])('%s as %s', (text, stored) => {
    expect(normalizeDomain(text)).toBe(stored)
  })
})

describe('no domain is', () => {
  test.each([
    [''],
    ['*.'],
    ['*'],
    ['localhost'],
    ['*.localhost'],
    ['*.*.example.com'],
    ['a.*.example.com'],
    ['.example.com'],
    ['example.com.'],
    ['example..com'],
    ['https://example.com'],
    ['example.com/path'],
    ['example.com:8080'],
    ['user@example.com'],
    ['example.com?q=1'],
    ['example.com#a'],
    ['exa mple.com'],
    [' example.com'],
    ['example.com\n'],
    ['exam\u0000ple.com'],
    ['exam\u200Bple.com'],
    ['exam\u00ADple.com'],
    ['exam\uD800ple.com'],
    ['exa\u2044mple.com/'],
    ['exa：mple.com'],
    ['exam_ple.com'],
    ['-example.com'],
    ['example-.com'],
    ['example.-com'],
    ['example.com-'],
    ['example.1com'],
    ['192.168.0.1'],
    ['[::1]'],
    ['exam%70le.com'],
    ['exa\\mple.com'],
    ["o'neil.com"],
    ['a,b.com'],
    ['\u0301a.com'],
    [`${label63}a.com`],
    [`${'ü'.repeat(64)}.com`],
    [`${`${label63}.`.repeat(4)}com`],
    [`${'a.'.repeat(128)}c`],
  ])('%j', (text) => {
    expect(normalizeDomain(text)).toBeNull()
  })
})

/** Letters of many scripts, and digits and hyphens between them. */
const letters = 'abcxyzABCÄÖÜäöüßñçøåłžéÉČабвгдеЖЯΩαβγΣσλאבגשابتثกขคあいうアイウ例字漢한글'
const label = fc
  .array(fc.constantFrom(...Array.from(`${letters}0189-`)), { minLength: 1, maxLength: 12 })
  .map((characters) => characters.join(''))

/** A right-to-left label may hold nothing else: that rule is the registries', and left to them. */
const isOneWay = (text: string) => !/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text)

test('as a browser would write it, wherever both take it for a domain', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 2, maxLength: 4 }), (labels) => {
      const text = labels.join('.')
      const browsers = domainToASCII(text)
      const ours = normalizeDomain(text)
      fc.pre(ours !== null && browsers !== '')
      expect(ours).toBe(browsers)
    }),
    { numRuns: 3000 },
  )
})

test('what a browser takes of letters, digits and inner hyphens is never refused', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 2, maxLength: 4 }), (labels) => {
      const text = labels.map((part) => `a${part}a`).join('.')
      fc.pre(isOneWay(text) && domainToASCII(text) !== '')
      expect(normalizeDomain(text)).not.toBeNull()
    }),
    { numRuns: 2000 },
  )
})

test('any text: what comes out is a domain of its own, in ASCII and lower case', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.domain(), label), (text) => {
      const stored = normalizeDomain(text)
      if (stored === null) return
      expect(stored).toMatch(/^(\*\.)?([a-z0-9-]{1,63}\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/)
      expect(normalizeDomain(stored)).toBe(stored)
    }),
    { numRuns: 3000 },
  )
})

test('takes no longer for what was made to take long', () => {
  const started = performance.now()
  for (const text of ['-'.repeat(256), 'a-'.repeat(128), `${'ü'.repeat(255)}.`, 'a.'.repeat(128), '\u0301'.repeat(256)])
    for (let turn = 0; turn < 200; turn++) normalizeDomain(text)
  expect(performance.now() - started).toBeLessThan(2000)
})
