import { describe, expect, test } from 'vitest'
import { commands } from '../../../src/commands/registry.ts'
import { answerTo, ownedIn } from '../../../src/commands/text/questions.ts'

describe('questions about a record', () => {
  test.each([
    ['did ana ruiz pay in october?', 'payments of ana ruiz in october'],
    ['How much did ana@cafesol.es pay us', 'payments of ana@cafesol.es'],
    ['when was customer 4711 charged', 'payments of customer 4711'],
    ['why did ana ruiz’s last payment fail?', 'failed payments of ana ruiz'],
    ['was ana ruiz refunded', 'refunded payments of ana ruiz'],
    ['how many qr codes does ana ruiz have', 'qr codes of ana ruiz'],
    ['does ana ruiz have any invoices', 'invoices of ana ruiz'],
    ['is ana ruiz banned', 'ana ruiz'],
    ['is ana ruiz past due', 'ana ruiz'],
    ['when does lukas weber trial end', 'lukas weber'],
    ['how do i refund', 'refund'],
    ['where is the audit log', 'audit log'],
    ['notes of ana ruiz', 'ana ruiz'],
    ['why was aB3xYz stopped??', 'aB3xYz'],
    ['when does ana ruiz renew', 'ana ruiz'],
    ['what plan is ana ruiz on', 'ana ruiz'],
    ['who canceled ana ruiz', 'timeline of ana ruiz'],
    ['what’s the email of ana ruiz', 'ana ruiz'],
    ['aB3xYz scans', 'aB3xYz'],
    ['status of qr 41', 'qr 41'],
    ['ban 12; ban 13 and ban 14', 'ban 12, 13, 14'],
    ['Dear support team, cancel ana ruiz', 'cancel ana ruiz'],
    ['Hi,; please refund 5 EUR of QD-0000031.; Best regards,; Oscar Carrera', 'Hi,; please refund 5 EUR of QD-0000031.; '],
    ['cancel ana@cafesol.es Sent from my iPhone', 'cancel ana@cafesol.es'],
    ['ana ruiz doesn’t want to renew', 'ana ruiz cancel renewal'],
    ['add a note doesn’t want to renew', 'add a note doesn’t want to renew'],
    ['note wants 10 € back', 'note wants 10 € back'],
    ['refund ana ruiz 5: wants 10 € back', 'refund ana ruiz 5: wants 10 € back'],
    ['who referred ana ruiz', 'ana ruiz'],
    ['history of aB3xYz', 'aB3xYz'],
    ['https://qr.example/aB3xYz does not work', 'https://qr.example/aB3xYz'],
  ])('‘%s’ is ‘%s’', (text, meant) => {
    expect(answerTo(text)).toBe(meant)
  })

  test('a pasted page stays as it is, whatever it begins with', () => {
    const page = `is ana ruiz banned ${'a '.repeat(50_000)}`
    expect(answerTo(page)).toBe(page)
    expect(ownedIn(`owner of aB3xYz ${page}`)).toBeNull()
  })

  test.each([
    'ana ruiz',
    'is it down',
    'did we pay ana ruiz',
    'is the payment refunded',
    'are all customers banned',
    'german customers status',

    'change plan',
    'is ana ruiz banned and refund 5',
    'what did sam do today',
    'who is ana ruiz',
  ])('‘%s’ stays as it is', (text) => {
    expect(answerTo(text)).toBe(text)
  })

  test('‘she’ is the customer on screen', () => {
    expect(answerTo('did she pay in october?', 12)).toBe('payments of customer 12 in october')
    expect(answerTo('is this customer banned', 12)).toBe('customer #12')
    expect(answerTo('payments of this customer', 12)).toBe('payments of customer #12')
    expect(answerTo('refund this customer 10', 12)).toBe('refund customer #12 10')
    expect(answerTo('refund this customer 10')).toBe('refund this customer 10')
    expect(answerTo('ban the customer', 12)).toBe('ban customer #12')
    expect(answerTo('refund the customer 10', 12)).toBe('refund the customer 10')
    expect(answerTo('ban this customer 4711', 12)).toBe('ban this customer 4711')
    expect(answerTo('note: this customer called', 12)).toBe('note: this customer called')
    expect(answerTo('refund her', 12)).toBe('refund her')
    expect(answerTo('did she pay')).toBe('did she pay')
  })

  test('no command’s name is a question', () => {
    const names = commands.flatMap(({ title, aka = [], toggle }) => [
      title(null),
      ...aka,
      ...(toggle ? [toggle.on.title(null), toggle.off.title(null)] : []),
    ])
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name) => answerTo(name) !== name || ownedIn(name) !== null)).toEqual([])
  })
})

describe('the owner of a record', () => {
  test.each([
    ['log in as the owner of aB3xYz', 'the owner of aB3xYz', 'qr-uri'],
    ['ban owner of https://qr.example/aB3xYz', 'owner of https://qr.example/aB3xYz', 'qr-uri'],
    ['refund 5 customer of order QD-0000012', 'customer of order QD-0000012', 'payment'],
    ['who owns qr 41', 'who owns qr 41', 'qr-id'],
  ])('in ‘%s’', (text, words, kind) => {
    const owned = ownedIn(text)
    expect(owned?.words).toBe(words)
    expect(owned?.shapes.map((shape) => shape.kind)).toContain(kind)
  })

  test.each(['owner of ana@cafesol.es', 'customers of ana ruiz', 'change owner of', 'qrs of 4711'])('not in ‘%s’', (text) => {
    expect(ownedIn(text)).toBeNull()
  })
})

test.each([
  ['payments of owner', 'payments of customer #12'],
  ['note owner called', 'note customer #12 called'],
  ['ban the owner', 'ban customer #12'],
  ['note: the owner called', 'note: the owner called'],
  ['ban the owner of aB3xYz', 'ban the owner of aB3xYz'],
])('beside a record of customer 12, %s', (text, meant) => {
  expect(answerTo(text, 12, true)).toBe(meant)
})

test('on a customer’s own page, the owner in a note is somebody else', () => {
  expect(answerTo('note owner called', 12)).toBe('note owner called')
})

test('what a note says of an owner stays as it was written', () => {
  expect(answerTo('block aB3xYz and ban the owner')).toBe('block aB3xYz and ban owner of aB3xYz')
  expect(answerTo('note ana ruiz block aB3xYz and ban the owner')).toBe('note ana ruiz block aB3xYz and ban the owner')
})
