import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commands } from '../../src/commands/registry.ts'
import { indexVerbs, readVerbs } from '../../src/commands/verb-object.ts'
import { allCapabilities, capabilitiesOf } from '../../src/contract/capabilities.ts'

const verbs = indexVerbs(commands, allCapabilities)

/** The first reading in one line: verb and type, arguments, '=' for a certain record or '~' for a name. */
function first(text: string): string {
  const [said] = readVerbs(text, verbs, 'https://console.example.com')
  if (!said) return ''
  const { verb, type, words, object } = said
  const named = object === null ? '' : `${object.isSure ? ' = ' : ' ~ '}${object.text}`
  return `${type}.${verb.name}${words === '' ? '' : ` (${words})`}${named}`
}

const sentence = (text: string) => readVerbs(text, verbs)[0]?.refusal ?? null

describe('reading a text as verb, arguments and record', () => {
  test.each([
    // Only the verb, in full or begun.
    ['ban', 'customer.ban'],
    ['unban', 'customer.ban'],
    ['BAN ', 'customer.ban'],
    ['cancel', 'customer.cancel-at-period-end'],
    ['cancel immediately', 'customer.cancel-immediately'],
    ['note', 'customer.write-note'],
    ['delete note', 'customer.delete-note'],
    ['refund', 'customer.refund'],
    ['refund another', 'customer.refund-another'],
    ['extend', 'customer.extend-trial'],
    ['whitelist', 'qr.whitelist'],
    ['copy id', 'customer.copy-id'],
    ['impersonate', 'customer.app-login'],
    ['transfer', 'qr.transfer'],
    ['reupload', 'invoice.reupload'],
    // With arguments.
    ['refund 10', 'customer.refund (10)'],
    ['refund 12,50 €', 'customer.refund (12,50 €)'],
    ['refund all', 'customer.refund (all)'],
    ['extend trial 7', 'customer.extend-trial (7 days)'],
    ['extend trial 7 days', 'customer.extend-trial (7 days)'],
    ['trial 30d', 'customer.extend-trial (30 days)'],
    ['discount 20', 'customer.attach-discount (20 %)'],
    ['discount 20 %', 'customer.attach-discount (20 %)'],
    ['reset oauth goo', 'customer.reset-oauth (Google)'],
    ['change status stopped', 'qr.set-status (Stopped)'],
    ['unblock', 'qr.set-status (Active)'],
    // With a record named by an identifier.
    ['ban ana.ruiz@cafesol.es', 'customer.ban = ana.ruiz@cafesol.es'],
    ['ban <ana@cafesol.es>', 'customer.ban = <ana@cafesol.es>'],
    ['ban Ana Ruiz <ana@cafesol.es>', 'customer.ban = <ana@cafesol.es>'],
    ['ana@cafesol.es ban', 'customer.ban = ana@cafesol.es'],
    ['cancel #4711', 'customer.cancel-at-period-end = #4711'],
    ['cancel customer 4711', 'customer.cancel-at-period-end = customer 4711'],
    ['note cus_NffrFeUfNV2Hib', 'customer.write-note = cus_NffrFeUfNV2Hib'],
    ['note of 4711', 'customer.write-note = 4711'],
    ['ban https://console.example.com/customers/4711', 'customer.ban = https://console.example.com/customers/4711'],
    ['ban 4711', 'customer.ban = 4711'],
    ['block aB3xYz', 'qr.set-status (Blocked) = aB3xYz'],
    ['block https://qr.example.com/aB3xYz', 'qr.set-status (Blocked) = https://qr.example.com/aB3xYz'],
    ['transfer qr 41', 'qr.transfer = qr 41'],
    ['reupload INV-123', 'invoice.reupload = INV-123'],
    ['reupload invoice no. 12', 'invoice.reupload = invoice no. 12'],
    ['reupload 2026-000123', 'invoice.reupload = 2026-000123'],
    ['reupload invoice 2026-000123', 'invoice.reupload = 2026-000123'],
    ['ban sub_1NabcDEFghi', 'customer.ban = sub_1NabcDEFghi'],
    ['ban #4\u00a0711', 'customer.ban = #4711'],
    ['refund pi_3NabcDEFghi456789', 'payment.refund = pi_3NabcDEFghi456789'],
    ['refund 10 pi_3NabcDEFghi456789', 'payment.refund (10) = pi_3NabcDEFghi456789'],
    ['refund order QD-0000123', 'payment.refund = order QD-0000123'],
    ['refund QD-0000123', 'payment.refund = QD-0000123'],
    ['refund 10 payment 123', 'payment.refund (10) = payment 123'],
    ['force-approve', 'payment.approve'],
    ['force-approve pi_3NabcDEFghi456789', 'payment.approve = pi_3NabcDEFghi456789'],
    ['My code https://qr.example.com/aB3xYz block', ''],
    // With both.
    ['extend trial 7 4711', 'customer.extend-trial (7 days) = 4711'],
    ['extend trial 4711 7', 'customer.extend-trial (7 days) = 4711'],
    ['extend trial 4711', 'customer.extend-trial = 4711'],
    ['extend trial 7 days ana@cafesol.es', 'customer.extend-trial (7 days) = ana@cafesol.es'],
    ['extend trial ana@cafesol.es 7', 'customer.extend-trial (7 days) = ana@cafesol.es'],
    ['refund 10 ana@cafesol.es', 'customer.refund (10) = ana@cafesol.es'],
    ['refund 10 4711', 'customer.refund (10) = 4711'],
    ['refund 10 ana@cafesol.es broken code', 'customer.refund (10 broken code) = ana@cafesol.es'],
    ['status blocked aB3xYz', 'qr.set-status (Blocked) = aB3xYz'],
    ['change uri Menu-24 Sol-25', 'qr.set-uri (Sol-25) = Menu-24'],
    // With part of a name.
    ['ban ana ruiz', 'customer.ban ~ ana ruiz'],
    ['ban the ruiz', 'customer.ban ~ ruiz'],
    ['block cafe-sol-menu', 'qr.set-status (Blocked) ~ cafe-sol-menu'],
    ['refund 10 ana ruiz', 'customer.refund (10) ~ ana ruiz'],
    ['extend trial ana ruiz 7', 'customer.extend-trial (7 days) ~ ana ruiz'],
    ['ban 山田', 'customer.ban ~ 山田'],
    ['ban عمر', 'customer.ban ~ عمر'],
    // No verb at all.
    ['', ''],
    ['   ', ''],
    ['ana', ''],
    ['ana ruiz', ''],
    ['ana@cafesol.es', ''],
    ['Ana Ruiz <ana@cafesol.es>', ''],
    ['4711', ''],
    ['customer 4711', ''],
    ['qr 41', ''],
    ['invoice', ''],
    ['the customer', ''],
    ['ba', ''],
    ['🙂', ''],
    ['(.*)+$', ''],
    ["'; drop table customers; --", ''],
    ['x'.repeat(10_000), ''],
    ['ban '.repeat(200), ''],
  ])('‘%s’', (text, reading) => {
    expect(first(text)).toBe(reading)
  })

  test('a number that could be an argument or a record is offered as both, argument first', () => {
    const said = readVerbs('refund 4711', verbs).filter(({ verb }) => verb.name === 'refund')
    expect(said.map(({ words, object }) => [words, object?.text])).toEqual([
      ['4711', undefined],
      ['', '4711'],
    ])
  })

  test('commands that differ only in record type are one verb', () => {
    const [said] = readVerbs('copy id', verbs)
    expect(said?.verb).toMatchObject({ title: 'Copy id', noun: 'customer or payment or QR code or invoice' })
    expect(Object.keys(said?.verb.commands ?? {})).toEqual(['customer', 'payment', 'qr', 'invoice'])
  })

  test('commands that need their record on the page are not verbs', () => {
    expect(readVerbs('show the tab info', verbs).map(({ verb }) => verb.name)).not.toContain('show-info')
    expect(first('transfer all QR codes')).not.toContain('transfer-qrs')
  })
})

