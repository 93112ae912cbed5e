import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commands } from '../../../src/commands/registry.ts'
import { tokenize } from '../../../src/commands/text/tokens.ts'
import { indexVerbs } from '../../../src/commands/text/verb-index.ts'
import { readVerbs } from '../../../src/commands/text/verbs.ts'
import { allCapabilities, capabilitiesOf } from '../../../src/contract/capabilities.ts'
import { sampleArguments } from '../sample-arguments.ts'

const types = ['customer', 'qr', 'invoice', 'payment'] as const
const verbs = indexVerbs(commands, allCapabilities, types)
const read = (text: string) => readVerbs(tokenize(text, 'https://console.example.com'), verbs)

/** The first reading in one line: verb and type, arguments, '=' for a certain record or '~' for a name. */
function first(text: string): string {
  const [reading] = read(text)
  if (!reading) return ''
  const { verb, type, words, object, unused, side } = reading
  const named = object === null ? '' : `${object.isSure ? ' = ' : ' ~ '}${object.text}`
  return `${type}.${verb.name}${side === 'off' ? '!' : ''}${words === '' ? '' : ` (${words})`}${named}${unused.length === 0 ? '' : ` - ${unused.join(' ')}`}`
}

const sentence = (text: string) => read(text)[0]?.refusal ?? null

describe('reading a text as verb, arguments and record', () => {
  test.each([
    // Only the verb, in full or begun.
    ['ban', 'customer.ban'],
    ['unban', 'customer.ban!'],
    ['BAN ', 'customer.ban'],
    ['cancel', 'customer.cancel-at-period-end'],
    ['cancel immediately', 'customer.cancel-at-once'],
    ['cancel at the end', 'customer.cancel-at-period-end'],
    ['remove from whitelist', 'customer.whitelist!'],
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
    ['refund all', 'customer.refund - all'],
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
    ['cancel #4711', 'customer.cancel-at-period-end = 4711'],
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
    ['reupload invoice 2026-000123', 'invoice.reupload = invoice 2026-000123'],
    ['ban sub_1NabcDEFghi', 'customer.ban = sub_1NabcDEFghi'],
    ['ban #4\u00a0711', 'customer.ban = 4711'],
    ['refund pi_3NabcDEFghi456789', 'payment.refund = pi_3NabcDEFghi456789'],
    ['refund 10 pi_3NabcDEFghi456789', 'payment.refund (10) = pi_3NabcDEFghi456789'],
    ['refund order QD-0000123', 'payment.refund = order QD-0000123'],
    ['refund QD-0000123', 'payment.refund = QD-0000123'],
    ['refund 10 payment 123', 'payment.refund (10) = payment 123'],
    ['force-approve', 'payment.approve'],
    ['force-approve pi_3NabcDEFghi456789', 'payment.approve = pi_3NabcDEFghi456789'],
    ['My code https://qr.example.com/aB3xYz block', 'qr.set-status (Blocked) = https://qr.example.com/aB3xYz'],
    // With both.
    ['extend trial 7 4711', 'customer.extend-trial (7 days) = 4711'],
    ['extend trial 4711 7', 'customer.extend-trial (7 days) = 4711'],
    ['extend trial 4711', 'customer.extend-trial = 4711'],
    ['extend trial 7 days ana@cafesol.es', 'customer.extend-trial (7 days) = ana@cafesol.es'],
    ['extend trial ana@cafesol.es 7', 'customer.extend-trial (7 days) = ana@cafesol.es'],
    ['extend trial 2 weeks 4711', 'customer.extend-trial (14 days) = 4711'],
    ['refund 10 ana@cafesol.es', 'customer.refund (10) = ana@cafesol.es'],
    ['refund 10 4711', 'customer.refund (10) = 4711'],
    // Free text has to be marked.
    ['refund 10 ana@cafesol.es broken code', 'customer.refund (10) = ana@cafesol.es - broken code'],
    ['refund 10 ana@cafesol.es because the code broke', 'customer.refund (10, the code broke) = ana@cafesol.es'],
    ['refund 10 ana@cafesol.es due to a broken code', 'customer.refund (10, a broken code) = ana@cafesol.es'],
    ['refund 10 ana@cafesol.es: the code broke', 'customer.refund (10, the code broke) = ana@cafesol.es'],
    ['refund 10 "the code broke" ana@cafesol.es', 'customer.refund (10, the code broke) = ana@cafesol.es'],
    ['refund 10: ana@cafesol.es', 'customer.refund (10) = ana@cafesol.es'],
    // In any order.
    ['10 refund', 'customer.refund (10)'],
    ['10 refund ana@cafesol.es', 'customer.refund (10) = ana@cafesol.es'],
    ['ana@cafesol.es 7 days extend trial', 'customer.extend-trial (7 days) = ana@cafesol.es'],
    ['refund 5,50 ana@cafesol.es', 'customer.refund (5,50) = ana@cafesol.es'],
    ['refund EUR 5 ana@cafesol.es', 'customer.refund (EUR 5) = ana@cafesol.es'],
    // What doesn't belong to it is left over, and never decides for a neighbour.
    ['refund half #4711', 'customer.refund (half) = 4711'],
    // How long a month is depends on the end of the trial.
    ['extend trial 2 months 4711', 'customer.extend-trial (2 months) = 4711'],
    ['block aB3xYz now', 'qr.set-status (Blocked) = aB3xYz'],
    ["don't cancel 4711", "customer.cancel-at-period-end = 4711 - don't"],
    ['give 4711 5 more days trial', 'customer.extend-trial (5 days) = 4711'],
    ['lock sam', ''],
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
    const said = read('refund 4711').filter(({ verb }) => verb.name === 'refund')
    expect(said.map(({ words, object }) => [words, object?.text])).toEqual([
      ['4711', undefined],
      ['', '4711'],
      ['', '4711'],
    ])
  })

  test('commands that differ only in record type are one verb', () => {
    const [said] = read('copy id')
    expect(said?.verb).toMatchObject({ title: 'Copy id', noun: 'customer or payment or QR code or invoice' })
    expect(Object.keys(said?.verb.commands ?? {})).toEqual(['customer', 'payment', 'qr', 'invoice'])
  })

  test('parts of a page are not verbs, and what is done to all of a customer’s codes is named by a word that says so', () => {
    expect(read('show the tab info').map(({ verb }) => verb.name)).not.toContain('show-info')
    expect(first('transfer all QR codes of ana@cafesol.es')).toContain('transfer-qrs')
    expect(first('transfer ana@cafesol.es')).not.toContain('transfer-qrs')
  })
})

