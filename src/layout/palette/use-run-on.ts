import { useEffect, useRef, useState } from 'react'
import { isNotFound } from '../../api/client.ts'
import { isLoadable } from '../../api/loadable.ts'
import { loadRecord } from '../../api/record.ts'
import { filledIn, type Typed } from '../../commands/engine/answers.ts'
import { noteTypedLink } from '../../commands/engine/awaited.ts'
import type { Command, Side } from '../../commands/engine/command.ts'
import { formatLink } from '../../commands/engine/command-link.ts'
import type { CommandContext } from '../../commands/engine/context.ts'
import { onSide, type ResolvedCommand, resolve } from '../../commands/engine/resolve.ts'
import type { Target, TargetType } from '../../commands/engine/targets.ts'
import { readArguments, type Typing } from '../../commands/text/arguments.ts'
import { stepsOf } from '../../commands/text/verb-index.ts'
import type { VerbReading } from '../../commands/text/verb-reading.ts'
import { delegateOf, onDays } from '../commands/delegates.ts'
import { type RecentRecord, rememberRecord } from '../commands/recent.ts'
import { fillDraft } from '../kit/form/fill-draft.ts'
import { errorText } from '../kit/toasts.tsx'
import { type Engine, noTyping, type PaletteCommand } from './engine.ts'
import type { CommandRow } from './rows.ts'

/** A command, the record chosen for it, and what was typed for its arguments. */
export interface ChosenRecord {
  command: Command
  /** By which of its two names it was called. */
  side: Side | null
  /** What the row showed; null if it has none. */
  record: RecentRecord | null
  /** Null: still to be loaded. */
  target: Target | null
  typing: Typing
}

/** Loads what a command needs beside its record. */
export const loadOf = ({ load, delegate }: Command) => delegate?.load ?? load

/** Commands together with those they lead to, named by what is known of their records by now. */
export const withDelegates = (commands: readonly PaletteCommand[], context: CommandContext): PaletteCommand[] =>
  commands.map((each) => {
    const { command, target } = each.resolved
    if (!command.delegate) return each
    const delegate = delegateOf(each.resolved, context)
    return { ...each, resolved: resolve(command, context, target) ?? each.resolved, ...(delegate && { delegate }) }
  })

/**
 * Runs commands on records that aren't on screen: loads what is lacking, says why one can't run, or goes on with its
 * arguments. Its message holds until the text changes.
 */
export function useRunOn(engine: Engine, context: CommandContext) {
  const latest = useRef(0)
  const [shown, setShown] = useState<{ text: string; message: string } | null>(null)
  const say = (message: string) => setShown({ text: engine.text, message })
  const stop = () => void latest.current++
  useEffect(() => () => void latest.current++, [])

  const go = ({ command, side, record, typing }: ChosenRecord, target: Target) => {
    const own = resolve(command, context, target)
    if (!own && command.needsPage && record) {
      const { given } = readArguments(stepsOf(command, []), typing, target)
      engine.leave()
      const link = formatLink({ command: command.id, on: { type: target.type, id: target.record.id }, args: given })
      return context.navigate(`${record.href}${noteTypedLink(link)}`)
    }
    if (!own) return say('This can’t be done here.')
    const resolved = onDays(onSide(own, side, context), context, typing.days)
    if (resolved.availability.state === 'blocked') return say(`Unavailable: ${resolved.availability.reason}`)
    if (record) rememberRecord(context.user.id, record)
    const delegate = delegateOf(resolved, context, typing.days)
    if (!delegate && command.delegate?.among) return engine.enter({ kind: 'among', command, of: target, typing })
    if (!delegate) return say(`Unavailable: ${command.delegate?.none ?? 'There is nothing to do.'}`)
    goOn(delegate, typing)
  }

  /** Goes on with a command whose record is known. */
  const goOn = (resolved: ResolvedCommand, typing: Typing) => {
    const { command, target, availability } = resolved
    if (availability.state === 'blocked') return say(`Unavailable: ${availability.reason}`)
    const args = target && readArguments(stepsOf(command, []), typing, target)
    const left = typing.tokens.filter((token) => !args?.used.has(token)).map(({ raw }) => raw)
    if (left.length > 0) return say(`‘${left.join(' ')}’ is not understood: go back and leave it out.`)
    runWith(resolved, args?.given ?? {}, typing.unused)
  }

  /** Runs a command with what was typed for it: a form begins with that. */
  const runWith = (resolved: ResolvedCommand, given: Typed, unused?: readonly string[]) => {
    const { command, target } = resolved
    const typed = target && filledIn(command, target, given)
    if (!command.fills || !target || !typed || Object.keys(typed).length === 0) return engine.runOn(resolved, given, unused)
    const { form, values = async () => typed } = command.fills
    values(context, target.record, typed).then(
      (filled) => {
        fillDraft(context.user.id, form(target.record), filled)
        engine.runOn(resolved, {}, unused)
      },
      (error: unknown) => say(`Could not be loaded. ${errorText('', error)}`),
    )
  }

  const load = async (chosen: ChosenRecord, own: number) => {
    const { command, record, target: known } = chosen
    const sayNow = (message: string) => own === latest.current && say(message)
    try {
      const target = known ?? (record && isLoadable(record) ? await loadRecord(context.queryClient, record) : null)
      if (!target) return sayNow(isGone)
      await loadOf(command)?.(context, target.record.id)
      if (own === latest.current) go(chosen, target)
    } catch (error) {
      sayNow(isNotFound(error) ? isGone : `Could not be loaded. ${errorText('', error)}`)
    }
  }

  const start = (chosen: ChosenRecord) => {
    const own = ++latest.current
    // At once if nothing is lacking: a new tab opens only within the key press or click.
    if (chosen.target && !loadOf(chosen.command)) return go(chosen, chosen.target)
    say('Loading…')
    void load(chosen, own)
  }

  return {
    start,
    /** Runs a command of the level, or one on a record that was found for it. */
    perform: ({ resolved, args, typing = noTyping, found, unused }: CommandRow) => {
      const { command, target } = resolved
      if (args?.isRefusedChoice) return say(`Unavailable: ${args.refusal}`)
      const withUnused = (own: Typing) => (unused ? { ...own, unused } : own)
      if (found) return start({ command, side: found.reading.side, record: found.record, target, typing: withUnused(found.reading.typing) })
      if (!command.delegate || !target) return runWith(resolved, args?.given ?? {}, unused)
      const delegate = delegateOf(resolved, context, typing.days)
      if (delegate) engine.runOn(delegate, args?.given ?? {}, unused)
      else start({ command, side: null, record: null, target, typing: withUnused(typing) })
    },
    goOn,
    say,
    message: shown?.text === engine.text ? shown.message : null,
    /** Forgets a record that is still loading. */
    stop,
    /** And the message. */
    forget: () => {
      stop()
      setShown(null)
    },
  }
}
export type RunOn = ReturnType<typeof useRunOn>

/** A verb's command for a type it was looked up in. */
export function commandOf({ verb }: Pick<VerbReading, 'verb'>, type: TargetType): Command {
  const command = verb.commands[type]
  if (!command) throw new Error(`${verb.name} is for no ${type}`)
  return command
}

const isGone = 'This record no longer exists.'
