import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { exportProgress } from '../../api/export-progress.ts'
import type { CommandContext } from '../../commands/command.ts'
import { LazyComponent, useLazy } from '../kit/lazy-component.ts'
import { bulkState } from '../commands/bulk-state.ts'
import { settingsPanel } from './settings/settings-code.ts'
import { settingsOpen } from '../commands/settings-state.ts'
import { keyboardSettings } from '../commands/keyboard-state.ts'
import { loadToaster } from '../kit/toasts.tsx'
import { undoList } from '../commands/undo-list-state.ts'
import { cheatSheet } from '../commands/cheat-sheet-state.ts'
import { loadCommands, withCommands } from '../commands/commands-now.ts'
import { menuState } from '../commands/menu-state.ts'
import { sayNotLoaded } from '../kit/notice.ts'
import { closePalette, inOneLine, paletteInput, paletteState, setPaletteText } from '../commands/palette-state.ts'
import { PaletteWaiting } from '../palette/palette-waiting.tsx'
import { loadLevels } from '../palette/levels.ts'
import { leave, questions, type Run } from '../commands/questions.ts'
import { useStore } from '../kit/store.ts'
import { whenSettled } from '../commands/when-settled.ts'

const palette = new LazyComponent(() => withCommands(import('../palette/palette.tsx')).then((module) => module.Palette))
const menu = new LazyComponent(() => withCommands(import('../menus/command-menu.tsx')).then((module) => module.CommandMenu))
const dialog = new LazyComponent(() => import('../questions/question-dialog.tsx').then((module) => module.QuestionDialog))
const bulk = new LazyComponent(() => import('../list/bulk/bulk-dialog.tsx').then((module) => module.BulkDialog))
const undo = new LazyComponent(() => import('./undo-list.tsx').then((module) => module.UndoList))
const keySheet = new LazyComponent(() => withCommands(import('../keyboard/cheat-sheet.tsx')).then((module) => module.CheatSheet))
const keys = new LazyComponent(() => withCommands(import('../keyboard/keyboard-settings.tsx')).then((module) => module.KeyboardSettings))

interface Props {
  contextNow: () => CommandContext
  run: Run
  /** Fetches the code of the views at these paths. */
  preload: (paths: readonly string[]) => void
}

/** The surfaces that are fetched when the browser has nothing else to do: palette, dialog and sheet of keys. */
export function LazySurfaces({ contextNow, run, preload }: Props) {
  const queryClient = useQueryClient()
  const router = useRouter()
  // Not with the text: nothing here is rendered for a key that is typed.
  const isPaletteOpen = useSyncExternalStore(paletteState.subscribe, () => paletteState.get().isOpen)
  const question = useStore(questions).findLast(({ surface }) => surface === 'dialog')
  const isSheetOpen = useStore(cheatSheet)
  const openBulk = useStore(bulkState)
  const openMenu = useStore(menuState)
  const Palette = useLazy(palette, isPaletteOpen, () => giveUp(closePalette))
  const CommandMenu = useLazy(menu, openMenu !== null, () => giveUp(() => menuState.set(null)))
  const QuestionDialog = useLazy(dialog, question !== undefined, () => giveUp(leaveAll))
  const BulkDialog = useLazy(bulk, openBulk !== null, () => giveUp(() => bulkState.set(null)))
  const isUndoListOpen = useStore(undoList)
  const UndoList = useLazy(undo, isUndoListOpen, () => giveUp(() => undoList.set(false)))
  const isSettingsOpen = useStore(settingsOpen)
  const Settings = useLazy(settingsPanel, isSettingsOpen, () => giveUp(() => settingsOpen.set(false)))
  const CheatSheet = useLazy(keySheet, isSheetOpen, () => giveUp(() => cheatSheet.set(false)))
  const isKeyboardOpen = useStore(keyboardSettings)
  const KeyboardSettings = useLazy(keys, isKeyboardOpen, () => giveUp(() => keyboardSettings.set(false)))
  useEffect(() => whenSettled(queryClient, fetchAhead), [queryClient])
  useEffect(() => (isPaletteOpen ? catchPaste() : undefined), [isPaletteOpen])
  // A menu goes with the page that it hangs on.
  useEffect(() => router.subscribe('onBeforeLoad', ({ hrefChanged }) => hrefChanged && menuState.set(null)), [router])
  // Nothing stays open for the next person to sign in.
  useEffect(() => closeAll, [])
  return (
    <>
      {isPaletteOpen && (Palette ? <Palette contextNow={contextNow} run={run} preload={preload} /> : <PaletteWaiting />)}
      {openMenu && CommandMenu && (
        <CommandMenu key={`${openMenu.target.type}${openMenu.target.record.id}${openMenu.place}`} open={openMenu} />
      )}
      {isSettingsOpen && Settings && <Settings contextNow={contextNow} run={run} />}
      {isSheetOpen && CheatSheet && <CheatSheet contextNow={contextNow} />}
      {isUndoListOpen && UndoList && <UndoList />}
      {isKeyboardOpen && KeyboardSettings && <KeyboardSettings />}
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
  exportProgress.get()?.cancel()
  closePalette()
  cheatSheet.set(false)
  keyboardSettings.set(false)
  settingsOpen.set(false)
  undoList.set(false)
  menuState.set(null)
  bulkState.set(null)
  leaveAll()
}

/** Failing here costs nothing: opening tries again and says so. */
function fetchAhead() {
  void Promise.allSettled([loadCommands(), menu.load(), palette.load(), loadLevels(), loadToaster(), dialog.load(), keySheet.load()])
}

/** What is pasted before the palette's input stands. */
function catchPaste() {
  const onPaste = (event: ClipboardEvent) => {
    if (paletteInput.isReady) return
    event.preventDefault()
    setPaletteText(paletteState.get().text + inOneLine(event.clipboardData?.getData('text/plain') ?? ''))
  }
  document.addEventListener('paste', onPaste, true)
  return () => document.removeEventListener('paste', onPaste, true)
}
