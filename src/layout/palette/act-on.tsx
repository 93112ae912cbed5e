import { useLayoutEffect, useMemo, useState } from 'react'
import type { CommandContext, Target } from '../../commands/command.ts'
import { type ResolvedCommand, resolveAll } from '../../commands/resolve.ts'
import { describeTarget, nameOfTarget } from '../../commands/record-types.ts'
import { errorText } from '../kit/toasts.tsx'
import { commandsNow } from '../commands/commands-now.ts'
import { recentCommands, rememberRecord } from '../commands/recent.ts'
import type { Engine, Level } from './engine.ts'
import { type FactsState, useFacts } from '../records/record-facts.ts'
import { indexCommand, matchCommands, type PaletteCommand } from './groups.ts'
import { LevelFrame } from './level-frame.tsx'
import styles from './palette.module.css'
import rowStyles from './palette-list.module.css'
import { recordIcons } from './palette-list.tsx'
import type { Previewed } from './previewed.ts'
import type { Row, RowGroup } from './rows.ts'
import { useRunOn, withMeant } from './use-run-on.ts'

type On = Extract<Level, { kind: 'record' }>['on']

interface Props {
  on: On
  engine: Engine
  context: CommandContext
  prefetch: (href: string) => void
}

/**
 * The commands of one record or several QR codes, whatever is navigated meanwhile. Typing filters; Escape, Shift+Tab or
 * Backspace on empty input goes back to the results.
 */
export function ActOn({ on, engine, context, prefetch }: Props) {
  const { text, commands, register } = engine
  const answer = useTarget(on)
  const target = answer.target
  const resolved = useMemo(() => target && commandsOn(target, context), [target, context])
  const name = 'record' in on ? nameOfTarget(on) : on.label
  useLayoutEffect(() => (resolved ? register(resolved) : undefined), [resolved, register])
  const { groups, first } = useMemo(() => contentsOf(text, withMeant(commands, context), context.user.id), [text, commands, context])
  const [said, setSaid] = useState<{ text: string; message: string } | null>(null)
  const previewed = useMemo((): Previewed | null => ('record' in on ? null : { kind: 'record', record: on }), [on])

  const say = (message: string) => setSaid({ text, message })
  const runOn = useRunOn(engine, context, say)
  const choose = (row: Row) => {
    if (row.kind !== 'command') return
    const { availability } = row.resolved
    if (availability.state === 'blocked') return say(`Unavailable: ${availability.reason}`)
    if (!('record' in on)) rememberRecord(context.user.id, on)
    runOn.perform(row)
  }

  return (
    <LevelFrame
      icon={recordIcons['record' in on ? 'qr' : on.type]}
      heading={
        <>
          Act on <bdi>{name}</bdi>
        </>
      }
      detail={target ? describeTarget(target) : 'detail' in on ? on.detail : null}
      label={`Actions: ${name}`}
      placeholder="Type to find an action…"
      engine={engine}
      groups={groups}
      first={first}
      choose={choose}
      onNothing={() =>
        say(answer.state === 'loading' ? 'Still loading…' : groups.length > 0 ? 'No match. Choose with ↓.' : 'Nothing to do.')
      }
      onChange={() => {
        runOn.stop()
        setSaid(null)
      }}
      said={said?.text === text ? said.message : null}
      empty={groups.length === 0 && <Nothing answer={answer} isReady={commands.length > 0} text={text} />}
      previewed={previewed}
      prefetch={prefetch}
      noun="action"
    />
  )
}

/** Why the list is empty. */
function Nothing({ answer, isReady, text }: { answer: TargetState; isReady: boolean; text: string }) {
  return (
    <p className={rowStyles.empty} role="status">
      {answer.state === 'missing' && 'There is no such record any more.'}
      {answer.state === 'ready' && isReady && `No action matches ‘${text}’.`}
      {(answer.state === 'loading' || (answer.state === 'ready' && !isReady)) && 'Loading…'}
      {answer.state === 'failed' && (
        <>
          Could not be loaded. {errorText('', answer.error)}{' '}
          <button type="button" className={styles.close} onClick={answer.retry}>
            Load again
          </button>
        </>
      )}
    </p>
  )
}

/** All commands for the record's type, as on its page and rows. */
function commandsOn(target: Target, context: CommandContext): ResolvedCommand[] {
  return resolveAll(
    commandsNow().filter((command) => command.target === target.type),
    context,
    target,
  )
}

type TargetState = ({ target: Target | null } & Exclude<FactsState, { state: 'ready' }>) | { target: Target; state: 'ready' }

/** The record with the facts its commands need. Those of several QR codes only the server knows. */
function useTarget(on: On): TargetState {
  const isSeveral = 'record' in on
  const answer = useFacts(isSeveral ? { type: 'qr', id: 0 } : on, !isSeveral)
  if (isSeveral) return { state: 'ready', target: on }
  return answer.state === 'ready' ? { state: 'ready', target: answer.facts } : { ...answer, target: null }
}

/** The commands matching the text, or all by section. */
function contentsOf(text: string, commands: readonly PaletteCommand[], userId: number): { groups: RowGroup[]; first: string | null } {
  if (text.trim() === '') {
    const groups = bySection(commands)
    return { groups, first: groups[0]?.rows[0]?.value ?? null }
  }
  const used = recentCommands(userId)
  const { plain, goTo, fuzzy, first } = matchCommands(
    text,
    commands.map((command) => indexCommand(command, used)),
  )
  return { groups: [...plain, ...goTo, ...fuzzy].filter(({ rows }) => rows.length > 0), first: first?.value ?? null }
}

function bySection(commands: readonly PaletteCommand[]): RowGroup[] {
  const sections = new Map<string, Row[]>()
  for (const { id, resolved } of commands) {
    const { section } = resolved.command
    sections.set(section, [...(sections.get(section) ?? []), { kind: 'command', value: id, resolved }])
  }
  return [...sections].map(([heading, rows]) => ({ id: heading, heading, note: null, rows }))
}
