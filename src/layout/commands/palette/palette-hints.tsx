import { strokeLabel } from '../../../commands/key-labels.ts'
import { closePalette } from '../palette-state.ts'
import { isMac } from '../platform.ts'
import styles from './palette.module.css'
import type { Row, RowGroup } from './rows.ts'
import type { PaletteContents } from './use-palette.ts'

/** The line at the bottom: which keys work now, or what the last one could not do. Read aloud as it changes. */
export function PaletteHints({ contents, isWaiting, message }: { contents: PaletteContents; isWaiting: boolean; message: string | null }) {
  const { selected, decision, groups, rows } = contents
  const said = isWaiting ? 'Opens the exact match as soon as it is found…' : message
  return (
    <div className={styles.hints}>
      <output className={said === null ? styles.unseen : styles.said}>{said ?? summary(groups, rows)}</output>
      {said === null && (
        <>
          {selected && <Hint stroke="Enter" text={verbOf(selected)} />}
          {!selected && decision.state === 'waiting' && <Hint stroke="Enter" text="open the exact match" />}
          {selected && hasPage(selected) && <Hint stroke="$mod+Enter" text="new tab" />}
          {rows.length > 1 && <Hint stroke="ArrowDown" text="choose" />}
        </>
      )}
      <button type="button" className={styles.close} onClick={closePalette}>
        <kbd aria-hidden="true">{strokeLabel('Escape', isMac)}</kbd> close
      </button>
    </div>
  )
}

/** One key and what it does now. */
export function Hint({ stroke, text }: { stroke: string; text: string }) {
  return (
    <span className={styles.hint}>
      <kbd>{strokeLabel(stroke, isMac)}</kbd> {text}
    </span>
  )
}

function verbOf(row: Row): string {
  if (row.kind === 'retry') return 'try again'
  if (row.kind === 'record') return 'open'
  return row.resolved.availability.state === 'blocked' ? 'why not' : row.resolved.command.href === undefined ? 'run' : 'open'
}

const hasPage = (row: Row) => row.kind === 'record' || (row.kind === 'command' && row.resolved.command.href !== undefined)

/** What has come of the search, for those who do not see the headings. */
function summary(groups: readonly RowGroup[], rows: readonly Row[]): string {
  const notes = groups.filter(({ note }) => note !== null).map(({ heading, note }) => `${heading}: ${note ?? ''}`)
  return [`${rows.length} ${rows.length === 1 ? 'result' : 'results'}`, ...notes].join('. ')
}
