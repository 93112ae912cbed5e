import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onSide, resolve } from '../../src/commands/engine/resolve.ts'
import type { Target } from '../../src/commands/engine/targets.ts'
import { activeCommands } from '../../src/commands/keys/active.ts'
import { commands } from '../../src/commands/registry.ts'
import { nameOf, namesAmong } from '../../src/commands/text/names-among.ts'
import { phrasesOf } from '../../src/commands/text/phrases.ts'
import { tokenize } from '../../src/commands/text/tokens.ts'
import { indexVerbs } from '../../src/commands/text/verb-index.ts'
import { readVerbs } from '../../src/commands/text/verbs.ts'
import { isThing } from '../../src/commands/text/word-kinds.ts'
import { allCapabilities } from '../../src/contract/capabilities.ts'
import { commandReadings, indexCommand } from '../../src/layout/palette/readings/commands.ts'
import { decide } from '../../src/layout/palette/readings/reading.ts'
import { verbReadings } from '../../src/layout/palette/readings/verbs.ts'
import type { Row } from '../../src/layout/palette/rows.ts'
import { type RecordRow, recordRow } from '../../src/layout/records/finders/found-rows.ts'
import type { LookUp, LookUps } from '../../src/layout/records/finders/look-ups.ts'
import { customer, customerTarget, makeContext, payment, qr, selectedCustomersTarget, selectedQrsTarget } from '../commands/samples.ts'
import { customerStates, qrStates } from '../commands/target-states.ts'

const types = ['customer', 'qr', 'invoice', 'payment'] as const
const verbs = indexVerbs(commands, allCapabilities, types)

/** On Luis' page; what is typed may be about Ana, a QR code or a payment. */
const luis: Target = { type: 'customer', record: { ...customer, id: 5, fullName: 'Luis Prat', email: 'luis@prat.es' } }
const { context } = makeContext({ targets: [luis] })
const onPage = activeCommands(commands, context).map((resolved) => indexCommand({ id: resolved.command.id, resolved }, []))

const rowOf = (target: Target, label: string, why: string): RecordRow =>
  recordRow({ type: target.type as 'customer', id: target.record.id, label, detail: '', href: '/' }, why, target)

/** What is found at once for a record that the text names. */
function lookUpsOf(target: Target, text: string): LookUps[] {
  const keys: Record<string, readonly string[]> = {
    customer: ['ana@cafesol.es', '8812', '#8812', 'customer 8812'],
    qr: ['aB3xYz', 'qr 41'],
    payment: ['pi_501abcdef'],
  }
  const label = target.type === 'customer' ? 'Ana Ruiz' : target.type
  const isExact = keys[target.type]?.includes(text) === true
  const isNamed = target.type === 'customer' && /^ana( ruiz)?$/i.test(text)
  const lookUp = (isFound: boolean, why: string): LookUp => ({
    state: isFound ? 'found' : 'none',
    rows: isFound ? [rowOf(target, label, why)] : [],
    error: null,
    retry: () => {},
  })
  const [exact, prefix] = [[lookUp(isExact, 'exact id')], [lookUp(isNamed, 'name')]]
  return [{ id: target.type as 'customer', heading: '', exact, prefix, loose: [], all: [] }]
}

/** The row that Enter takes for a text, once everything has been found. */
function chosenRow(text: string, target: Target): Row | null {
  const typed = tokenize(text)
  const readings = readVerbs(typed, verbs)
  const object = readings[0]?.object ?? readings.find(({ object }) => object?.isSure)?.object ?? null
  const lookUps = object ? lookUpsOf(target, object.text) : []
  const exact = lookUps.flatMap((each) => each.exact.flatMap(({ rows }) => rows))[0] ?? null
  const all = [...commandReadings(typed, onPage, context), ...verbReadings({ readings, object, lookUps, exact, context })]
  const decision = decide(all)
  if (decision.state !== 'certain') return null
  return all.flatMap(({ rows }) => rows).find(({ value }) => value === decision.value) ?? null
}

