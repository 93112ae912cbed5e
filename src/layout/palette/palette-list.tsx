import {
  ChevronRightIcon,
  CircleSlashIcon,
  HistoryIcon,
  type Icon,
  ListOrderedIcon,
  ListUnorderedIcon,
  SyncIcon,
  TasklistIcon,
} from '@primer/octicons-react'
import { CommandGroup, CommandList } from 'cmdk'
import { Fragment, memo, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import { nameOfTarget, recordNouns } from '../../commands/engine/record-types.ts'
import type { Range } from '../../commands/text/match-ranges.ts'
import type { VerbReading } from '../../commands/text/verb-reading.ts'
import { bareWord } from '../../commands/text/word-kinds.ts'
import { BlockableItem } from '../kit/blockable-item.tsx'
import { KeyCaps } from '../kit/key-caps.tsx'
import { ShortReason } from '../kit/short-reason.tsx'
import { recordIcons } from '../records/record-icons.ts'
import { looksSame, marksOf } from './marks.ts'
import paletteStyles from './palette.module.css'
import styles from './palette-list.module.css'
import type { CommandRow, Row, RowGroup, VerbRow } from './rows.ts'

interface Props {
  groups: readonly RowGroup[]
  onChoose: (row: Row, how: ChooseHow) => void
}

/** How a row was chosen: open or run, in a new tab, or list its actions. */
export type ChooseHow = 'here' | 'new-tab' | 'act'

/** The grouped results; headings show whether a search is pending. */
export function PaletteList({ groups, onChoose }: Props) {
  const how = useRef<ChooseHow>('here')
  // Rows that look the same don't re-render, so look up the current row.
  const choose = useRef((_value: string) => {})
  useLayoutEffect(() => {
    choose.current = (value) => {
      const row = groups.flatMap(({ rows }) => rows).find((each) => each.value === value)
      if (row) onChoose(row, how.current)
    }
  })
  const onSelect = useCallback((value: string) => choose.current(value), [])
  return (
    <CommandList
      className={styles.list}
      hidden={groups.length === 0}
      label="Results"
      onClickCapture={(event) => {
        const isActions = event.target instanceof Element && event.target.closest('[data-act-on]') !== null
        how.current = isActions ? 'act' : event.ctrlKey || event.metaKey ? 'new-tab' : 'here'
      }}
    >
      {groups.map(({ id, heading, note, rows }) => (
        <CommandGroup
          key={id}
          value={id}
          className={styles.group}
          heading={
            <>
              <span>{heading}</span>
              {note !== null && <span className="rigid regular">{note}</span>}
            </>
          }
        >
          {rows.map((row) => (
            <PaletteRow key={row.value} row={row} onSelect={onSelect} />
          ))}
        </CommandGroup>
      ))}
    </CommandList>
  )
}

interface EmptyListProps {
  retry?: (() => void) | null
  retryLabel?: string
  children: ReactNode
}

/** Why a list is empty, with a button if trying again may help. */
export function EmptyList({ retry = null, retryLabel = 'Load again', children }: EmptyListProps) {
  return (
    <p className={styles.empty} role="status">
      <span>{children}</span>{' '}
      {retry && (
        <button type="button" className={paletteStyles.close} onClick={retry}>
          {retryLabel}
        </button>
      )}
    </p>
  )
}

const isBlocked = (row: Row) =>
  (row.kind === 'verb' && row.reading.refusal !== null) ||
  (row.kind === 'command' && (row.resolved.availability.state === 'blocked' || row.args?.refusal != null))

const PaletteRow = memo(
  function PaletteRow({ row, onSelect }: { row: Row; onSelect: (value: string) => void }) {
    return (
      <BlockableItem isBlocked={isBlocked(row)} value={row.value} className={styles.row} onSelect={onSelect}>
        <RowContents row={row} />
      </BlockableItem>
    )
  },
  (before, after) => looksSame(before.row, after.row),
)

/** The right column: how the row was found, or why it is unavailable, and the words it didn't use. */
function Why({ row, children, isSentence = false }: { row: Row; children?: ReactNode; isSentence?: boolean }) {
  const unused = 'unused' in row && row.unused ? `not used: ${row.unused.map(bareWord).join(', ')}` : null
  if (!children && unused === null) return null
  if (unused === null) return <span className={isSentence ? styles.sentence : styles.why}>{children}</span>
  const reason = isBlocked(row) && children
  return (
    <span className={`${styles.why} attention`}>
      {reason && <span>{reason}</span>}
      <span>{reason ? ` · ${unused}` : unused}</span>
    </span>
  )
}

function RowContents({ row }: { row: Row }) {
  if (row.kind === 'retry')
    return (
      <>
        <RowIcon icon={SyncIcon} />
        <span className="can-shrink grow danger">{row.message}</span>
        <span className={styles.why}>Retry</span>
      </>
    )
  if (row.kind === 'record') {
    const isRecent = row.why === 'recent'
    const [label = [], detail = []] = marksOf(row)
    return (
      <>
        <RowIcon icon={isRecent ? HistoryIcon : recordIcons[row.record.type]} />
        <span className={styles.lines}>
          <span translate="no" className={styles.name}>
            <Marked text={row.record.label} ranges={label} />
          </span>
          <span translate="no" className={styles.detail}>
            <Marked text={row.record.detail} ranges={detail} />
          </span>
        </span>
        <Why row={row}>{isRecent ? recordNouns[row.record.type] : row.why}</Why>
        {/* For the mouse only: the keyboard has Tab, and an option can't contain focusable elements. */}
        <span className={styles.actOn} data-act-on="" aria-hidden="true" title="Act on it (Tab)">
          <span>Actions</span> <ChevronRightIcon size={16} />
        </span>
      </>
    )
  }
  if (row.kind === 'all')
    return (
      <>
        <RowIcon icon={ListUnorderedIcon} />
        <span className={styles.label}>
          <span>{row.title}</span>
          {row.detail !== undefined && <span className={styles.on}>{` ${row.detail}`}</span>}
        </span>
        <Why row={row}>{row.why}</Why>
      </>
    )
  if (row.kind === 'named')
    return (
      <>
        <RowIcon icon={CircleSlashIcon} />
        <span className="truncate can-shrink grow muted">{row.text}</span>
        <span className={styles.why}>{row.why}</span>
      </>
    )
  if (row.kind === 'several')
    return (
      <>
        <RowIcon icon={row.does.verb === 'walk' ? ListOrderedIcon : TasklistIcon} />
        <span className={styles.label}>{row.title}</span>
        <Why row={row}>{row.whyNot !== null ? `unavailable: ${row.whyNot}` : row.isWaiting && 'looking up…'}</Why>
      </>
    )
  if (row.kind === 'verb') return <VerbContents row={row} />
  return <CommandContents row={row} />
}

/** A command with its record, which comes first and is never cut, and its arguments: 'Ana Ruiz · Extend trial — 7 days'. */
function CommandContents({ row }: { row: CommandRow }) {
  const { found, args, query, resolved } = row
  const { command, title, target, availability } = resolved
  // A command found by text is listed among others, so it names its record.
  const name = (found || query !== undefined ? target && nameOfTarget(target) : '') ?? found?.record.label ?? ''
  const words = args?.words ?? found?.reading.words ?? ''
  return (
    <>
      <RowIcon icon={command.icon} />
      <span className={name === '' ? styles.label : styles.deed}>
        {name !== '' && !title.includes(name) && (
          <>
            <bdi translate="no" className="semibold">
              {name}
            </bdi>
            <span>{' · '}</span>
          </>
        )}
        <Marked text={title} ranges={marksOf(row)[0] ?? []} />
        {words !== '' && <span className="semibold">{` — ${words}`}</span>}
        {found && found.record.detail !== '' && <span className={styles.on}>{` ${found.record.detail}`}</span>}
      </span>
      <Why row={row}>
        {availability.state === 'blocked' ? (
          <ShortReason text={availability.reason} />
        ) : (
          (args?.refusal ?? found?.why ?? (args ? null : resolved.policy))
        )}
      </Why>
      {command.keys !== undefined && !found && <KeyCaps keys={command.keys} />}
    </>
  )
}

/** A verb with its arguments, which asks for its record next. */
function VerbContents({ row }: { row: VerbRow }) {
  const { verb, type, words, object, refusal } = row.reading
  const command = verb.commands[type]
  return (
    <>
      {command && <RowIcon icon={command.icon} />}
      <span className={styles.label}>
        <span>{`${titleOf(row.reading)}…`}</span>
        {words !== '' && <span className="semibold">{` — ${words}`}</span>}
        {object && <span className={styles.on}>{` ${object.text}`}</span>}
      </span>
      <Why row={row} isSentence={refusal !== null}>
        {refusal ?? `choose the ${verb.noun}`}
      </Why>
    </>
  )
}

const titleOf = ({ verb, type, side }: VerbReading) => (side && verb.commands[type]?.toggle?.[side].title(null)) ?? verb.title

/** A text with its matching parts marked. Each part is an element: page translation replaces bare texts, and React could no longer move them. */
function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  if (ranges.length === 0) return <span>{text}</span>
  return (
    <>
      {ranges.map(({ from, to }, index) => (
        <Fragment key={from}>
          <span>{text.slice(ranges[index - 1]?.to ?? 0, from)}</span>
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      <span>{text.slice(ranges.at(-1)?.to)}</span>
    </>
  )
}

function RowIcon({ icon: Icon }: { icon: Icon }) {
  return (
    <span className={styles.icon}>
      <Icon size={16} />
    </span>
  )
}
