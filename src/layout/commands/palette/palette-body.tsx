import { SearchIcon } from '@primer/octicons-react'
import { CommandRoot } from 'cmdk'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CommandContext } from '../../../commands/command.ts'
import type { ResolvedCommand } from '../../../commands/resolve.ts'
import { closePalette, paletteInput, paletteState, setPaletteEnter, setPaletteText } from '../palette-state.ts'
import { rememberRecord } from '../recent.ts'
import { useStore } from '../store.ts'
import { takesArguments, useEngine } from './engine.tsx'
import styles from './palette.module.css'
import { destination, isModifier, noRow, useActiveDescendant, useCmdkValue } from './list-keys.ts'
import { PaletteHints } from './palette-hints.tsx'
import { PaletteList } from './palette-list.tsx'
import type { Row } from './rows.ts'
import { type PaletteContents, usePalette } from './use-palette.ts'

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
    // What takes arguments asks for them right here.
    if (row.kind === 'command' && takesArguments(row.resolved)) return perform(row.value)
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
    const to = destination(event, rows, selected)
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

function nothingToDo({ decision, rows, hasMoved }: PaletteContents): string {
  if (hasMoved) return 'What you had chosen is gone. Choose again with ↓.'
  if (decision.state === 'open' && decision.searching) return 'No exact match. Still searching for similar ones…'
  if (decision.state === 'open' && decision.failed) return 'A search failed, so nothing is certain. Choose with ↓.'
  return rows.length > 0 ? 'No exact match. Choose with ↓.' : 'Nothing found.'
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
