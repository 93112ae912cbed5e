import { CommandRoot } from 'cmdk'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CommandContext, Target } from '../../commands/command.ts'
import { indexItem } from '../../commands/ranking.ts'
import { type ResolvedCommand, resolveAll } from '../../commands/resolve.ts'
import { describeTarget, nameOfTarget } from '../../commands/target-name.ts'
import { errorText } from '../kit/toasts.tsx'
import { commandsNow } from '../commands/commands-now.ts'
import { recentCommands, rememberRecord } from '../commands/recent.ts'
import type { Engine, Level } from './engine.ts'
import { type FactsState, useFacts } from './facts.ts'
import { matchCommands, type PaletteCommand } from './groups.ts'
import { destination, isModifier, noRow, useActiveDescendant, useCmdkValue } from '../kit/list-keys.ts'
import { useEscape } from './own-keys.ts'
import styles from './palette.module.css'
import { ActOnHints } from './palette-hints.tsx'
import { PaletteInput } from './palette-input.tsx'
import { PaletteList, recordIcons } from './palette-list.tsx'
import { PreviewPane } from './preview-pane.tsx'
import type { Previewed } from './previewed.ts'
import type { Row, RowGroup } from './rows.ts'

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
  const { groups, first } = useMemo(() => contentsOf(text, commands, context.user.id), [text, commands, context])
  const rows = groups.flatMap((group) => group.rows)
  const selected = rows.find((row) => row.value === (engine.chosen ?? first)) ?? null
  const [said, setSaid] = useState<{ text: string; message: string } | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const value = useCmdkValue(selected?.value ?? noRow)
  const previewed = useMemo((): Previewed | null => ('record' in on ? null : { kind: 'record', record: on }), [on])
  const Icon = recordIcons['record' in on ? 'qr' : on.type]

  useEscape(engine.back)
  useLayoutEffect(() => input.current?.focus(), [])
  useActiveDescendant(input, list, selected?.value ?? null)

  const say = (message: string) => setSaid({ text, message })
  const choose = (row: Row) => {
    if (row.kind !== 'command') return
    const { availability } = row.resolved
    if (availability.state === 'blocked') return say(`Unavailable: ${availability.reason}`)
    if (!('record' in on)) rememberRecord(context.user.id, on)
    engine.perform(row.value)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || isModifier(event.key)) return
    const isBack = event.key === 'Tab' ? event.shiftKey : event.key === 'Backspace' && text === '' && !event.repeat
    if (isBack) {
      event.preventDefault()
      return engine.back()
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (event.repeat) return
      if (selected) choose(selected)
      else say(answer.state === 'loading' ? 'Still loading…' : rows.length > 0 ? 'No match. Choose with ↓.' : 'Nothing to do.')
      return
    }
    setSaid(null)
    const to = destination(event, rows, selected)
    if (to) engine.choose(to.value)
  }

  return (
    <CommandRoot
      className={`${styles.root} ${styles.browse}`}
      label={`Actions: ${name}`}
      shouldFilter={false}
      vimBindings={false}
      disablePointerSelection
      value={value.shown}
      onValueChange={value.restore}
      onKeyDown={onKeyDown}
    >
      <div className={styles.doing}>
        <span className={styles.icon}>
          <Icon size={16} />
        </span>
        <div className={styles.doingText}>
          <h2>
            Act on <bdi>{name}</bdi>
          </h2>
          <p>{target ? describeTarget(target) : 'detail' in on ? on.detail : null}</p>
        </div>
      </div>
      <div className={styles.head}>
        <PaletteInput ref={input} label={`Actions: ${name}`} placeholder="Type to find an action…" value={text} onChange={engine.setText} />
      </div>
      <div className={styles.main}>
        <div className={styles.results}>
          <PaletteList ref={list} groups={groups} onChoose={choose} />
          {groups.length === 0 && <Nothing answer={answer} isReady={commands.length > 0} text={text} />}
        </div>
        <PreviewPane of={previewed} prefetch={prefetch} />
      </div>
      <ActOnHints selected={selected} rows={rows} said={said?.text === text ? said.message : null} back={engine.back} />
    </CommandRoot>
  )
}

/** Why the list is empty. */
function Nothing({ answer, isReady, text }: { answer: TargetState; isReady: boolean; text: string }) {
  return (
    <p className={styles.empty} role="status">
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
  const used = new Map(recentCommands(userId).map((id, index) => [id, index]))
  const indexed = commands.map((command) => {
    const { title, command: declared } = command.resolved
    return indexItem(command, title, command.keywords, { isNear: true, used: used.get(declared.id) })
  })
  const { plain, goTo, fuzzy, first } = matchCommands(text, indexed)
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
