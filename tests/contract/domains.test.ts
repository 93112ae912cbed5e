import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { domainSearchText, normalizeDomain, storedHost, unicodeDomain } from '../../src/contract/domains.ts'
import { anyText } from '../support/any-text.ts'

const label63 = 'a'.repeat(63)

describe('a domain is stored', () => {
  // [2.5 domain wildcard] [2.5 domain unicode] [2.9 domain length]
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
    // As browsers do today (IDNA 2008): ß and ς are separate letters.
    ['straße.de', 'xn--strae-oqa.de'],
    ['ΒΌΛΟΣ.com', 'xn--nxasmq6b.com'],
    ['βόλος.com', 'xn--nxasmm1c.com'],
    ['ＢＵＣＨ.ｄｅ', 'buch.de'],
    ['例え．テスト', 'xn--r8jz45g.xn--zckzah'],
    ['аpple.com', 'xn--pple-43d.com'],
    ['İ.example', 'xn--i-9bb.example'],
    ['xn--p1ai.xn--p1ai', 'xn--p1ai.xn--p1ai'],
    ['a--b.example', 'a--b.example'],
    ['a.bc-d', 'a.bc-d'],
    [`a.${label63}`, `a.${label63}`],
    [`*.${`${label63}.`.repeat(3)}${'b'.repeat(58)}.co`, `*.${`${label63}.`.repeat(3)}${'b'.repeat(58)}.co`],
    [`${`${label63}.`.repeat(3)}${'b'.repeat(59)}.com`, `${`${label63}.`.repeat(3)}${'b'.repeat(59)}.com`],
    [`${'a.'.repeat(127)}bc`, `${'a.'.repeat(127)}bc`],
    ['☕\uFE0F.example', 'xn--53h.example'],
    [`${label63}.com`, `${label63}.com`],
    [`${`${label63}.`.repeat(3)}${'b'.repeat(60)}.co`, `${`${label63}.`.repeat(3)}${'b'.repeat(60)}.co`],
  ])('%s as %s', (text, stored) => {
    expect(normalizeDomain(text)).toBe(stored)
  })
})

describe('not a domain', () => {
  // [2.5 domain length] [2.5 domain wildcard] [2.5 domain labels] [2.5 domain label letters] [2.5 domain last label] [2.9 domain length]
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
    ['127.1'],
    ['0x7f.1'],
    ['example.com..'],
    ['.'],
    ['..'],
    ['*.com'],
    ['*example.com'],
    ['example.*'],
    ['-ü.com'],
    ['ü-.com'],
    ['ex\u200Damp.com'],
    ['ex\u200Camp.com'],
    ['example.com。'],
    ['example.com\u202E'],
    ['\uFEFFexample.com'],
    ['exam＿ple.com'],
    ['a.b1-'],
    ['exam+ple.com'],
    ['(example).com'],
    ['example.com;b.com'],
    ['a=b.com'],
    ['exam$ple.com'],
    [`${`${label63}.`.repeat(3)}${'b'.repeat(61)}.com`],
    [`*.${`${label63}.`.repeat(3)}${'b'.repeat(59)}.com`],
    [`${'a.'.repeat(127)}bcd`],
    [`a.${label63}b`],
    [`${label63}a.com`],
    [`${'ü'.repeat(64)}.com`],
    [`${`${label63}.`.repeat(4)}com`],
    [`${'a.'.repeat(128)}c`],
  ])('%j', (text) => {
    expect(normalizeDomain(text)).toBeNull()
  })
})

/** Letters of many scripts, with digits and hyphens in between. */
const letters = 'abcxyzABCÄÖÜäöüßñçøåłžéÉČабвгдеЖЯΩαβγΣσλאבגשابتثกขคあいうアイウ例字漢한글'
const label = fc
  .array(fc.constantFrom(...Array.from(`${letters}0189-`)), { minLength: 1, maxLength: 12 })
  .map((characters) => characters.join(''))

/** A right-to-left label may not mix scripts; we leave that rule to the registries. */
const isOneWay = (text: string) => !/[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text)

test('normalises a domain as browsers do, if both accept it [2.5 domain unicode]', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 2, maxLength: 4 }), (labels) => {
      const text = labels.join('.')
      const browsers = domainToASCII(text)
      const ours = normalizeDomain(text)
      fc.pre(ours !== null && browsers !== '')
      expect(ours).toBe(browsers)
    }),
    { numRuns: 1000 },
  )
})

test('normalises characters that change only the look as browsers do, if both accept them [2.5 domain unicode]', () => {
  const unit = fc.constantFrom(...Array.from('aZ09-。．｡ßςÉ\u034F\u180B\u180F\uFE0F\u{E0100}한例яﬁ①ℌ'))
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1, maxLength: 10 }), (text) => {
      const browsers = domainToASCII(`a${text}a.example`)
      const ours = normalizeDomain(`a${text}a.example`)
      if (ours !== null && browsers !== '') expect(ours).toBe(browsers)
    }),
    { numRuns: 1000 },
  )
})

test('accepts domains of letters, digits and inner hyphens that browsers accept', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 2, maxLength: 4 }), (labels) => {
      const text = labels.map((part) => `a${part}a`).join('.')
      fc.pre(isOneWay(text) && domainToASCII(text) !== '')
      expect(normalizeDomain(text)).not.toBeNull()
    }),
    { numRuns: 600 },
  )
})