/** What a row would do. Null if it only asks, opens or says why not. */
function deedOf(row: Row | null): { id: string; title: string; on: number | null } | null {
  if (row?.kind !== 'command' || (row.found && row.resolved.target === null)) return null
  const { resolved } = row
  if (resolved.availability.state !== 'ready' || row.args?.refusal != null) return null
  return { id: resolved.command.id, title: resolved.title, on: resolved.target?.record.id ?? null }
}

const names = ['ana@cafesol.es', 'Ana Ruiz <ana@cafesol.es>', '#8812', 'customer 8812', 'Ana Ruiz', 'aB3xYz', 'qr 41', 'pi_501abcdef']
const noise = ['asdf', 'tomorrow', 'not', "don't", 'never', 'half', 'every', 'twice', 'until', 'xyzzy', 'maybe', 'rather']
const verbWords = commands
  .flatMap((command) => phrasesOf({ command, target: null, title: command.title(null), steps: [] }).map(({ folded }) => folded))
  .concat(['ban', 'unban', 'refund', 'cancel', 'resume', 'whitelist', 'block', 'unblock', 'stop', 'activate', 'delete', 'note'])

const target = fc.oneof(
  fc.constantFrom(...customerStates).map((record): Target => ({ type: 'customer', record })),
  fc.constantFrom(...qrStates).map((record): Target => ({ type: 'qr', record })),
  fc.constant<Target>({ type: 'payment', record: payment }),
)

test('no row that Enter takes leaves a word of the text unused, in 3,000 random texts', () => {
  const part = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...verbWords) },
    { weight: 2, arbitrary: fc.constantFrom(...names) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('5,50', '7', '7 days', '10 €', '4711', 'now', 'immediately', 'at once', 'all', 'last', 'please'),
    },
    { weight: 1, arbitrary: fc.constantFrom(...noise) },
  )
  let deeds = 0
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), target, (parts, record) => {
      const text = parts.join(' ')
      const row = chosenRow(text, record)
      if (row === null) return
      if (deedOf(row)) deeds++
      expect('unused' in row ? row.unused : undefined, text).toBeUndefined()
      // Words that no command knows: at most a name that is searched for next or the text of a note, never a deed.
      const note = (row.kind === 'command' && row.args?.given['text']) || ''
      // 'half' is how much to refund, and 'set email ana@cafesol.es' fills the form of whoever is on screen.
      const value = row.kind === 'command' ? (row.args?.words ?? row.found?.reading.words ?? '') : ''
      if (parts.some((each) => noise.includes(each) && !note.includes(each) && !(each === 'half' && value.includes(each))))
        expect(deedOf(row), text).toBeNull()
      // Whoever is named is the one, never the person on screen; what is nobody's name may be the text of a note.
      const isNew = deedOf(row)?.id === 'customer.change-email' && parts.some((each) => names.includes(each) && value.includes(each))
      // Customers whose names stand in a note are looked up beside it: see palette-late-responses.
      const isLookedUp = (each: string) => note.includes(each) && namesAmong(tokenize(text).tokens).some((run) => nameOf(run) === each)
      const isName = (each: string) =>
        names.includes(each) && !isNew && !isLookedUp(each) && (record.type === 'customer' || !note.includes(each))
      if (parts.some(isName)) expect(deedOf(row)?.on === 5, text).toBe(false)
    }),
    { numRuns: 3_000, seed: 39 },
  )
  expect(deeds, 'else the walk would prove nothing').toBeGreaterThan(100)
}, 300_000)

test('no command that was typed does its opposite, in any state of its record', () => {
  const onRecords: Target[] = [
    ...customerStates.map((record): Target => ({ type: 'customer', record })),
    ...qrStates.map((record): Target => ({ type: 'qr', record })),
  ]
  for (const command of commands) {
    const { toggle } = command
    if (!toggle) continue
    for (const side of ['on', 'off'] as const)
      for (const record of command.target ? onRecords.filter(({ type }) => type === command.target) : [null]) {
        const resolved = resolve(command, context, record)
        if (!resolved) continue
        const called = onSide(resolved, side, context)
        if (toggle.isOn(record, context) === (side === 'on'))
          expect(called.availability).toEqual({ state: 'blocked', reason: toggle[side].already })
        else expect(called.title).toBe(toggle[side].title(record))
      }
  }
})

