import { describe, expect, test } from 'vitest'
import {
  whyNotDeleteUser,
  whyNotDisableUser,
  whyNotEnableUser,
  whyNotResetTwoFactor,
  whyNotSetRole,
  whyNotUnlockUser,
} from '../../src/contract/user-rules.ts'
import { passwordOf, UserName } from '../../src/contract/users.ts'

const user = { id: 5, rol: 1, '2fa': true, isLastFull: false, lockedUntil: null }
const last = { ...user, isLastFull: true }

describe('account changes', () => {
  test.each([
    ['another account', whyNotDeleteUser(user, 6), null],
    ['one’s own', whyNotDeleteUser(user, 5), 'This is your own account.'],
    ['the last role 1', whyNotDeleteUser(last, 6), expect.stringContaining('Last account with role 1')],
    ['the last role 1, one’s own', whyNotDeleteUser(last, 5), 'This is your own account.'],
  ])('deleting %s', (_name, refusal, expected) => expect(refusal).toEqual(expected))

  test.each([
    ['1 to 2', whyNotSetRole(user, 2), null],
    ['2 to 1', whyNotSetRole({ ...user, rol: 2 }, 1), null],
    ['1 to any', whyNotSetRole(user), null],
    ['1 to 1', whyNotSetRole(user, 1), 'Already role 1.'],
    ['the last 1 to 2', whyNotSetRole(last, 2), expect.stringContaining('Last account with role 1')],
    ['the last 1 to any', whyNotSetRole(last), expect.stringContaining('Last account with role 1')],
    ['an unknown 7 to 2', whyNotSetRole({ ...user, rol: 7 }, 2), null],
  ])('changing role %s', (_name, refusal, expected) => expect(refusal).toEqual(expected))

  test('two-factor can be reset only if it is on', () => {
    expect(whyNotResetTwoFactor({ ...user, passkeys: 0 })).toBeNull()
    expect(whyNotResetTwoFactor({ '2fa': false, passkeys: 2 })).toBeNull()
    expect(whyNotResetTwoFactor({ '2fa': false, passkeys: 0 })).toBe('Two-factor is off.')
  })

  test('an account that is on can be switched off, but not one’s own or the last; one that is off only on', () => {
    const on = { ...user, disabledAt: null }
    const off = { ...user, disabledAt: 1_795_060_800 }
    expect(whyNotDisableUser(on, user.id + 1)).toBeNull()
    expect(whyNotDisableUser(on, user.id)).toBe('This is your own account.')
    expect(whyNotDisableUser({ ...on, isLastFull: true }, user.id + 1)).toContain('Last account with role 1')
    expect(whyNotDisableUser(off, user.id + 1)).toBe('Switched off already.')
    expect(whyNotEnableUser(off)).toBeNull()
    expect(whyNotEnableUser(on)).toBe('Switched on already.')
  })

  test('only a locked account can be unlocked', () => {
    expect(whyNotUnlockUser({ lockedUntil: 1_795_060_800 })).toBeNull()
    expect(whyNotUnlockUser(user)).toBe('Not locked.')
  })
})

describe('input validation', () => {
  const problem = (schema: { safeParse: (text: unknown) => { error?: { issues: { message: string }[] } | undefined } }, text: unknown) =>
    schema.safeParse(text).error?.issues[0]?.message ?? null

  // [1.5 present] [1.5 min length] [1.5 max length]
  test.each([
    ['', 'Must be present.'],
    ['  ', 'Must be present.'],
    ['ab', 'Must have more than 3 characters.'],
    ['abc', null],
    ['a'.repeat(50), null],
    ['a'.repeat(51), 'Must have less than 50 characters.'],
    [`  ${'a'.repeat(50)}  `, null],
  ])('name %j: %s', (text, message) => expect(problem(UserName, text)).toBe(message))

  const documented = 'Enter an alphanumeric password between 3 and 30 characters.'
  // [1.5 present] [1.5 password]
  test.each([
    [undefined, '', 'Must be present.'],
    [undefined, 'ab', documented],
    [undefined, 'abc', null],
    [undefined, 'a'.repeat(30), null],
    [undefined, 'a'.repeat(31), documented],
    [undefined, 'abc-1', documented],
    [2, 'ab', documented],
    [8, 'abcdefg', 'Enter an alphanumeric password between 8 and 30 characters.'],
    [8, 'abcdefgh', null],
    [30, 'a'.repeat(30), null],
  ])('with a minimum length of %s, password %j: %s', (min, text, message) => expect(problem(passwordOf(min), text)).toBe(message))
})
