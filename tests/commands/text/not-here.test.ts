import { expect, test } from 'vitest'
import { insteadOf, withoutGoal } from '../../../src/commands/text/not-here.ts'

test.each([
  ['redirect z8qnar to https://example.com/menu', /leads is changed in the app/],
  ['point z8qnar to https://example.com', /leads is changed in the app/],
  ['z8qnar should lead to https://example.com', /leads is changed in the app/],
  ['z8qnar destination https://example.com', /leads is changed in the app/],
  ['change target of z8qnar', /leads is changed in the app/],
  ['upgrade ana ruiz to business', /Plans are changed in the app/],
  ['change plan of ana', /Plans are changed in the app/],
  ['switch ana ruiz to yearly', /Plans are changed in the app/],
  ['pause the subscription of ana ruiz for 2 months', /can’t be paused/],
  ['cancel ana ruiz on 1 january', /on no other day/],
  ['merge ana and luis', /can’t be merged/],
  ['ana ruiz locked out', /passwords are not changed here/],
  ['reset her password', /passwords are not changed here/],
  ['invite tom@example.com', /is invited in the app/],
  ['resend invoice 2026-000784', /not sent from here/],
  ['send invoice to ana', /not sent from here/],
  ['invoice 2026-000784 send to ana', /not sent from here/],
])('‘%s’ is not done here, and says what serves', (text, says) => {
  expect(insteadOf(text)).toMatch(says)
})

test.each([
  'qrs to cafesol.example',
  'go to payments',
  'invoices of ana',
  'plan of ana',
  'refund 5 ana',
  'pause z8qnar',
  'cancel ana ruiz',
  'https://example.com/to/x',
  '',
])('‘%s’ is left alone', (text) => {
  expect(insteadOf(text)).toBeNull()
})

test.each([
  ['redirect z8qnar to https://example.com/menu', 'redirect z8qnar'],
  ['redirect https://qr.example/z8qnar to https://example.com', 'redirect https://qr.example/z8qnar'],
  ['z8qnar destination https://example.com ', 'z8qnar destination'],
  ['https://example.com', 'https://example.com'],
  ['go to https://qr.example/z8qnar', 'go to https://qr.example/z8qnar'],
  ['qr codes that lead to https://example.com', 'qr codes that lead to https://example.com'],
  ['redirect z8qnar', 'redirect z8qnar'],
])('‘%s’ is looked up without where it is to lead', (text, rest) => {
  expect(withoutGoal(text)).toBe(rest)
})