test.each<[string, (deed: { id: string; title: string }) => boolean]>([
  ['unban ana@cafesol.es', ({ title }) => title.startsWith('Ban')],
  ['ban ana@cafesol.es', ({ title }) => title.startsWith('Unban')],
  ['remove from whitelist 8812', ({ title }) => title.startsWith('Add')],
  ['whitelist customer 8812', ({ title }) => title.startsWith('Remove')],
  ['resume ana@cafesol.es', ({ id }) => id.includes('cancel')],
  ['cancel ana@cafesol.es', ({ id }) => id !== 'customer.cancel-at-period-end'],
  ['cancel immediately ana@cafesol.es', ({ id }) => id === 'customer.cancel-at-period-end'],
  ['cancel at the end ana@cafesol.es', ({ id }) => id !== 'customer.cancel-at-period-end'],
  ['remove discount ana@cafesol.es', ({ id }) => id !== 'customer.detach-discount'],
  ['enable two-factor ana@cafesol.es', () => true],
  ['archive qr codes 8812', () => true],
  ['restore ana@cafesol.es', ({ id }) => id !== 'customer.restore'],
  ['lock ana@cafesol.es', () => true],
])('‘%s’ never does anything else, whatever the state of the record', (text, isWrong) => {
  const deeds = customerStates.map((record) => deedOf(chosenRow(text, { type: 'customer', record })))
  expect(deeds.filter((deed) => deed !== null && isWrong(deed))).toEqual([])
})

test('‘unblock’ only unblocks', () => {
  for (const record of qrStates) {
    const deed = deedOf(chosenRow('unblock aB3xYz', { type: 'qr', record }))
    expect(deed === null || record.status === 2).toBe(true)
  }
})

test('the target of a command typed with a record is that record', () => {
  expect(deedOf(chosenRow('ban ana@cafesol.es', customerTarget))).toMatchObject({ id: 'customer.ban', on: 8812 })
  expect(deedOf(chosenRow('ban', customerTarget))).toMatchObject({ id: 'customer.ban', on: 5 })
  expect(deedOf(chosenRow('block aB3xYz', { type: 'qr', record: qr }))).toMatchObject({ id: 'qr.set-status', on: 41 })
})

test('what a change is about, without what to do, changes nothing: ‘discount ana@cafesol.es’', () => {
  const ana: Target = { type: 'customer', record: customer }
  const about = (title: string) =>
    tokenize(title)
      .tokens.filter(isThing)
      .map(({ raw }) => raw)
  const changes = commands.filter(({ target, danger }) => target === 'customer' && danger)
  const things = [...new Set(changes.map((command) => about(command.title(null)).join(' ')))].filter((text) => text !== '')
  for (const text of things) {
    const deed = deedOf(chosenRow(`${text} ana@cafesol.es`, ana))
    expect(
      changes.some(({ id }) => id === deed?.id),
      text,
    ).toBe(false)
  }
  expect(things.length).toBeGreaterThan(5)
})

test('the opposite of a command’s verb never chooses it', () => {
  const pairs = [
    ['add', 'remove'],
    ['attach', 'detach'],
    ['activate', 'stop'],
    ['restore', 'delete'],
    ['whitelist', 'blacklist'],
    ['cancel', 'resume'],
    ['disable', 'enable'],
  ]
  for (const command of commands)
    for (const [one = '', other = ''] of pairs) {
      const title = command.title(null)
      const words = title.toLowerCase().split(' ')
      for (const [verb, opposite] of [
        [one, other],
        [other, one],
      ] as const) {
        if (!words.includes(verb) || words.includes(opposite)) continue
        const text = `${words.map((word) => (word === verb ? opposite : word)).join(' ')} ana@cafesol.es`
        const deed = deedOf(chosenRow(text, { type: 'customer', record: customer }))
        expect(deed?.id, text).not.toBe(command.id)
      }
    }
})