test('normalises any text to null or a stable domain in lower-case ASCII [2.5 domain last label]', () => {
  fc.assert(
    fc.property(fc.oneof(anyText({ maxLength: 300 }), fc.domain(), label), (text) => {
      const stored = normalizeDomain(text)
      if (stored === null) return
      expect(stored).toMatch(/^(\*\.)?([a-z0-9-]{1,63}\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/)
      expect(normalizeDomain(stored)).toBe(stored)
    }),
    { numRuns: 1000 },
  )
})

test('rejects text with a forbidden character [2.5 domain forbidden signs]', () => {
  const marks = Array.from('@:/\\\\#!$&\'()*+,;=? _%"<>^`{|}~\t\n\u0000\u00a0\u200b\u200d\u202e\ufeff')
  fc.assert(
    fc.property(fc.domain(), fc.constantFrom(...marks), fc.nat(), (domain, mark, place) => {
      const at = place % (domain.length + 1)
      const text = domain.slice(0, at) + mark + domain.slice(at)
      // A leading '*.' is the one exception.
      expect(normalizeDomain(text)).toBeNull()
    }),
    { numRuns: 600 },
  )
})

test('the Unicode form normalises back to the stored domain, and is null without an xn-- label', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 2, maxLength: 4 }), (labels) => {
      const stored = normalizeDomain(labels.join('.'))
      fc.pre(stored !== null && isOneWay(labels.join('.')))
      const unicode = unicodeDomain(stored)
      expect(unicode === null).toBe(!stored.includes('xn--'))
      if (unicode === null) return
      expect(normalizeDomain(unicode)).toBe(stored)
      expect(unicode).toBe(domainToUnicode(stored))
    }),
    { numRuns: 600 },
  )
})

test.each([
  ['xn--bcher-kva.example', 'bücher.example'],
  ['*.xn--bcher-kva.example', '*.bücher.example'],
  ['xn--80ak6aa92e.example', 'аррӏе.example'],
  ['example.com', null],
  ['xn--.example', null],
  ['xn--a.example', null],
  ['xn--zzzzzzzzzzzzzzzzzzzzzzzz.example', null],
  ['xn--99999999.example', null],
  // ASCII in disguise: no encoder produces this.
  ['xn--example-.com', null],
])('%s is shown as %s', (stored, shown) => {
  expect(unicodeDomain(stored)).toBe(shown)
})

test.each([
  ['bücher', 'xn--bcher-kva'],
  ['BÜCHER.exa', 'xn--bcher-kva.exa'],
  ['shop', 'shop'],
  ['100%_', '100%_'],
  ['', ''],
  ['.', '.'],
  ['BÜCHER.example.', 'xn--bcher-kva.example'],
])('%s is searched for as %s', (term, text) => {
  expect(domainSearchText(term)).toBe(text)
})

test.each([
  ['QR.Example', 'qr.example'],
  ['qr.example.', 'qr.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example.', 'xn--bcher-kva.example'],
  ['bu\u0308cher．exam\u00ADple', 'xn--bcher-kva.example'],
  ['my_shop.example', 'my_shop.example'],
  // No hosts: kept as they are, for the customer's page.
  ['Two words.example', 'two words.example'],
  ['https://A.example/x', 'https://a.example/x'],
  ['user@A.example', 'user@a.example'],
  ['exam\u200Cple.com', 'exam\u200Cple.com'],
])('the host name %j is stored as %j', (text, stored) => {
  expect(storedHost(text)).toBe(stored)
  expect(storedHost(stored)).toBe(stored)
})

describe('work grows at most linearly with the text [R46 linear]', () => {
  const worst: Record<string, (length: number) => string> = {
    hyphens: (length) => '-'.repeat(length),
    'letters and hyphens': (length) => 'a-'.repeat(length / 2),
    'short labels': (length) => 'a.'.repeat(length / 2),
    'labels of umlauts': (length) => `${'ü'.repeat(31)}.`.repeat(length / 32),
    'labels of as many letters as there are': (length) =>
      Array.from({ length }, (_, index) => (index % 32 === 31 ? '.' : String.fromCodePoint(0x4e00 + index))).join(''),
  }

  test.each(Object.entries(worst))('%s', (_name, made) => {
    const work = [32, 64, 128, 256].map((length) => stepsOf(made(length)))
    for (const [index, steps] of work.slice(1).entries()) expect(steps).toBeLessThanOrEqual(2 * (work[index] ?? 0) + 100)
  })

  test('skips text that is too long', () => {
    expect(stepsOf('ü.'.repeat(100_000))).toBeLessThan(10)
  })

  /** The number of characters read, counted by the calls that the check makes for each. */
  function stepsOf(text: string): number {
    let steps = 0
    const lower = vi.spyOn(String.prototype, 'toLowerCase')
    const points = vi.spyOn(String.prototype, 'codePointAt')
    const least = vi.spyOn(Math, 'min').mockImplementation((...values) => {
      steps += values.length
      return values.reduce((one, other) => (one < other ? one : other), Number.POSITIVE_INFINITY)
    })
    normalizeDomain(text)
    steps += lower.mock.calls.length + points.mock.calls.length
    for (const spy of [lower, points, least]) spy.mockRestore()
    return steps
  }
})
