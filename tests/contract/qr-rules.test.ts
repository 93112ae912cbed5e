import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  coveringEntries,
  reservedUris,
  statusColumns,
  targetDomain,
  webHost,
  whyNotBlacklist,
  whyNotReceive,
  whyNotSetStatus,
  whyNotShowStatic,
  whyNotUri,
  whyNotWhitelistQr,
} from '../../src/contract/qr-rules.ts'
import { qrStatus, qrStatuses } from '../../src/contract/qrs.ts'

describe('status', () => {
  test.each([
    [{ status: 0, stopped: 0 }, 'deleted'],
    [{ status: 0, stopped: 1 }, 'deleted'],
    [{ status: 2, stopped: 1 }, 'blocked'],
    [{ status: 1, stopped: 1 }, 'stopped'],
    [{ status: 1, stopped: 0 }, 'active'],
  ] as const)('%j is shown as %s, and every other status can be chosen [2.4 qr status] [R41 shown status]', (qr, shown) => {
    expect(qrStatus(qr)).toBe(shown)
    const refused = qrStatuses.filter((to) => whyNotSetStatus(qr, to) !== null)
    expect(refused).toEqual(qrStatuses.filter((to) => to === shown || (to === 'stopped' && qr.stopped === 1)))
    expect(whyNotSetStatus(qr, shown)).toBe(`Already ${shown}.`)
  })

  test.each([
    ['blocked', { status: 2, stopped: 0 }],
    ['active', { status: 1, stopped: 0 }],
    ['deleted', { status: 0, stopped: 0 }],
    ['stopped', { status: 1, stopped: 1 }],
  ] as const)('choosing %s writes %j [2.4 choose status]', (to, columns) => {
    expect(statusColumns({ status: 1 }, to)).toEqual(columns)
  })

  test('stopping a blocked QR keeps it blocked', () => {
    expect(statusColumns({ status: 2 }, 'stopped')).toEqual({ status: 2, stopped: 1 })
  })
})

test('a QR can be whitelisted only once, and only text QRs have static content to show [2.2 static content dialog]', () => {
  expect(whyNotWhitelistQr({ whitelisted: false })).toBeNull()
  expect(whyNotWhitelistQr({ whitelisted: true })).toBe('Already whitelisted.')
  expect(whyNotShowStatic({ type: 'text' })).toBeNull()
  expect(whyNotShowStatic({ type: 'wifi' })).not.toBeNull()
})

describe('a target', () => {
  test.each([
    ['https://Evil.Example/path', 'evil.example', 'evil.example'],
    ['http://user:pass@evil.example:8080/?a#b', 'evil.example', 'evil.example'],
    ['https://evil.example.', 'evil.example', 'evil.example'],
    ['https://bücher.example', 'xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['https://127.0.0.1/x', '127.0.0.1', null],
    ['https://localhost', 'localhost', null],
    ['https://[::1]/', '[::1]', null],
    ['javascript:alert(1)//https://evil.example', null, null],
    ['mailto:a@evil.example', null, null],
    ['//evil.example', null, null],
    ['data:text/html,https://evil.example', null, null],
    ['https://evil.example:99999999', null, null],
    ['', null, null],
    // These are read as browsers parse them.
    ['https:\\\\evil.example', 'evil.example', 'evil.example'],
    ['https:evil.example', 'evil.example', 'evil.example'],
    ['https://a@b@evil.example/', 'evil.example', 'evil.example'],
    ['https://evil%2Eexample', 'evil.example', 'evil.example'],
    ['https://ev\u00ADil.exa\u200Bmple', 'evil.example', 'evil.example'],
    ['https://evil．example', 'evil.example', 'evil.example'],
    ['https://evil.exam\u200Cple', null, null],
    ['https://evil.example\\@victim.example/x', 'evil.example', 'evil.example'],
    ['https://ev\til.example/', 'evil.example', 'evil.example'],
    ['https://me@evil.example/', 'evil.example', 'evil.example'],
    [null, null, null],
  ])('%s has the host %s and the domain %s', (url, host, domain) => {
    expect(webHost(url)).toBe(host)
    expect(targetDomain({ content: { url } })).toBe(domain)
  })

  test('can be blocked unless it is ours or has no domain [R47 target host]', () => {
    const why = (url: string | null) => whyNotBlacklist({ content: { url } }, ['site.example', 'localhost'])
    expect(why('https://evil.example')).toBeNull()
    expect(why('https://site.example/abc')).toBe('Our own domain. site.example can’t be blocked.')
    expect(why('https://ｓｉｔｅ.example/abc')).toBe('Our own domain. site.example can’t be blocked.')
    expect(why('http://localhost:4600/x')).toBe('Our own domain. localhost can’t be blocked.')
    expect(why('tel:123')).toBe('No domain to block. It leads to no web address.')
    expect(why(null)).toBe('No domain to block. It leads to no web address.')
  })

  test('is covered by its own entry, its wildcard and parent wildcards', () => {
    expect(coveringEntries('a.b.example')).toEqual(['a.b.example', '*.a.b.example', '*.b.example'])
  })
})

describe('a uri', () => {
  test.each([
    ['new-Uri_1', 'old', null],
    ['a'.repeat(25), 'old', null],
    ['a'.repeat(26), 'old', 'Must have less than 25 characters.'],
    ['', 'old', 'Must be present.'],
    ['old', 'old', 'This is already its URI.'],
    ['OLD', 'old', null],
    ['a b', 'old', 'Only letters, digits, - and _ are allowed.'],
    ['año', 'old', 'Only letters, digits, - and _ are allowed.'],
    ['../etc', 'old', 'Only letters, digits, - and _ are allowed.'],
    ['абв', 'old', 'Only letters, digits, - and _ are allowed.'],
    ['abc\n', 'old', 'Only letters, digits, - and _ are allowed.'],
    ['Admin', 'old', 'This word is reserved.'],
  ])('%j instead of %s: %s [2.5 uri]', (text, current, refusal) => {
    expect(whyNotUri(text, current)).toBe(refusal)
  })

  test('is accepted only if it has 1 to 25 plain characters and isn’t reserved [2.9 uri length] [R42 letters]', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 30 }), fc.stringMatching(/^[\w-]{1,30}$/), fc.constantFrom(...reservedUris)), (text) => {
        const isPlain = /^[A-Za-z0-9_-]{1,25}$/.test(text) && !text.endsWith('\n') && !reservedUris.has(text.toLowerCase())
        expect(whyNotUri(text, '') === null).toBe(isPlain)
      }),
    )
  })
})

describe('a transfer destination', () => {
  const to = { id: 2, deleted: false, banned: false, qrLimit: 10, qrCount: 8 }
  test.each([
    [to, 2, null],
    [to, 3, 'The destination may have 10 QR codes and has 8.'],
    [{ ...to, qrLimit: null }, 100_000, null],
    [{ ...to, deleted: true, banned: true }, 1, 'The destination’s account is deleted.'],
    [{ ...to, banned: true }, 1, 'The destination is banned.'],
    [{ ...to, id: 1, deleted: true }, 1, 'The QR codes are already theirs.'],
  ])('%j, receiving %i more: %s [R43 refused]', (destination, count, refusal) => {
    expect(whyNotReceive(destination, 1, count)).toBe(refusal)
  })
})