test('with a selection, every command can be typed with a number', () => {
  for (const target of [selectedCustomersTarget, selectedQrsTarget]) {
    const { context: onList } = makeContext({ targets: [target] })
    const indexed = activeCommands(commands, onList).map((resolved) => indexCommand({ id: resolved.command.id, resolved }, []))
    const read = commands.filter(({ target: type }) => type).map((command) => tokenize(`${command.title(null)} 20`))
    expect(read.flatMap((typed) => commandReadings(typed, indexed, onList)).length).toBeGreaterThan(20)
  }
})

/** What Enter takes for a text on Luis' page; 'nothing' if it takes none. */
const takenOn = (text: string) => {
  const row = chosenRow(text, customerTarget)
  if (row === null) return 'nothing'
  if (row.kind === 'verb') return 'asks'
  return row.kind === 'command' ? `${row.resolved.title} on ${row.resolved.target?.record.id ?? '?'}` : row.kind
}

test.each([
  // Pronouns mean the record on screen.
  ['ban him', 'Ban Luis Prat on 5'],
  ['ban this one', 'Ban Luis Prat on 5'],
  ['ban this guy', 'Ban Luis Prat on 5'],
  ['refund her 5', 'Refund the last payment on 5'],
  // What says which, how often or not at all is nobody's name.
  ['refund second payment', 'nothing'],
  ['refund second', 'nothing'],
  ['cancel the third', 'nothing'],
  ["don't ban", 'nothing'],
  ['stop refund', 'nothing'],
  ['hold cancel', 'nothing'],
  ['ban some', 'nothing'],
  // Days choose among the payments.
  ['refund 5 in march', 'Refund another payment… on 5'],
  ['refund the payment of 27 october', 'Refund another payment… on 5'],
  ['refund 5 in the spring', 'nothing'],
  // What nothing marks as a reason is a guess.
  ['refund 5 for the outage', 'nothing'],
  // A thing alone is no deed, and its numbers are not people.
  ['data', 'Billing data on 5'],
  ['qrs', 'QR codes on ?'],
  ['last', 'nothing'],
  ['limits 500', 'nothing'],
  // An amount of four digits may be a payment's number.
  ['refund 18063', 'nothing'],
  // Particles decide.
  ['turn on 2fa', 'nothing'],
  ['turn off 2fa', 'Disable two-factor authentication on 5'],
  // A subscription or an account is not the person.
  ['delete subscription', 'nothing'],
  ['erase subscription', 'nothing'],
  ['disable account', 'nothing'],
  ['disable customer', 'nothing'],
  ['restore subscription', 'nothing'],
  ['remove subscription', 'nothing'],
  ['remove customer', 'nothing'],
  // Several are not the one on screen.
  ['delete customers', 'nothing'],
  ['refund customers', 'nothing'],
  ['whitelist customers', 'nothing'],
  ['export customers', 'nothing'],
  ['deleted customers', 'nothing'],
  ['new customers', 'nothing'],
  // A word of another name says nothing.
  ['back', 'nothing'],
  ['off', 'nothing'],
  ['ban this user 8812', 'nothing'],
  ['ban this customer', 'Ban Luis Prat on 5'],
  ['extend trial of this customer 7', 'Extend trial on 5'],
  ['refund 10 marc', 'nothing'],
  ['refund 5,50 april', 'nothing'],
  ['g c', 'Customers on ?'],
  ['log her out', 'nothing'],
  ['undo her last change', 'nothing'],
  ['refund last 3', 'nothing'],
  ['cancel, no refund', 'Cancel subscription at period end on 5'],
])('on Luis’ page, ‘%s’ takes %s', (text, taken) => {
  expect(takenOn(text)).toBe(taken)
})
