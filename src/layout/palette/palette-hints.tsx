import type { ReactNode } from 'react'
import { isLoadable } from '../../api/loadable.ts'
import { strokeLabel } from '../../commands/keys/key-labels.ts'
import { fold } from '../../commands/text/ranking.ts'
import { bareWord, isDeed } from '../../commands/text/word-kinds.ts'
import { closePalette, type PaletteState } from '../commands/palette-state.ts'
import { useIsPhone } from '../kit/is-phone.ts'
import { isMac } from '../kit/platform.ts'
import styles from './palette.module.css'
import { letterId, requestsId } from './readings/requests.ts'
import type { Row } from './rows.ts'
import type { PaletteContents } from './use-palette.ts'

/** The bottom line: keys that work now, or why the last one did nothing. Read out on change. */
export function PaletteHints({
  contents,
  enter,
  message,
}: {
  contents: PaletteContents
  enter: PaletteState['enter']
  message: string | null
}) {
  const { selected, decision, rows } = contents
  const isSaid = rows.length > 0 || contents.lacking !== null || contents.instead !== null
  const isOpen = decision.state === 'open' && !decision.isSearching && selected === null && isSaid
  const waited =
    selected?.kind === 'several'
      ? 'Continues as soon as all are looked up…'
      : `${waits[enter ?? 'here']} the exact match as soon as it is found…`
  const own = isOpen ? whyNothing(contents) : null
  return (
    <HintBar
      message={enter !== null ? waited : (message ?? own)}
      summary={summary(contents)}
      close={{ text: 'close', onClick: closePalette }}
    >
      {selected && <Hint stroke="Enter" text={verbOf(selected)} />}
      {!selected && decision.state === 'waiting' && <Hint stroke="Enter" text="open the exact match" />}
      {selected && selected.kind !== 'several' && verbOf(selected) === 'open' && <Hint stroke="$mod+Enter" text="new tab" />}
      {selected?.kind !== 'several' && canActOn(selected) && <Hint stroke="Tab" text="actions" />}
      {rows.length > 1 && <Hint stroke="ArrowDown" text="choose" />}
    </HintBar>
  )
}

const waits = { here: 'Opens', 'new-tab': 'Opens', act: 'Acts on' }

interface HintBarProps {
  message: string | null
  /** Read out if there is no message. */
  summary: string | null
  close: { text: string; icon?: ReactNode; onClick: () => void }
  /** The keys that work now, unless there is a message. */
  children: ReactNode
  aside?: ReactNode
}

export function HintBar({ message, summary, close, children, aside }: HintBarProps) {
  // Phones have no keys.
  const shown = (useIsPhone() ? message?.replace(' with ↓', '') : message) ?? summary
  return (
    <div className={styles.hints}>
      <output className={message === null ? 'visually-hidden' : styles.message}>{shown}</output>
      {message === null && children}
      {aside}
      <button type="button" className={styles.close} onClick={close.onClick}>
        {close.icon} <kbd aria-hidden="true">{strokeLabel('Escape', isMac)}</kbd> <span>{close.text}</span>
      </button>
    </div>
  )
}

/** A key and what it does. */
export function Hint({ stroke, text }: { stroke: string; text: string }) {
  return (
    <span className={`unbroken ${styles.hint}`}>
      <kbd>{strokeLabel(stroke, isMac)}</kbd> <span>{text}</span>
    </span>
  )
}

/** Why Enter does nothing. */
export function whyNothing({ decision, rows, groups, hasMoved, selected, lacking, instead }: PaletteContents): string {
  if (selected) return 'Found. Enter again takes the marked row.'
  if (hasMoved) return 'Your choice is gone. Choose again with ↓.'
  if (decision.state !== 'open') return 'No exact match. Choose with ↓.'
  if (decision.isSearching) return 'No exact match. Still searching for similar ones…'
  if (decision.hasFailed) return 'A search failed, so nothing is certain. Choose with ↓.'
  if (lacking !== null) return `‘${lacking}’ needs full access.`
  if (instead !== null) return instead
  const unused = decision.unused.map(bareWord).join(' ')
  const [first, second] = rows
  if (first?.kind === 'several' && first.does.verb !== 'act' && unused !== '') return `‘${unused}’ works on one at a time. Choose with ↓.`
  if (first?.kind === 'command' && decision.unused.some((word) => isDeed({ folded: fold(word) })))
    return `One thing at a time. Left out: ${unused}. Choose with ↓.`
  if (first?.kind === 'all') {
    const words = decision.unused.map(fold)
    if (words.some((word) => /^(not|no|non|without|except|excluding|but)$/.test(word)))
      return `Lists can’t leave anything out, so ‘${unused}’ is not used. Choose with ↓.`
    if (words.some((folded) => isDeed({ folded }) || folded === 'delete'))
      return `What can be done with several is done in their list. Left out: ${unused}. Choose with ↓.`
    if (second?.kind === 'all' && first.title === second.title && first.unused?.join() !== second.unused?.join())
      return `A filter takes one value at a time. Left out: ${unused}. Choose with ↓.`
  }
  if (unused !== '') return `Not understood: ${unused}. Choose with ↓.`
  if (groups[0]?.id.startsWith(requestsId)) return 'One thing at a time. Choose with ↓.'
  if (groups[0]?.id.startsWith(letterId)) return 'Not all of it was understood. Choose with ↓.'
  const read = first?.kind === 'verb' ? first.reading : first?.kind === 'command' ? first.found?.reading : undefined
  if (read?.isMistyped) return `Read as ‘${read.verb.title}’. Choose with ↓.`
  if (!first) return 'Nothing found.'
  const why = first.kind === 'record' ? first.why : first.kind === 'command' ? first.found?.why : ''
  const isExact = why?.startsWith('exact') === true
  if (rows.length > 1 && (isExact || first.kind === 'all')) return 'Several fit. Choose with ↓.'
  return isExact ? 'Not certain. Choose with ↓.' : 'No exact match. Choose with ↓.'
}

/** What Enter does with a row. */
export function verbOf(row: Row): string {
  if (row.kind === 'retry') return 'try again'
  if (row.kind === 'record' || row.kind === 'all') return 'open'
  if (row.kind === 'named') return 'why not'
  if (row.kind === 'verb') return row.reading.refusal === null ? `choose the ${row.reading.verb.noun}` : 'why not'
  if (row.kind === 'several')
    return row.whyNot !== null ? 'why not' : row.does.verb === 'act' ? 'actions' : row.does.hrefs.length === 1 ? 'open' : 'open all'
  if (row.resolved.availability.state === 'blocked') return 'why not'
  if (row.args?.refusal != null) return row.args.isRefusedChoice ? 'why not' : 'correct it'
  return row.kind === 'command' && row.resolved.command.href !== undefined ? 'open' : 'run'
}

/** Whether Tab lists its actions. */
export const canActOn = (row: Row | null) =>
  (row?.kind === 'record' && (isLoadable(row.record) || row.target !== undefined)) ||
  (row?.kind === 'command' && row.found !== undefined && (isLoadable(row.found.record) || row.resolved.target !== null)) ||
  (row?.kind === 'several' && row.does.verb === 'act')

/** The search result for screen readers. */
function summary({ groups, rows, meanings }: PaletteContents): string {
  const notes = groups.filter(({ note }) => note !== null).map(({ heading, note }) => `${heading}: ${note ?? ''}`)
  return [...(meanings === null ? [] : [meanings]), `${rows.length} ${rows.length === 1 ? 'result' : 'results'}`, ...notes].join('. ')
}
