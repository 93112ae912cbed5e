import type { CommandContext } from '../../../commands/engine/context.ts'
import { onSide, type ResolvedCommand, resolve } from '../../../commands/engine/resolve.ts'
import { readArguments } from '../../../commands/text/arguments.ts'
import { stepsOf } from '../../../commands/text/verb-index.ts'
import { mayBeCustomer, orderOf, type VerbReading } from '../../../commands/text/verb-reading.ts'
import { delegateOf, onDays } from '../../commands/delegates.ts'
import type { RecordRow } from '../../records/finders/found-rows.ts'
import { withUnused } from '../../records/finders/named.ts'
import type { CommandRow, FoundFor } from '../rows.ts'
import { commandOf } from '../use-run-on.ts'

/** A command on a record that was found for it. */
export type FoundRow = CommandRow & { found: FoundFor }

const unavailable = { state: 'blocked', reason: 'This can’t be done here.' } as const

/** A verb on a record that was found. Its title and reason come from the record, as soon as that is known. */
export function rowOn({ record, target, why }: RecordRow, reading: VerbReading, context: CommandContext): FoundRow {
  const command = commandOf(reading, reading.type)
  const own = target ? resolve(command, context, target) : null
  const title = (reading.side && command.toggle?.[reading.side].title(null)) ?? command.title(target ?? null)
  // Of a colleague all is known, so that it is said at once.
  const availability = target?.type === 'user' ? unavailable : ({ state: 'ready' } as const)
  const resolved: ResolvedCommand = own
    ? onDays(onSide(own, reading.side, context), context, reading.typing.days)
    : { command, target: null, title, menuTitle: title, availability }
  const { typing } = reading
  const args = typing.tokens.length > 0 || typing.text !== null ? argumentsOn(resolved, reading, context) : null
  const left = args ? typing.tokens.filter((token) => !args.used.has(token)).map(({ raw }) => raw) : []
  return {
    kind: 'command',
    value: `verb-on:${command.id}:${reading.side ?? ''}:${record.type}:${record.id}`,
    resolved,
    found: { record, reading, why },
    ...(args && { args }),
    ...withUnused(record, [...reading.unused, ...left]),
  }
}

function argumentsOn(resolved: ResolvedCommand, { typing }: VerbReading, context: CommandContext) {
  const delegate = resolved.target && delegateOf(resolved, context, typing.days)
  return delegate?.target ? readArguments(stepsOf(delegate.command, []), typing, delegate.target) : null
}

const isBlocked = ({ resolved, args }: FoundRow) => resolved.availability.state === 'blocked' || args?.refusal != null

const keyOf = ({ found: { record } }: FoundRow) => `${record.type}:${record.id}`

/** By record, in the order that they were looked up; on one, the likeliest first, and of equal ones what is possible. */
export function inOrder(rows: readonly FoundRow[]): FoundRow[] {
  const records = [...new Set(rows.map(keyOf))]
  return rows.toSorted(
    (a, b) =>
      records.indexOf(keyOf(a)) - records.indexOf(keyOf(b)) ||
      orderOf(a.found.reading) - orderOf(b.found.reading) ||
      Number(isBlocked(a)) - Number(isBlocked(b)),
  )
}

/** What another command does that goes by the same name, and can: 'Cancel subscription immediately' is a step of 'at once'. */
export const withoutTwins = (rows: readonly FoundRow[]): FoundRow[] =>
  rows.filter(
    (row) =>
      !isBlocked(row) ||
      !rows.some((other) => other !== row && keyOf(other) === keyOf(row) && other.resolved.command.aka?.includes(row.resolved.title)),
  )

/** Whether two commands on one record fit equally well: 'limit 500' is of QR codes, of uploads and of domains. */
export const isTie = ([first, second]: readonly FoundRow[]): boolean =>
  first !== undefined &&
  second !== undefined &&
  keyOf(first) === keyOf(second) &&
  orderOf(first.found.reading) === orderOf(second.found.reading)

/** Whether several records fit equally well. A bare number is first a customer's, but money goes back for nobody else's payment. */
export function fitSeveral([first, ...others]: readonly FoundRow[]): boolean {
  if (first && mayBeCustomer(first.found.reading)) return true
  return others.some((other) => {
    if (!first || keyOf(other) === keyOf(first)) return false
    const [own, another] = [first.found, other.found]
    if (another.record.type === 'payment' && another.reading.verb === own.reading.verb && !isBlocked(other)) return true
    if (Math.floor(orderOf(another.reading) / 10) > Math.floor(orderOf(own.reading) / 10)) return false
    return another.record.type === own.record.type || own.record.type !== 'customer' || another.reading.verb !== own.reading.verb
  })
}
