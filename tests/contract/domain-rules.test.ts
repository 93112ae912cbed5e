import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TypedDomain } from '../../src/contract/domain-lists.ts'
import { decidingRule, pastedHost } from '../../src/contract/domain-rules.ts'
import { normalizeDomain, normalizeHost } from '../../src/contract/domains.ts'
import { maxPastedLength } from '../../src/contract/listed-domains.ts'
import { parseUrl } from '../../src/contract/parse-url.ts'
import { targetDomain } from '../../src/contract/qr-rules.ts'
import { anyUrl } from '../support/any-text.ts'

/** Code points of all kinds, including lone surrogates. */
const anyCodePoints = fc.array(fc.nat({ max: 0x10ffff }), { maxLength: 60 }).map((points) => String.fromCodePoint(...points))

describe('the domain in a pasted text', () => {
  test.each([
    ['example.com', 'example.com'],
    ['  example.com \n', 'example.com'],
    ['EXAMPLE.com', 'example.com'],
    ['example.com.', 'example.com'],
    ['https://example.com', 'example.com'],
    ['HTTPS://Shop.Example.COM/menu?table=4#top', 'shop.example.com'],
    ['http://example.com:8080/x', 'example.com'],
    ['example.com:8080', 'example.com'],
    ['example.com:8080/path', 'example.com'],
    ['http://example.com:', 'example.com'],
    ['//example.com/x', 'example.com'],
    ['http:example.com', 'example.com'],
    ['http:/example.com', 'example.com'],
    ['http:\\\\example.com\\@evil.test', 'example.com'],
    ['https://user:secret@example.com/', 'example.com'],
    ['https://good.example@evil.test', 'evil.test'],
    ['https://a@b@evil.test/', 'evil.test'],
    ['https://evil.test?x=@good.example', 'evil.test'],
    ['https://evil.test#@good.example', 'evil.test'],
    ['https://evil.test/@good.example', 'evil.test'],
    ['ht\ntps://exa\tmple.com', 'example.com'],
    ['https://exam%70le.com', 'example.com'],
    ['bücher.example/a b', 'xn--bcher-kva.example'],
    ['https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['https://exam\u00ADple.com', 'example.com'],
    ['https://exam\u200Bple.com', 'example.com'],
    ['https://exam%E2%80%8Bple%2Ecom', 'example.com'],
    ['https://www．example．com', 'www.example.com'],
    ['https://ex\u034Fample.com', 'example.com'],
    ['1.2.3.example', '1.2.3.example'],
    // Browsers open such hosts. No list accepts them as entries, but a '*.' entry covers them.
    ['http://pay_pal.evil.example', 'pay_pal.evil.example'],
    ['_dmarc.B_.example', '_dmarc.b_.example'],
  ])('%j: %s', (text, host) => {
    expect(pastedHost(text)).toEqual({ kind: 'domain', host })
  })

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['http://0x7f.1', '127.0.0.1'],
    ['http://0x7F000001/', '127.0.0.1'],
    ['http://127。0。0。1', '127.0.0.1'],
    ['http://[::1]:8080/', '[::1]'],
    ['https://[2001:DB8::1]', '[2001:db8::1]'],
    ['https://127.0.0.1.', '127.0.0.1'],
  ])('%j is the address %s, which cannot be on a list', (text, host) => {
    expect(pastedHost(text)).toEqual({ kind: 'address', host })
  })

  test.each([
    ['', 'Paste an address or a domain.'],
    ['   ', 'Paste an address or a domain.'],
    ['javascript:alert(1)', 'A javascript: address leads to no website.'],
    ['javascript://example.com/%0aalert(1)', 'A javascript: address leads to no website.'],
    ['mailto:ana@example.com', 'A mailto: address leads to no website.'],
    ['ftp://example.com', 'A ftp: address leads to no website.'],
    ['localhost', 'It contains no domain.'],
    ['http://localhost:3000', 'It contains no domain.'],
    ['*.example.com', 'It contains no domain.'],
    ['http://evil.ex_ample', 'It contains no domain.'],
    ['http://exa mple.com', 'It contains no domain.'],
    ['http://exam%2fple.com', 'It contains no domain.'],
    ['http://exam%zzple.com', 'It contains no domain.'],
    ['http://example.1', 'It contains no domain.'],
    ['http://exam\u200Cple.com', 'It contains no domain.'],
    ['http://good.example%2F@', 'It contains no host.'],
    ['http://', 'It contains no host.'],
    ['https://user@', 'It contains no host.'],
    ['?x=1', 'It contains no host.'],
    [`https://example.com/${'a'.repeat(maxPastedLength)}`, `It has more than ${maxPastedLength} characters.`],
  ])('%j has none: %s', (text, reason) => {
    expect(pastedHost(text)).toEqual({ kind: 'none', reason })
  })

  test('is where a browser would go, for addresses of any form', () => {
    const name = fc.domain().filter((domain) => normalizeDomain(domain) !== null)
    const part = fc.string({ unit: fc.constantFrom(...Array.from('ab./\\?#@:%&=-')), maxLength: 12 })
    fc.assert(
      fc.property(name, part, fc.constantFrom('http://', 'https://', 'HTTP:/', 'https:'), (domain, path, scheme) => {
        const text = `${scheme}${domain}/${path}`
        expect(pastedHost(text)).toEqual({ kind: 'domain', host: new URL(text).hostname })
      }),
      { numRuns: 200 },
    )
  })

  test('is where a browser would go, or nowhere, for hosts of any letters and escapes', () => {
    const unit = fc.constantFrom(
      ...Array.from('aZ09-_.。．｡%ßςÉß\u00AD\u034F\u180B\u200B\u200C\u200D\u2060\uFE0F\uFEFFאب한例я'),
      '%2e',
      '%C3%BC',
      '%ad',
      'xn--',
    )
    const host = fc.array(unit, { minLength: 1, maxLength: 10 }).map((parts) => `${parts.join('')}.example`)
    fc.assert(
      fc.property(host, (text) => {
        const address = `https://${text}/x`
        const pasted = pastedHost(address)
        const browsers = parseUrl(address)?.hostname ?? null
        if (pasted.kind === 'domain') expect(pasted.host).toBe(browsers)
        else expect(browsers === null || normalizeHost(browsers) === null).toBe(true)
        expect(targetDomain({ content: { url: address } })).toBe(browsers === null ? null : normalizeDomain(browsers))
      }),
      { numRuns: 2000 },
    )
  })

  test('is valid if found, and no text makes the search throw', () => {
    fc.assert(
      fc.property(fc.oneof(anyCodePoints, anyUrl()), (text) => {
        const pasted = pastedHost(text)
        if (pasted.kind === 'domain') expect(normalizeHost(pasted.host)).toBe(pasted.host)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the deciding rule', () => {
  test.each<[string, string[], string[], ReturnType<typeof decidingRule>]>([
    ['a.example.com', [], [], null],
    ['example.com', ['example.com'], [], { list: 'blacklisted', entry: 'example.com', overruled: null }],
    ['a.example.com', ['example.com'], [], null],
    ['a.example.com', ['*.example.com'], [], { list: 'blacklisted', entry: '*.example.com', overruled: null }],
    ['example.com', ['*.example.com'], [], { list: 'blacklisted', entry: '*.example.com', overruled: null }],
    ['notexample.com', ['*.example.com', 'example.com'], [], null],
    ['a.b.example.com', ['*.example.com', '*.b.example.com'], [], { list: 'blacklisted', entry: '*.b.example.com', overruled: null }],
    [
      'a.b.example.com',
      ['*.b.example.com', 'a.b.example.com', '*.a.b.example.com'],
      [],
      { list: 'blacklisted', entry: 'a.b.example.com', overruled: null },
    ],
    ['a.example.com', ['a.example.com'], ['*.example.com'], { list: 'whitelisted', entry: '*.example.com', overruled: 'a.example.com' }],
    ['a.example.com', ['b.example.com'], ['a.example.com'], { list: 'whitelisted', entry: 'a.example.com', overruled: null }],
  ])('%s, blocked %j, allowed %j', (host, blocked, allowed, rule) => {
    expect(decidingRule(host, new Set(blocked), new Set(allowed))).toEqual(rule)
  })

  const labels = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  const host = labels.map((parts) => [...parts, 'example'].join('.'))
  const entry = fc.tuple(fc.boolean(), host).map(([isWildcard, name]) => (isWildcard ? `*.${name}` : name))
  const entries = fc.uniqueArray(entry, { maxLength: 12 }).map((list) => new Set(list))
  const covers = (rule: string, name: string) => (rule.startsWith('*.') ? `.${name}`.endsWith(rule.slice(1)) : rule === name)

  // [2.7 domain rules]
  test('for any entries and host: none if none covers it, allowed before blocked, then the longest', () => {
    fc.assert(
      fc.property(host, entries, entries, (name, blocked, allowed) => {
        const rule = decidingRule(name, blocked, allowed)
        const coveringAllowed = [...allowed].filter((each) => covers(each, name))
        const coveringBlocked = [...blocked].filter((each) => covers(each, name))
        expect(rule === null).toBe(coveringAllowed.length + coveringBlocked.length === 0)
        if (rule === null) return
        const among = coveringAllowed.length > 0 ? coveringAllowed : coveringBlocked
        expect(rule.list).toBe(coveringAllowed.length > 0 ? 'whitelisted' : 'blacklisted')
        expect(among).toContain(rule.entry)
        if (among.includes(name)) expect(rule.entry).toBe(name)
        else expect(rule.entry.length).toBe(Math.max(...among.map(({ length }) => length)))
        expect(rule.overruled === null).toBe(coveringAllowed.length === 0 || coveringBlocked.length === 0)
      }),
      { numRuns: 500 },
    )
  })

  test('ignores entries that do not cover the host', () => {
    fc.assert(
      fc.property(host, entries, entries, (name, blocked, allowed) => {
        const only = (list: Set<string>) => new Set([...list].filter((each) => covers(each, name)))
        expect(decidingRule(name, only(blocked), only(allowed))).toEqual(decidingRule(name, blocked, allowed))
      }),
    )
  })
})

describe('a typed domain: length is checked before syntax [2.5 domain form] [R46 one check]', () => {
  const long = (length: number) => `${`${'a'.repeat(63)}.`.repeat(3)}${'b'.repeat(length - 195)}.co`
  const invalid = 'Invalid domain. It cannot contain routes or protocol (e.g. https://).'
  test.each([
    ['', 'Must be present.'],
    ['https://example.com', invalid],
    ['example.com/menu', invalid],
    ['a'.repeat(255), invalid],
    ['a'.repeat(256), 'Must have less than 255 characters.'],
    [`${'a.'.repeat(127)}bc`, 'Must have less than 255 characters.'],
    [`${'a.'.repeat(128)}b`, 'Must have less than 255 characters.'],
  ])('%s: %s', (text, message) => {
    expect(TypedDomain.safeParse(text).error?.issues[0]?.message).toBe(message)
  })
  // [2.5 domain form] [2.5 domain length] [2.9 domain length]
  test('accepts 255 characters and rejects 256 and 257', () => {
    const text = `${'a.'.repeat(126)}abc`
    expect([text.length, TypedDomain.safeParse(text).success]).toEqual([255, true])
    for (const longer of [`${text}d`, `${text}de`]) expect(TypedDomain.safeParse(longer).success).toBe(false)
    expect(normalizeDomain(`${text}d`)).toBe(`${text}d`)
    expect(normalizeDomain(`${text}de`)).toBeNull()
    expect(normalizeDomain(long(250))).toBe(long(250))
  })
})
