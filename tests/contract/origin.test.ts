import { describe, expect, test } from 'vitest'
import { acceptOrigin, isPublicPath, originOf, withOrigin } from '../../src/contract/origin.ts'

describe('acceptOrigin', () => {
  test.each([
    ['/customers', '/customers'],
    ['/customers/12?tab=qrs&x=%2F%2Fa#note', '/customers/12?tab=qrs&x=%2F%2Fa#note'],
    ['/', '/'],
    ['/customers/../qrs', '/qrs'],
    ['/qrs?uri=https://a.test/b', '/qrs?uri=https://a.test/b'],
  ])('accepts %s', (raw, accepted) => {
    expect(acceptOrigin(raw)).toBe(accepted)
  })

  test.each([
    null,
    undefined,
    '',
    'customers',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/.//evil.test',
    '/x/..//evil.test',
    'https://evil.test/customers',
    'https:evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    ' /customers',
    '/login',
    '/login/',
    '/login?origin=/login',
    '/qr-code',
    '/pages-two-step-verification',
  ])('rejects %j [R4 own places]', (raw) => {
    expect(acceptOrigin(raw)).toBeNull()
  })
})

describe('addresses of the public routes', () => {
  test('carry the return address, which can be read back [2.6 without session]', () => {
    const address = withOrigin('/login', '/customers/12?tab=qrs&status=active')
    expect(address).toBe('/login?origin=%2Fcustomers%2F12%3Ftab%3Dqrs%26status%3Dactive')
    expect(originOf(new URL(address, 'http://localhost').search)).toBe('/customers/12?tab=qrs&status=active')
  })

  test('carry no return address for null or the start page', () => {
    expect(withOrigin('/login', null)).toBe('/login')
    expect(withOrigin('/qr-code', '/')).toBe('/qr-code')
  })

  test('are told apart from other addresses [1.2 login]', () => {
    expect(['/login', '/login/', '/qr-code', '/loginx', '/', '/customers'].map(isPublicPath)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
