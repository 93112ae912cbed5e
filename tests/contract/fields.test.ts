import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Email, isEmailShaped, messages } from '../../src/contract/fields.ts'

describe('e-mail validation', () => {
  test.each([
    'a@b.es',
    'ana.lopez+qr@mail.example.com',
    "o'neil@example.org",
    'ñandú@müller.de',
    'x@1.2.3.co',
    // As macOS pastes it, and a host whose vowels are marks.
    'info@bu\u0308cher.example',
    'info@डाटा.example',
    'a_b-c@d-e.io',
    `${'a'.repeat(64)}@b.es`,
  ])('%s', (text) => expect(isEmailShaped(text)).toBe(true))

  test.each([
    '',
    '@',
    'a@',
    '@b.es',
    'a@b',
    'a@b.',
    'a@.es',
    'a@b..es',
    'a b@c.es',
    'a@b c.es',
    'a@@b.es',
    'a@b@c.es',
    '.a@b.es',
    'a.@b.es',
    'a@-b.es',
    'a@\u0308b.es',
    'a@b\uFE0F.es',
    'a@b-.es',
    'a@b_c.es',
    '"a"@b.es',
    'a@b.es\n',
    '<a@b.es>',
    `${'a'.repeat(65)}@b.es`,
    `a@${'b'.repeat(64)}.es`,
    `a@${'b.'.repeat(130)}es`,
  ])('rejects %j', (text) => expect(isEmailShaped(text)).toBe(false))

  test('uses the documented error message', () => {
    expect(Email.safeParse('nobody').error?.issues[0]?.message).toBe(messages.email)
  })

  test('accepts any ordinary address', () => {
    fc.assert(
      fc.property(
        fc.emailAddress({ size: 'small' }).filter((address) => /^[\w.+-]+@/.test(address) && address.length < 100),
        isEmailShaped,
      ),
    )
  })

  test('rejects very long text', () => {
    const hostile = [`${'a.'.repeat(100_000)}@`, `a@${'b.'.repeat(100_000)}`, '@'.repeat(200_000)]
    expect(hostile.map(isEmailShaped)).toEqual([false, false, false])
  })
})
