import { useEffect } from 'react'
import type { CommandContext } from '../../commands/command.ts'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import { LazyComponent, useLazy } from '../lazy-component.ts'
import { bulkState } from '../bulk/bulk-state.ts'
import { loadToaster } from '../toasts.tsx'
import { cheatSheet } from './cheat-sheet-state.ts'
import { sayNotLoaded } from './notice.ts'
import { closePalette, paletteInput, paletteState, setPaletteText } from './palette-state.ts'
import { PaletteWaiting } from './palette-waiting.tsx'
import { leave, questions, type Surface } from './questions.ts'
import { useStore } from './store.ts'

const palette = new LazyComponent(() => import('./palette/palette.tsx').then((module) => module.Palette))
const dialog = new LazyComponent(() => import('./question-dialog.tsx').then((module) => module.QuestionDialog))
const bulk = new LazyComponent(() => import('../bulk/bulk-dialog.tsx').then((module) => module.BulkDialog))
const keySheet = new LazyComponent(() => import('./cheat-sheet.tsx').then((module) => module.CheatSheet))

interface Props {
  contextNow: () => CommandContext
  run: (resolved: ResolvedCommand, from?: Surface) => void
  /** Fetches the code of the views at these paths. */
  preload: (paths: readonly string[]) => void
}

/** The surfaces that are fetched when the browser has nothing else to do: palette, dialog and sheet of keys. */
export function LazySurfaces({ contextNow, run, preload }: Props) {
  const isPaletteOpen = useStore(paletteState).isOpen
  const question = useStore(questions).findLast(({ surface }) => surface === 'dialog')
  const isSheetOpen = useStore(cheatSheet)
  const openBulk = useStore(bulkState)
  const Palette = useLazy(palette, isPaletteOpen, () => giveUp(closePalette))
  const QuestionDialog = useLazy(dialog, question !== undefined, () => giveUp(leaveAll))
  const BulkDialog = useLazy(bulk, openBulk !== null, () => giveUp(() => bulkState.set(null)))
  const CheatSheet = useLazy(keySheet, isSheetOpen, () => giveUp(() => cheatSheet.set(false)))
  useEffect(fetchOnIdle, [])
  useEffect(() => (isPaletteOpen ? catchPaste() : undefined), [isPaletteOpen])
  // Nothing stays open for the next person to sign in.
  useEffect(() => closeAll, [])
  return (
    <>
      {isPaletteOpen && (Palette ? <Palette contextNow={contextNow} run={run} preload={preload} /> : <PaletteWaiting />)}
      {isSheetOpen && CheatSheet && <CheatSheet contextNow={contextNow} />}
      {/* Once what asked for it has closed and given the focus back. */}
      {openBulk && BulkDialog && !isPaletteOpen && !question && <BulkDialog key={openBulk.job.title} open={openBulk} />}
      {question && QuestionDialog && <QuestionDialog key={question.id} question={question} />}
    </>
  )
}

function giveUp(close: () => void) {
  close()
  sayNotLoaded()
}

function leaveAll() {
  for (const { id } of questions.get()) leave(id)
}

function closeAll() {
  closePalette()
  cheatSheet.set(false)
  bulkState.set(null)
  leaveAll()
}

function fetchOnIdle() {
  // Failing here costs nothing: opening tries again and says so.
  const fetchAll = () => void Promise.allSettled([palette.load(), loadToaster(), dialog.load(), keySheet.load()])
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(fetchAll, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(fetchAll, { timeout: 3000 })
  return () => cancelIdleCallback(handle)
}

/** What is pasted before the palette's input stands. */
function catchPaste() {
  const onPaste = (event: ClipboardEvent) => {
    if (paletteInput.isReady) return
    event.preventDefault()
    setPaletteText(paletteState.get().text + (event.clipboardData?.getData('text/plain') ?? ''))
  }
  document.addEventListener('paste', onPaste, true)
  return () => document.removeEventListener('paste', onPaste, true)
}
