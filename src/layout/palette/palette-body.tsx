import { SearchIcon } from '@primer/octicons-react'
import { type KeyboardEvent, useState } from 'react'
import { shortUrl } from '../../commands/engine/target-name.ts'
import { closePalette, paletteState } from '../commands/palette-state.ts'
import { rememberRecord } from '../commands/recent.ts'
import { noteChosen } from '../commands/usual-rows.ts'
import { Combobox } from '../kit/combobox.tsx'
import { useBrowserBack } from '../kit/use-browser-back.ts'
import { useOnceReady } from '../kit/use-once-ready.ts'
import { startWalk } from '../list/walk/walk.ts'
import type { RecordRow } from '../records/finders/found-rows.ts'
import { isNamed } from '../records/finders/named.ts'
import { useMissing } from '../records/finders/use-plain-words.ts'
import type { RecordOnLevel } from './engine.ts'
import type { LevelProps } from './level-frame.tsx'
import styles from './palette.module.css'
import { canActOn, PaletteHints, whyNothing } from './palette-hints.tsx'
import { PaletteInput } from './palette-input.tsx'
import rowStyles from './palette-list.module.css'
import { type ChooseHow, PaletteList } from './palette-list.tsx'
import { PreviewPane, previewOf } from './preview-pane.tsx'
import { learnedName } from './readings/usual.ts'
import type { FoundFor, NamedRow, Row, SeveralRow } from './rows.ts'
import { usePalette } from './use-palette.ts'
import { useRunOn } from './use-run-on.ts'

