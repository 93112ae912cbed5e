import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { whyNotSetAbuse } from '../../src/contract/abuse.ts'
import { reportedUri } from '../../src/contract/reported-uri.ts'
import { statusAfterCheck, visitsScore, whyNotBlockQr, whyNotSetWebrisk } from '../../src/contract/webrisk.ts'

test.each<[number | null, number | null, number | null]>([
  [0, 50, 0],
  [12, 50, 12],
  [null, 50, 50],
  [null, 0, 0],
  [0, null, 0],
  [null, null, null],
])('visits %s, score %s: %s (ruling 48) [2.2 webrisk visits] [R48 visits of zero]', (visits, score, shown) => {
  expect(visitsScore({ visits, score })).toBe(shown)
})

test('any status except the current one can be set [2.4 webrisk status]', () => {
  for (const current of [0, 1, 2, 3])
    for (const to of [1, 2, 3] as const) expect(whyNotSetWebrisk(current, to) === null).toBe(current !== to)
  for (const current of [0, 1, 2]) for (const to of [1, 2] as const) expect(whyNotSetAbuse(current, to) === null).toBe(current !== to)
  expect(whyNotSetWebrisk(3, 3)).toBe('Already unknown.')
  expect(whyNotSetAbuse(2, 2)).toBe('Already finished.')
})

test.each<[number, 'safe' | 'unsafe' | 'unknown', number]>([
  [0, 'safe', 1],
  [0, 'unsafe', 2],
  [0, 'unknown', 3],
  [1, 'unknown', 3],
  [2, 'unknown', 2],
  [2, 'safe', 1],
  [3, 'unsafe', 2],
  [3, 'unknown', 3],
])('status %i, checked %s, becomes %i', (current, verdict, becomes) => {
  expect(statusAfterCheck(current, verdict)).toBe(becomes)
})

test.each<[{ status: number } | null, string | null]>([
  [null, 'No QR code.'],
  [{ status: 0 }, 'QR code is deleted.'],
  [{ status: 1 }, null],
  [{ status: 2 }, 'QR code is already blocked.'],
])('blocking the QR %o: %s', (qr, refusal) => {
  expect(whyNotBlockQr(qr)).toBe(refusal)
})

describe('the uri of a reported address', () => {
  test.each<[string, string, string | null]>([
    ['https://qr.example/aB3', 'https://qr.example', 'aB3'],
    ['http://QR.example/aB3/?x=1#y', 'https://qr.example/', 'aB3'],
    ['https://qr.example/s/aB3', 'https://qr.example/s', 'aB3'],
    ['https://qr.example/other/aB3', 'https://qr.example/s', null],
    ['https://qr.example/a/b', 'https://qr.example', null],
    ['https://qr.example/', 'https://qr.example', null],
    ['https://qr.example.evil.test/aB3', 'https://qr.example', null],
    ['https://qr.example:8443/aB3', 'https://qr.example', null],
    [`https://qr.example/${'a'.repeat(25)}`, 'https://qr.example', 'a'.repeat(25)],
    [`https://qr.example/${'a'.repeat(26)}`, 'https://qr.example', null],
    ['https://qr.example/a%20b', 'https://qr.example', null],
    ['javascript:alert(1)', 'https://qr.example', null],
    ['glued over the parking machine', 'https://qr.example', null],
  ])('%s on %s: %s', (url, site, uri) => {
    expect(reportedUri(url, site)).toBe(uri)
  })

  test('is found in the short address of any QR', () => {
    const uri = fc.stringMatching(/^[A-Za-z0-9_-]{1,25}$/)
    fc.assert(fc.property(uri, (text) => reportedUri(`https://qr.example/${text}`, 'https://qr.example') === text))
  })
})
