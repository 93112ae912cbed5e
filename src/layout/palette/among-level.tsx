import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Choosable, Command } from '../../commands/engine/command.ts'
import type { CommandContext } from '../../commands/engine/context.ts'
import { describeTarget } from '../../commands/engine/record-types.ts'
import { resolve } from '../../commands/engine/resolve.ts'
import { fold } from '../../commands/text/ranking.ts'
import { commandsNow } from '../commands/commands-now.ts'
import { amongOf } from '../commands/delegates.ts'
import { formatRange, rangeOfDays } from '../kit/date-range/range.ts'
import { errorText } from '../kit/toasts.tsx'
import { lookupOptions } from '../records/record-facts.ts'
import type { Level } from './engine.ts'
import { LevelFrame, type LevelProps } from './level-frame.tsx'
import { EmptyList } from './palette-list.tsx'
import type { CommandRow, Row } from './rows.ts'
import { useRunOn } from './use-run-on.ts'

/** Chooses one of a record's own records, such as a customer's payment, and continues with it. Blocked ones say why. */
export function AmongLevel({ command, of, typing, engine, context }: LevelProps & Extract<Level, { kind: 'among' }>) {
  const { text } = engine
  const { id } = of.record
  const loaded = useQuery({
    queryKey: ['among', command.id, id],
    queryFn: async () => {
      await command.delegate?.load(context, id)
      return true
    },
    ...lookupOptions,
    gcTime: 0,
  })
  const { days } = typing
  const rows = useMemo(
    () => rowsOf(command, loaded.data ? (amongOf(command, context, id, days) ?? []) : [], context),
    [command, loaded.data, context, id, days],
  )
  const shown = rows.filter(({ resolved }) => fold(resolved.title).includes(fold(text)))
  const first = shown.find(({ resolved }) => resolved.availability.state === 'ready') ?? shown[0]
  const runOn = useRunOn(engine, context)

  const choose = (row: Row) => row.kind === 'command' && runOn.goOn(row.resolved, typing)
  const title = command.title(of).replace(/…$/, '')
  const typed = [...typing.tokens.map(({ raw }) => raw), ...(days ? [formatRange(rangeOfDays(days.first, days.last))] : [])]
  return (
    <LevelFrame
      icon={command.icon}
      heading={typed.length > 0 ? `${title} — ${typed.join(', ')}` : title}
      detail={describeTarget(of)}
      label={title}
      placeholder="Type to filter…"
      context={context}
      engine={engine}
      runOn={runOn}
      groups={shown.length === 0 ? [] : [{ id: 'among', heading: 'Newest first', note: null, rows: shown }]}
      first={first?.value ?? null}
      choose={choose}
      onNothing={() => runOn.say(loaded.isPending ? 'Still loading…' : 'Nothing to choose.')}
      empty={
        <EmptyList retry={loaded.isError ? () => void loaded.refetch() : null}>
          {loaded.isPending
            ? 'Loading…'
            : loaded.isError
              ? `Could not be loaded. ${errorText('', loaded.error)}`
              : rows.length === 0
                ? command.delegate?.none
                : `No match for ‘${text}’.`}
        </EmptyList>
      }
      noun="record"
    />
  )
}

/** Each of them under its own title, without the command's key. */
function rowsOf(command: Command, among: readonly Choosable[], context: CommandContext): CommandRow[] {
  const other = commandsNow().find(({ id }) => id === command.delegate?.command)
  return among.flatMap(({ target, title }): CommandRow[] => {
    const resolved = other && resolve(other, context, target)
    if (!resolved) return []
    const { keys: _, ...keyless } = resolved.command
    return [{ kind: 'command', value: `among:${target.record.id}`, resolved: { ...resolved, command: keyless, title } }]
  })
}
