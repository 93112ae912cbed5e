import type { Choosable, Command } from '../../commands/engine/command.ts'
import type { CommandContext } from '../../commands/engine/context.ts'
import { type ResolvedCommand, resolve } from '../../commands/engine/resolve.ts'
import type { Days } from '../../commands/text/day-words.ts'
import { maxPageSize } from '../../contract/list.ts'
import { commandsNow } from './commands-now.ts'

/** The records that a command chooses among; null while they aren't loaded. */
export const amongOf = ({ delegate }: Command, context: CommandContext, id: number, days: Days | undefined): Choosable[] | null =>
  delegate?.among?.(context, id)?.filter(({ day }) => !days || (days.first <= day && day <= days.last)) ?? null

/**
 * What a command comes down to on its record: itself, or the one it leads to. Null if it isn't loaded or there is none. With days, only
 * a record of theirs: the only one, or the only one that it can be done to.
 */
export function delegateOf(resolved: ResolvedCommand, context: CommandContext, days?: Days): ResolvedCommand | null {
  const { command, target } = resolved
  if (!command.delegate) return resolved
  const other = commandsNow().find(({ id }) => id === command.delegate?.command)
  if (!other || !target) return null
  const { id } = target.record
  if (!days) {
    const record = command.delegate.one?.(context, id)
    return record ? resolve(other, context, record) : null
  }
  const all = (amongOf(command, context, id, days) ?? []).flatMap((each) => resolve(other, context, each.target) ?? [])
  const ready = all.filter(({ availability }) => availability.state === 'ready')
  const [only = null, another] = ready.length > 0 ? ready : all
  return another ? null : only
}

/** A command by the record of these days that it comes down to: 'Refund 39,90 €, 14-10-2026'. */
export function onDays(resolved: ResolvedCommand, context: CommandContext, days: Days | undefined): ResolvedCommand {
  const { command, target } = resolved
  const among = days && target ? amongOf(command, context, target.record.id, days) : null
  if (!among || !target) return resolved
  if (among.length === 0) {
    const isWhole = (amongOf(command, context, target.record.id, undefined)?.length ?? 0) < maxPageSize
    const reason = isWhole ? 'None of these days.' : `None of these days among the latest ${maxPageSize}.`
    return { ...resolved, availability: { state: 'blocked', reason } }
  }
  const delegate = delegateOf(resolved, context, days)
  const own = among.find(({ target: { record } }) => record.id === delegate?.target?.record.id)
  return delegate && own ? { ...resolved, title: `${delegate.title} ${own.title}`, availability: delegate.availability } : resolved
}
