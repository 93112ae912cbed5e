import { expect, test } from 'vitest'
import { commands } from '../../src/commands/registry.ts'
import { looksSame } from '../../src/layout/palette/marks.ts'
import type { CommandRow, Row } from '../../src/layout/palette/rows.ts'
import type { RecordRow } from '../../src/layout/records/finders/found-rows.ts'

const [declared] = commands
if (!declared) throw new Error('There are no commands.')
const resolved: CommandRow['resolved'] = {
  command: declared,
  target: null,
  title: 'Refund a payment',
  menuTitle: 'Refund',
  availability: { state: 'ready' },
}
const command = (over: Partial<CommandRow> = {}): CommandRow => ({ kind: 'command', value: 'refund', resolved, ...over })
const ana: RecordRow['record'] = { type: 'customer', id: 1, label: 'Ana Ruiz', detail: 'ana@cafesol.example', href: '/customers/1' }
const record = (over: Partial<RecordRow> = {}): RecordRow => ({ kind: 'record', value: 'customer:1', record: ana, why: 'in name', ...over })
const args = (words: string, refusal: string | null = null) => ({
  given: {},
  words,
  refusal,
  isRefusedChoice: false,
  used: new Set<never>(),
})

// A row that looks the same is not re-rendered.
test.each<[string, Row, Row, boolean]>([
  ['the same marks by another text', command({ query: 'ref' }), command({ query: ' REF' }), true],
  ['one more letter', command({ query: 'ref' }), command({ query: 'refu' }), false],
  ['nothing typed, and something', command(), command({ query: 'zzz' }), false],
  ['other arguments', command({ args: args('7 days') }), command({ args: args('8 days') }), false],
  ['a refusal', command({ args: args('0 days') }), command({ args: args('0 days', 'At least 1') }), false],
  ['resolved anew', command(), command({ resolved: { ...resolved } }), false],
  ['a record as it was', record({ query: 'an' }), record({ query: 'an', record: { ...ana } }), true],
  ['found in another field', record(), record({ why: 'exact email' }), false],
  ['another name', record(), record({ record: { ...ana, label: 'Ana Sol' } }), false],
  ['marked in the email alone', record({ query: 'ana' }), record({ query: 'ana@' }), false],
  ['a record and a command', record({ value: 'refund' }), command(), false],
])('%s', (_what, before, after, isSame) => {
  expect(looksSame(before, after)).toBe(isSame)
})
