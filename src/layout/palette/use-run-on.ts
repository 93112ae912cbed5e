import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { customerQuery } from '../../api/customers.ts'
import { invoicesQuery } from '../../api/invoices.ts'
import { paymentsQuery } from '../../api/payments.ts'
import { qrQuery } from '../../api/qrs.ts'
import type { Command, CommandContext } from '../../commands/command.ts'
import type { Target } from '../../commands/record-types.ts'
import { type ResolvedCommand, resolve } from '../../commands/resolve.ts'
import { takeArguments } from '../../commands/typed-arguments.ts'
import type { Findable, SaidVerb } from '../../commands/verb-object.ts'
import { commandsNow } from '../commands/commands-now.ts'
import { type RecentRecord, rememberRecord } from '../commands/recent.ts'
import { errorText } from '../kit/toasts.tsx'
import { askedNow, isNotFound } from '../records/record-facts.ts'
import type { Engine } from './engine.ts'
import type { PaletteCommand } from './groups.ts'
import type { CommandRow, VerbOnRow } from './rows.ts'

/** A command, the record chosen for it, and the words typed for its arguments. */
export interface ChosenRecord {
  command: Command
  /** What the row showed; null if it has none. */
  record: RecentRecord | null
  /** Null: still to be loaded. */
  target: Target | null
  tail: readonly string[]
}

/** What a command comes down to on its record: itself, or the one it leads to. Null if it isn't loaded or there is none. */
export function meantBy(resolved: ResolvedCommand, context: CommandContext): ResolvedCommand | null {
  const { command, target } = resolved
  if (!command.onto) return resolved
  const onto = command.onto.one && target && command.onto.one(context, target.record.id)
  const other = commandsNow().find(({ id }) => id === command.onto?.command)
  return onto && other ? resolve(other, context, onto) : null
}

/** Commands together with those they lead to. */
export const withMeant = (commands: readonly PaletteCommand[], context: CommandContext): PaletteCommand[] =>
  commands.map((each) => {
    const meant = each.resolved.command.onto && meantBy(each.resolved, context)
    return meant ? { ...each, meant } : each
  })

/**
 * Runs commands on records that aren't on screen: loads what is lacking, says why one can't run, or goes on with its
 * arguments. What it says holds until the text changes.
 */
export function useRunOn(engine: Engine, context: CommandContext) {
  const latest = useRef(0)
  const [said, setSaid] = useState<{ text: string; message: string } | null>(null)
  const say = (message: string) => setSaid({ text: engine.text, message })
  const stop = () => void latest.current++
  useEffect(() => () => void latest.current++, [])

  const go = ({ command, record, tail }: ChosenRecord, target: Target) => {
    const resolved = resolve(command, context, target)
    if (!resolved) return say('This can’t be done here.')
    if (resolved.availability.state === 'blocked') return say(`Unavailable: ${resolved.availability.reason}`)
    if (record) rememberRecord(context.user.id, record)
    if (command.onto?.among) return engine.enter({ kind: 'among', command, of: target, tail })
    const meant = meantBy(resolved, context)
    if (!meant) return say(`Unavailable: ${command.onto?.none ?? 'There is nothing to do.'}`)
    goOn(meant, tail)
  }

  /** Goes on with a command whose record is known. */
  const goOn = (resolved: ResolvedCommand, tail: readonly string[]) => {
    const { command, target, availability } = resolved
    if (availability.state === 'blocked') return say(`Unavailable: ${availability.reason}`)
    const args = tail.length > 0 && target ? takeArguments(command.args ?? [], target, tail, true) : null
    if (tail.length > 0 && !args) return say(`‘${tail.join(' ')}’ is not understood: go back and leave it out.`)
    engine.runOn(resolved, args?.given ?? {})
  }

  const load = async (chosen: ChosenRecord, own: number) => {
    const { command, record, target: known } = chosen
    const sayNow = (message: string) => own === latest.current && say(message)
    try {
      const target = known ?? (record && (await loadTarget(context.queryClient, record)))
      if (!target) return sayNow(isGone)
      await command.onto?.load(context, target.record.id)
      if (own === latest.current) go(chosen, target)
    } catch (error) {
      sayNow(isNotFound(error) ? isGone : `Could not be loaded. ${errorText('', error)}`)
    }
  }

  const start = (chosen: ChosenRecord) => {
    const own = ++latest.current
    // At once if nothing is lacking: a new tab opens only within the key press or click.
    if (chosen.target && !chosen.command.onto) return go(chosen, chosen.target)
    say('Loading…')
    void load(chosen, own)
  }

  return {
    start,
    /** Runs a command of the level. */
    perform: ({ value, resolved, args }: CommandRow) => {
      const { command, target } = resolved
      if (!command.onto || !target) return engine.perform(value)
      const meant = meantBy(resolved, context)
      if (meant) engine.runOn(meant, args?.given ?? {})
      else start({ command, record: null, target, tail: [] })
    },
    goOn,
    say,
    said: said?.text === engine.text ? said.message : null,
    /** Forgets a record that is still loading. */
    stop,
    /** And what was said. */
    forget: () => {
      stop()
      setSaid(null)
    },
  }
}
export type RunOn = ReturnType<typeof useRunOn>

/** The command and record of a row. */
export const chosenBy = ({ record, said, resolved }: VerbOnRow): ChosenRecord => ({
  command: resolved?.command ?? commandOf(said, record.type),
  record,
  target: resolved?.target ?? null,
  tail: said.tail,
})

/** A verb's command for a type it was looked up in. */
export function commandOf({ verb }: Pick<SaidVerb, 'verb'>, type: Findable): Command {
  const command = verb.commands[type]
  if (!command) throw new Error(`${verb.name} is for no ${type}`)
  return command
}

const isGone = 'This record no longer exists.'

/** A record with the facts its commands need, null if there is none; fails at once offline. */
async function loadTarget(queryClient: QueryClient, { type, id }: RecentRecord): Promise<Target | null> {
  const { networkMode } = askedNow
  if (type === 'customer') return { type, record: await queryClient.fetchQuery({ ...customerQuery(id), networkMode }) }
  if (type === 'qr') {
    const record = await queryClient.fetchQuery({ ...qrQuery(id), networkMode })
    return record.isPartial ? null : { type, record }
  }
  if (type === 'payment') {
    const { rows } = await queryClient.fetchQuery({ ...paymentsQuery({ paymentId: id, perPage: 1 }), networkMode })
    const record = rows.find((row) => row.id === id)
    return record ? { type, record } : null
  }
  const { rows } = await queryClient.fetchQuery({ ...invoicesQuery({ invoiceId: id, perPage: 1 }), networkMode })
  const record = rows.find((row) => row.id === id)
  return record ? { type, record } : null
}