describe('text that cannot be understood gets an explanation', () => {
  test.each([
    ['ban refund', 'One command at a time: ‘ban’ or ‘refund’.'],
    ['cancel extend trial', 'One command at a time: ‘cancel’ or ‘extend’.'],
    ['refund 1.234,50', 'Leave out the thousands separators: 1234,50.'],
    ['refund 1,234.50 ana@cafesol.es', 'Leave out the thousands separators: 1234,50.'],
    ['refund 1.234,50 pi_3NabcDEFghi456789', 'Leave out the thousands separators: 1234,50.'],
    ['ban cancel', 'One command at a time: ‘ban’ or ‘cancel’.'],
    ['extend trial 0', 'Must be a whole number from 1 to 365.'],
  ])('‘%s’', (text, refusal) => {
    expect(sentence(text)).toBe(refusal)
  })
})

test('offers only commands the user is allowed to run', () => {
  const forNobody = indexVerbs(commands, [], types)
  const forSupport = indexVerbs(commands, capabilitiesOf(2), types)
  expect(readVerbs(tokenize('ban'), forNobody)).toEqual([])
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
      const { tokens } = tokenize(text)
      for (const { object, typing, match, unused } of readVerbs(tokenize(text), verbs)) {
        const used = [...match.named, ...typing.tokens].map(({ raw }) => raw)
        for (const part of [...used, ...unused]) expect(tokens.some(({ raw }) => raw.includes(part))).toBe(true)
        if (object) for (const part of object.text.split(' ')) expect(text).toContain(part)
      }
    }),
  )
})

// Without ‘readAhead’ a number would be read only once its record is known.
test.each(
  commands.flatMap(({ id, target, title, args }) =>
    (args ?? []).flatMap(({ name, kind }) => {
      const value = sampleArguments[id]?.[name]
      return kind === 'number' && types.some((each) => each === target) ? [[`${title(null)} ${String(value)} #8812`, value] as const] : []
    }),
  ),
)('the number of ‘%s’ is read before its record is known', (text, value) => {
  const [reading] = read(text)
  expect(reading).toMatchObject({ unused: [], object: { isSure: true } })
  expect(reading?.words).toContain(String(value))
})