describe('text that cannot be understood gets an explanation', () => {
  test.each([
    ['extend trial 1 2 3 4 5 6 7 8 9 10', '‘2 3 4 5 6 7…’ is not understood: it takes one customer and asks for days.'],
    ['ban a@x.es b@x.es', '‘b@x.es’ is not understood: it takes one customer.'],
    ['ban 1 2 3', '‘2 3’ is not understood: it takes one customer.'],
    ['ban refund', 'One command at a time: ‘ban’ or ‘refund’.'],
    ['cancel extend trial', 'One command at a time: ‘cancel’ or ‘extend’.'],
    ['refund 1.234,50', 'Leave out the thousands separators: 1234,50.'],
    ['refund 1,234.50 ana@cafesol.es', 'Leave out the thousands separators: 1234,50.'],
    ['refund 1.234', 'EUR has 2 decimals at most.'],
    ['refund 1.234,50 pi_3NabcDEFghi456789', 'Leave out the thousands separators: 1234,50.'],
    ['ban cancel', 'One command at a time: ‘ban’ or ‘cancel’.'],
    ['extend trial 30-02-2026', 'There is no day 30-02-2026.'],
    ['extend trial 31-02-2027', 'There is no day 31-02-2027.'],
    ['ban pi_3NabcDEFghi456789', '‘pi_3NabcDEFghi456789’ names no customer: this is for one customer.'],
    ['extend trial 2026-13-01 4711', 'There is no day 2026-13-01.'],
    ['extend trial 28-02-2026', '‘28-02-2026’ is not understood: it takes one customer and asks for days.'],
    ['extend trial 0', 'Must be a whole number from 1 to 365.'],
    ['ban INV-123', '‘INV-123’ names no customer: this is for one customer.'],
    ['reupload ana@cafesol.es', '‘ana@cafesol.es’ names no invoice: this is for one invoice.'],
  ])('‘%s’', (text, refusal) => {
    expect(sentence(text)).toBe(refusal)
  })
})

test('offers only commands the user is allowed to run', () => {
  const forNobody = indexVerbs(commands, [])
  const forSupport = indexVerbs(commands, capabilitiesOf(2))
  expect(readVerbs('ban', forNobody)).toEqual([])
  for (const { item } of forNobody) expect(item.needs).toBeUndefined()
  for (const { item } of forSupport) if (item.needs) expect(capabilitiesOf(2)).toContain(item.needs)
})

test('for any text, terminates and returns only parts of it', () => {
  const word = fc.oneof(
    fc.constantFrom('ban', 'refund', 'extend', 'trial', '7', '4711', 'ana@x.es', '#5', 'of', '10,5'),
    fc.string({ maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const text = words.join(' ')
      const squeezed = text.trim().replace(/\s+/g, ' ')
      for (const { object, tail, head } of readVerbs(text, verbs)) {
        expect(squeezed).toContain(head)
        if (object) expect(object.text.split(' ').every((each) => squeezed.includes(each))).toBe(true)
        for (const each of tail) expect(squeezed).toContain(each)
      }
    }),
  )
})
