import { SearchIcon } from '@primer/octicons-react'
import { CommandRoot } from 'cmdk'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CommandContext } from '../../../commands/command.ts'
import type { ResolvedCommand } from '../../../commands/resolve.ts'
import { closePalette, paletteInput, paletteState, setPaletteEnter, setPaletteText } from '../palette-state.ts'
import { rememberRecord } from '../recent.ts'
import { useStore } from '../store.ts'
import { useEngine } from './engine.tsx'
import styles from './palette.module.css'
import { PaletteHints } from './palette-hints.tsx'
import { PaletteList } from './palette-list.tsx'
import type { Row } from './rows.ts'
import { type PaletteContents, usePalette } from './use-palette.ts'

/** What cmdk is told where no row is chosen. Without any value it would choose one by itself, and Enter would mean that. */
const noRow = 'no-row'
const pageOfRows = 8

interface Props {
  input: RefObject<HTMLInputElement | null>
  context: CommandContext
  resolved: readonly ResolvedCommand[]
}

/** Input, results and hints. What Enter does is decided here and nowhere else; cmdk shows it. */
export function PaletteBody({ input, context, resolved }: Props) {
  const { text, enter } = useStore(paletteState)
  const { commands, perform } = useEngine(resolved)
  const contents = usePalette(commands, context.user.id)
  const { rows, decision, selected } = contents
  const [said, setSaid] = useState<{ text: string; message: string } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const value = useCmdkValue(selected?.value ?? noRow)

  useInput(input)
  useActiveDescendant(input, list, selected?.value ?? null)

  const say = (message: string) => setSaid({ text, message })

  const act = (row: Row, newTab: boolean) => {
    if (row.kind === 'retry') return row.retry()
    if (row.kind === 'command' && row.resolved.availability.state === 'blocked')
      return say(`Unavailable: ${row.resolved.availability.reason}`)
    // Closed first, so that focus is back where it was before a dialog or a page takes it.
    flushSync(closePalette)
    const href = row.kind === 'record' ? row.record.href : row.resolved.command.href
    if (row.kind === 'record') rememberRecord(context.user.id, row.record)
    if (newTab && href !== undefined) context.openInNewTab(href)
    else if (row.kind === 'record') context.navigate(row.record.href)
    else perform(row.value)
  }

  const onEnter = (newTab: boolean) => {
    if (selected) act(selected, newTab)
    else if (decision.state === 'waiting' && !contents.hasMoved) setPaletteEnter(newTab ? 'new-tab' : 'here')
    else say(nothingToDo(contents))
  }

  // An Enter that was pressed before the answer opens the exact match of the text, and nothing else.
  const settleEnter = useEffectEvent(() => {
    if (enter === null || decision.state === 'waiting') return
    setPaletteEnter(null)
    if (selected?.kind === 'record' && selected.why.startsWith('exact')) act(selected, enter === 'new-tab')
    else say(nothingToDo(contents))
  })
  useEffect(() => {
    // Not within the effect: acting closes the palette, and it must be gone before what it started begins.
    if (enter !== null && decision.state !== 'waiting') queueMicrotask(settleEnter)
  }, [enter, decision.state])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || isModifier(event.key)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!event.repeat) onEnter(event.ctrlKey || event.metaKey)
      return
    }
    setPaletteEnter(null)
    const step = steps[event.key]
    if (step === undefined || event.altKey) return
    event.preventDefault()
    const to = destination(rows, selected, step)
    if (to) contents.select(to.value)
  }

  return (
    <CommandRoot
      className={styles.root}
      label="Find or run a command"
      shouldFilter={false}
      vimBindings={false}
      disablePointerSelection
      value={value.shown}
      onValueChange={value.restore}
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <SearchIcon size={16} />
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          // The list's id is cmdk's own: it is put in its place below.
          aria-controls="palette-list"
          aria-label="Find or run a command"
          aria-describedby="palette-shape"
          placeholder="Find or run a command…"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => setPaletteText(event.target.value)}
          // Here they move the caret; cmdk would move through the list.
          onKeyDown={(event) => (event.key === 'Home' || event.key === 'End') && event.stopPropagation()}
        />
        <span id="palette-shape" className={styles.shape}>
          {contents.explanation}
        </span>
      </div>
      <PaletteList ref={list} groups={contents.groups} onChoose={act} />
      {contents.groups.length === 0 && <p className={styles.empty}>Nothing here is called ‘{text}’.</p>}
      <PaletteHints contents={contents} isWaiting={enter !== null} message={said?.text === text ? said.message : null} />
    </CommandRoot>
  )
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: pageOfRows, PageUp: -pageOfRows }

const isModifier = (key: string) => key === 'Control' || key === 'Meta' || key === 'Shift' || key === 'Alt' || key === 'AltGraph'

/** The row some steps away; by single steps it goes round. */
function destination(rows: readonly Row[], from: Row | null, step: number): Row | undefined {
  const at = from ? rows.indexOf(from) : step > 0 ? -1 : rows.length
  const to = Math.abs(step) === 1 ? (at + step + rows.length) % rows.length : Math.min(rows.length - 1, Math.max(0, at + step))
  return rows[to]
}

function nothingToDo({ decision, rows, hasMoved }: PaletteContents): string {
  if (hasMoved) return 'What you had chosen is gone. Choose again with ↓.'
  if (decision.state === 'open' && decision.searching) return 'No exact match. Still searching for similar ones…'
  if (decision.state === 'open' && decision.failed) return 'A search failed, so nothing is certain. Choose with ↓.'
  return rows.length > 0 ? 'No exact match. Choose with ↓.' : 'Nothing found.'
}

/**
 * cmdk's selection follows ours alone. It chooses a row by itself when the one it had goes away; a space at the end, which it
 * trims, makes it take our value again.
 */
function useCmdkValue(value: string) {
  const [isSpaced, setSpaced] = useState(false)
  return {
    shown: isSpaced ? `${value} ` : value,
    restore: (given: string) => {
      if (given !== value) setSpaced((before) => !before)
    },
  }
}

/** Takes over what was typed before the input stood. */
function useInput(input: RefObject<HTMLInputElement | null>) {
  useLayoutEffect(() => {
    const end = paletteState.get().text.length
    input.current?.focus()
    input.current?.setSelectionRange(end, end)
    paletteInput.isReady = document.activeElement === input.current
    const onFocus = () => {
      paletteInput.isReady = true
    }
    const element = input.current
    element?.addEventListener('focus', onFocus)
    return () => {
      element?.removeEventListener('focus', onFocus)
      paletteInput.isReady = false
    }
  }, [input])
}

/** Points the input at the list and at the chosen row: cmdk does so only after the first arrow key. */
function useActiveDescendant(input: RefObject<HTMLInputElement | null>, list: RefObject<HTMLDivElement | null>, value: string | null) {
  useLayoutEffect(() => {
    if (!input.current || !list.current) return
    const row = value === null ? null : list.current.querySelector(`[cmdk-item][data-value="${CSS.escape(value)}"]`)
    input.current.setAttribute('aria-controls', list.current.id)
    if (row) input.current.setAttribute('aria-activedescendant', row.id)
    else input.current.removeAttribute('aria-activedescendant')
  })
  useLayoutEffect(() => {
    if (value !== null) list.current?.querySelector(`[data-value="${CSS.escape(value)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [list, value])
}
