import { useLayoutEffect, useMemo, useState } from 'react'
import { isLoadable } from '../../api/loadable.ts'
import type { CommandContext } from '../../commands/engine/context.ts'
import { inMenuOrder } from '../../commands/engine/menu-order.ts'
import { describeTarget, nameOfTarget } from '../../commands/engine/record-types.ts'
import { type ResolvedCommand, resolveAll } from '../../commands/engine/resolve.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { tokenize } from '../../commands/text/tokens.ts'
import { commandsNow } from '../commands/commands-now.ts'
import { recentCommands, rememberRecord } from '../commands/recent.ts'
import { groupBy } from '../kit/group-by.ts'
import { errorText } from '../kit/toasts.tsx'
import { useOnceReady } from '../kit/use-once-ready.ts'
import { usePlainWords } from '../records/finders/use-plain-words.ts'
import { type FactsState, useFacts } from '../records/record-facts.ts'
import { recordIcons } from '../records/record-icons.ts'
import type { Level, PaletteCommand } from './engine.ts'
import { LevelFrame, type LevelProps } from './level-frame.tsx'
import { EmptyList } from './palette-list.tsx'
import type { Previewed } from './preview-pane.tsx'
import { commandReadings, commandRow, indexCommand } from './readings/commands.ts'
import { arrange, decide } from './readings/reading.ts'
import type { Row, RowGroup } from './rows.ts'
import { useRunOn, withDelegates } from './use-run-on.ts'

/** An Enter this long ago, in milliseconds, no longer acts by itself. */
const maxWaitMs = 1000

type On = Extract<Level, { kind: 'record' }>['on']

/**
 * The commands of one record or several, whatever is navigated meanwhile. Typing filters; Escape, Shift+Tab or
 * Backspace on empty input goes back to the results.
 */
export function ActOn({ on, engine, context }: LevelProps & { on: On }) {
  const { commands, register } = engine
  const { text } = usePlainWords(engine.text)
  const isSeveral = 'record' in on
  const loaded = !isSeveral && isLoadable(on) ? on : null
  const answer = useFacts(loaded ?? { type: 'qr', id: 0 }, loaded !== null)
  const target = isSeveral ? on : loaded === null ? (on.target ?? null) : answer.state === 'ready' ? answer.facts : null
  const resolved = useMemo(() => target && commandsOn(target, context), [target, context])
  const name = isSeveral ? nameOfTarget(on) : on.label
  useLayoutEffect(() => (resolved ? register(resolved) : undefined), [resolved, register])
  const { groups, first } = useMemo(() => contentsOf(text, withDelegates(commands, context), context), [text, commands, context])
  const previewed = useMemo((): Previewed | null => (isSeveral ? null : { kind: 'record', record: on }), [on, isSeveral])

  const runOn = useRunOn(engine, context)
  const choose = (row: Row) => {
    if (row.kind !== 'command') return
    const { availability } = row.resolved
    if (availability.state === 'blocked') return runOn.say(`Unavailable: ${availability.reason}`)
    if (!isSeveral) rememberRecord(context.user.id, on)
    runOn.perform(row)
  }

  // Enter while the record is still loading takes the row that its commands then offer first.
  const [enteredAt, setEnteredAt] = useState<number | null>(null)
  const isLoading = !target && answer.state === 'loading'
  const onNothing = () => {
    if (isLoading) setEnteredAt(performance.now())
    runOn.say(isLoading ? 'Still loading…' : groups.length > 0 ? 'Choose with ↓.' : 'Nothing to do.')
  }
  const isReady = !isLoading && (target === null || commands.length > 0)
  useOnceReady(enteredAt, isReady, (at) => {
    setEnteredAt(null)
    const row = groups.flatMap((group) => group.rows).find(({ value }) => value === first)
    if (!row) return onNothing()
    if (performance.now() - at > maxWaitMs) return runOn.say('Loaded. Enter again takes the marked row.')
    choose(row)
  })

  return (
    <LevelFrame
      icon={recordIcons[on.type === 'qrs' ? 'qr' : on.type === 'customers' ? 'customer' : on.type]}
      heading={
        <>
          Act on <bdi translate="no">{name}</bdi>
        </>
      }
      detail={target ? describeTarget(target) : isSeveral ? null : on.detail}
      label={`Actions: ${name}`}
      placeholder="Type to find an action…"
      context={context}
      engine={engine}
      runOn={runOn}
      groups={groups}
      first={first}
      choose={choose}
      onNothing={onNothing}
      onChange={() => setEnteredAt(null)}
      empty={<EmptyList retry={answer.state === 'failed' ? answer.retry : null}>{whyEmpty(answer, commands.length > 0, text)}</EmptyList>}
      previewed={previewed}
      noun="action"
    />
  )
}

/** Why the list is empty. */
function whyEmpty(answer: FactsState, isReady: boolean, text: string): string {
  if (isReady) return `No action matches ‘${text}’.`
  if (answer.state === 'missing') return 'This record no longer exists.'
  return answer.state === 'failed' ? `Could not be loaded. ${errorText('', answer.error)}` : 'Loading…'
}

/** All commands for the record's type, as on its page and rows. */
function commandsOn(target: Target, context: CommandContext): ResolvedCommand[] {
  const own = commandsNow().filter((command) => command.target === target.type)
  return resolveAll(own, context, target)
}

/** The commands matching the text, or all of them. */
function contentsOf(
  text: string,
  commands: readonly PaletteCommand[],
  context: CommandContext,
): { groups: RowGroup[]; first: string | null } {
  if (text.trim() === '') {
    const groups = inOrder(commands)
    return { groups, first: groups[0]?.rows[0]?.value ?? null }
  }
  const used = recentCommands(context.user.id)
  const indexed = commands.map((command) => indexCommand(command, used))
  const readings = commandReadings(tokenize(text, window.location.origin), indexed, context)
  const decision = decide(readings)
  return { groups: arrange(readings), first: decision.state === 'certain' ? decision.value : null }
}

/** In the order of the record's menu, with what isn't possible now at the end. */
function inOrder(commands: readonly PaletteCommand[]): RowGroup[] {
  const { ready, copies, blocked } = inMenuOrder(commands.map(({ resolved }) => resolved))
  const [used, others] = ready.length > 1 ? [ready[0] ?? [], ready[1] ?? []] : [[], ready[0] ?? []]
  const group = (heading: string, own: readonly ResolvedCommand[]): RowGroup[] => {
    const rows = own.flatMap((each) => commands.filter(({ resolved }) => resolved === each).map(commandRow))
    return rows.length === 0 ? [] : [{ id: heading, heading, note: null, rows }]
  }
  return [
    ...group('Most used', used),
    ...groupBy(others, ({ command }) => command.section).flatMap(([heading, own]) => group(heading, own)),
    ...group('Copy', copies),
    ...group('Not possible now', blocked),
  ]
}