/** Input, results and hints. Enter is decided here; cmdk only displays. */
export function PaletteBody({ engine, context, areListsLoaded }: LevelProps & { areListsLoaded: boolean }) {
  const { text } = engine
  const contents = usePalette(engine, context, areListsLoaded)
  const { rows, decision, selected } = contents
  const [enter, setEnter] = useState(() => paletteState.get().enter)
  const runOn = useRunOn(engine, context)
  const { say } = runOn
  useBrowserBack(closePalette)

  const act = (row: Row, how: ChooseHow) => {
    runOn.stop()
    if (row.kind === 'retry') return row.retry()
    noteChosen(text, learnedName(row))
    if (row.kind === 'named') return say(whyNamed(row))
    if (row.kind === 'several') return actOnSeveral(row, how)
    if (row.kind === 'verb') {
      const { refusal, object } = row.reading
      return refusal === null ? engine.enter({ kind: 'verb', reading: row.reading }, object?.text) : say(refusal)
    }
    const on = how === 'act' ? onLevel(row) : null
    if (on) return engine.enter({ kind: 'record', on })
    if (row.kind === 'command' && row.resolved.availability.state === 'blocked')
      return say(`Unavailable: ${row.resolved.availability.reason}`)
    const href = row.kind === 'command' ? row.resolved.command.href : row.kind === 'all' ? row.href : row.record.href
    if (row.kind === 'command' && how === 'new-tab' && href === undefined) return say('Only pages open in a new tab. Enter runs this.')
    if (row.kind === 'command' && how !== 'new-tab') return runOn.perform(row)
    if (row.kind !== 'command' && row.kind !== 'all') rememberRecord(context.user.id, row.record)
    engine.leave()
    if (href === undefined) return
    if (how === 'new-tab') context.openInNewTab(href)
    else context.navigate(href)
  }

  const actOnSeveral = ({ whyNot, isWaiting, does }: SeveralRow, how: ChooseHow) => {
    if (isWaiting) return setEnter(how)
    if (whyNot !== null) return say(`Unavailable: ${whyNot}`)
    if (does.verb === 'act') return engine.enter({ kind: 'record', on: does.on }, does.typing)
    const [first] = does.hrefs
    if (first === undefined) return
    engine.leave()
    startWalk(does)
    context.navigate(first)
  }

  const onEnter = (how: ChooseHow) => {
    if (selected) act(selected, how)
    else if (decision.state === 'waiting' && !contents.hasMoved) setEnter(how)
    else say(whyNothing(contents))
  }

  // Keys pressed before the reply or the palette itself only act on something certain: a command, an exact match, or all of several.
  useOnceReady(enter, decision.state !== 'waiting', (how) => {
    setEnter(null)
    const isMeant =
      (selected?.kind === 'several' && (how !== 'act' || canActOn(selected))) ||
      (selected && isRun(selected) && how === 'here') ||
      recordOf(selected)?.why.startsWith('exact') ||
      hasWholeName(selected, text)
    if (selected && isMeant) act(selected, how)
    else say(whyNothing(contents))
  })

  const onKey = (event: KeyboardEvent) => {
    // Tab keeps its default if there is nothing to act on.
    const isTab = event.key === 'Tab' && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
    if (isTab && event.target instanceof HTMLInputElement && (canActOn(selected) || (!selected && decision.state === 'waiting'))) {
      event.preventDefault()
      if (!event.repeat) onEnter('act')
      return true
    }
    setEnter(null)
    return runOn.stop()
  }

  // Where nothing is chosen, the first row is shown, without what Enter would do with it.
  const isUnchosen = selected === null && decision.state === 'open' && !decision.isSearching
  const isEmpty = rows.length === 0 && contents.groups.every(({ note }) => note === 'none')
  const isNothing = isEmpty && isUnchosen
  useMissing(isNothing && contents.lacking === null && contents.instead === null ? text : null)
  return (
    <Combobox
      className={`${styles.root} ${styles.browse}`}
      rows={rows}
      selected={selected}
      onEnter={({ ctrlKey, metaKey }) => onEnter(ctrlKey || metaKey ? 'new-tab' : 'here')}
      onKey={onKey}
      onMove={({ value }) => engine.choose(value)}
    >
      <div className={styles.head}>
        <SearchIcon size={16} />
        <PaletteInput
          label="Find or run a command"
          placeholder="Find or run a command…"
          describedBy="palette-shape"
          value={text}
          onChange={(typed) => {
            setEnter(null)
            engine.setText(typed)
          }}
        />
        <span id="palette-shape" className={styles.shape}>
          {contents.explanation}
        </span>
      </div>
      <div className={styles.main}>
        <div className="column can-shrink grow">
          <PaletteList groups={isEmpty ? [] : contents.groups} onChoose={act} />
          {isNothing && (
            <p className={rowStyles.empty}>{`No match for ‘${shortUrl(text)}’. Try an email, id, QR address or part of a name.`}</p>
          )}
        </div>
        {!isEmpty && <PreviewPane of={previewOf(isUnchosen ? (rows[0] ?? null) : selected, context, !isUnchosen)} />}
      </div>
      <PaletteHints contents={contents} enter={enter} message={runOn.message} />
    </Combobox>
  )
}

function whyNamed({ text, why }: NamedRow): string {
  if (why === 'searching…') return `Still looking up ${text}…`
  return why === 'not found' ? `No match for ‘${text}’.` : `‘${shortUrl(text)}’ is not an email, id or address.`
}

/** Whether it is a command or list, rather than a record that was looked up. */
const isRun = (row: Row) => row.kind === 'verb' || row.kind === 'all' || (row.kind === 'command' && !row.found)

/** The record of a row, and how it was found. */
const recordOf = (row: Row | null): RecordRow | FoundFor | undefined =>
  row?.kind === 'record' ? row : row?.kind === 'command' ? row.found : undefined

/** Whether the record's whole name was typed. */
function hasWholeName(row: Row | null, text: string): boolean {
  const found = recordOf(row)
  return found !== undefined && isNamed(found.record, ('reading' in found ? found.reading.object?.text : text) ?? text)
}

function onLevel(row: Row): RecordOnLevel | null {
  const found = recordOf(row)
  if (!found) return null
  const target = row.kind === 'command' ? row.resolved.target : 'target' in found ? found.target : null
  return target ? { ...found.record, target } : found.record
}
