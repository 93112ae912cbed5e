import { generateSync } from 'otplib'
import { describe, expect, test } from 'vitest'
import { addressKey } from '../../../server/http/access/address-key.ts'
import { securityHeaders } from '../../../server/http/console/security-headers.ts'
import { hashPassword, passwordRule, verifyPassword } from '../../../server/resources/auth/passwords.ts'
import { openSecret, sealSecret } from '../../../server/resources/auth/secrets.ts'
import { stepOfCode } from '../../../server/resources/auth/two-factor.ts'

describe('stored secrets', () => {
  const key = Buffer.alloc(32, 1)
  const sealed = sealSecret(key, 'staff:7:totp', 'JBSWY3DPEHPK3PXP')

  test('open only for their own row', () => {
    expect(openSecret(key, 'staff:7:totp', sealed)).toBe('JBSWY3DPEHPK3PXP')
    expect(() => openSecret(key, 'staff:8:totp', sealed)).toThrow('altered, or belongs to another row')
    expect(() => openSecret(key, 'challenge:7:totp', sealed)).toThrow('altered, or belongs to another row')
  })

  test('are unreadable, and differ each time they are sealed', () => {
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
    expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('JBSWY')
    expect(sealSecret(key, 'staff:7:totp', 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
  })

  test('report which key is missing', () => {
    expect(() => openSecret(Buffer.alloc(32, 2), 'staff:7:totp', sealed)).toThrow(/encrypted with key [0-9a-f]{8}, but/)
  })

  test('do not open if altered or truncated', () => {
    const [format, keyId, payload = ''] = sealed.split('.')
    const bytes = Buffer.from(payload, 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(() => openSecret(key, 'staff:7:totp', `${format}.${keyId}.${altered.toString('base64url')}`)).toThrow(
        'altered, or belongs to another row',
      )
      expect(() => openSecret(key, 'staff:7:totp', `${format}.${keyId}.${bytes.subarray(0, at).toString('base64url')}`)).toThrow(
        'altered, or belongs to another row',
      )
    }
    expect(() => openSecret(key, 'staff:7:totp', 'plain')).toThrow('unknown format')
  })
})

describe('passwords', () => {
  test('use argon2id with OWASP parameters', async () => {
    const hash = await hashPassword('letters4numbers')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(hash, 'letters4numbers')).toBe(true)
    expect(await verifyPassword(hash, 'letters4Numbers')).toBe(false)
  })

  test('never match a missing hash', async () => {
    expect(await verifyPassword(null, 'nobody')).toBe(false)
    expect(await verifyPassword(null, '')).toBe(false)
  })

  test.each([
    ['ab', false],
    ['abc', true],
    ['a1B2c3', true],
    ['a'.repeat(30), true],
    ['a'.repeat(31), false],
    ['abc d', false],
    ['abc!', false],
    ['abcñ', false],
    ['abc\n', false],
  ])('the documented rule accepts %j: %s [1.5 password]', (password, accepted) => {
    expect(passwordRule({ passwordMinLength: 3 }).safeParse(password).success).toBe(accepted)
  })

  test('a setting raises the minimum length, which the message states [R11 password length]', () => {
    const rule = passwordRule({ passwordMinLength: 12 })
    expect(rule.safeParse('a'.repeat(12)).success).toBe(true)
    expect(rule.safeParse('a'.repeat(11)).error?.issues[0]?.message).toBe('Enter an alphanumeric password between 12 and 30 characters.')
    expect(passwordRule({ passwordMinLength: 3 }).safeParse('!').error?.issues[0]?.message).toBe(
      'Enter an alphanumeric password between 3 and 30 characters.',
    )
  })
})

describe('codes', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const now = 1_781_510_400
  const step = now / 30
  const codeAt = (seconds: number) => generateSync({ secret, epoch: now + seconds })

  test.each([
    [0, step],
    [-30, step - 1],
    [30, step + 1],
    [-60, null],
    [60, null],
  ])('at an offset of %i seconds map to step %s', (seconds, expected) => {
    expect(stepOfCode(secret, codeAt(seconds), now, null)).toBe(expected)
    expect(stepOfCode(secret, codeAt(seconds), now, step - 2)).toBe(expected)
  })

  test('are rejected for a used or older step', () => {
    expect(stepOfCode(secret, codeAt(0), now, step)).toBeNull()
    expect(stepOfCode(secret, codeAt(-30), now, step)).toBeNull()
    expect(stepOfCode(secret, codeAt(30), now, step)).toBe(step + 1)
  })

  test('are rejected without an error when the clock was set back', () => {
    expect(stepOfCode(secret, codeAt(0), now, step + 1)).toBeNull()
    expect(stepOfCode(secret, codeAt(0), now, step + 1000)).toBeNull()
  })
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('attempts from %s count towards %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})

test('sends HSTS only behind TLS, and allows framing only the public site', () => {
  const settings = { publicSiteUrl: 'https://site.example/en/' }
  expect(securityHeaders({ ...settings, publicOrigin: null })['strict-transport-security']).toBeUndefined()
  expect(securityHeaders({ ...settings, publicOrigin: 'http://desk.example' })['strict-transport-security']).toBeUndefined()
  const headers = securityHeaders({ ...settings, publicOrigin: 'https://desk.example' })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(headers['content-security-policy']?.split(';')).toEqual(
    expect.arrayContaining(["script-src 'self'", 'frame-src https://site.example', "frame-ancestors 'none'"]),
  )
})
