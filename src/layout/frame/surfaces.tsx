import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import type { CommandContext } from '../../commands/command.ts'
import { bulkState } from '../commands/bulk-state.ts'
import { menuState } from '../commands/menu-state.ts'
import { cheatSheet, keyboardSettings, settingsOpen, undoList } from '../commands/open-surfaces.ts'
import { paletteState } from '../commands/palette-state.ts'
import { questions, type Run } from '../commands/questions.ts'
import { CheatSheet } from '../keyboard/cheat-sheet.tsx'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import { useStore } from '../kit/store.ts'
import { useExportToast } from '../list/list-export-toast.tsx'
import { CommandMenu } from '../menus/command-menu.tsx'
import { Palette } from '../palette/palette.tsx'
import { QuestionDialog } from '../questions/question-dialog.tsx'
import { SidePanelHost } from '../records/side-panel/host.tsx'
import { Live } from './live/live.tsx'
import { SettingsPanel } from './settings/settings-panel.tsx'
import { UndoList } from './undo-list.tsx'
import { usePartLink } from './use-part-link.ts'

// Lazy, since few people open them.
const bulkDialog = new LazyComponent(() => import('../list/bulk/bulk-dialog.tsx').then((module) => module.BulkDialog))
const keySettings = new LazyComponent(() => import('../keyboard/keyboard-settings.tsx').then((module) => module.KeyboardSettings))

export interface SurfacesProps {
  contextNow: () => CommandContext
  run: Run
  /** Preloads the code of the views at these paths. */
  preload: (paths: readonly string[]) => void
}

/** What opens over the page: palette, menus, dialogs, sheets. */
export function Surfaces({ contextNow, run, preload }: SurfacesProps) {
  const router = useRouter()
  // Not the whole state, so typing doesn't re-render here.
  const isPaletteOpen = useSyncExternalStore(paletteState.subscribe, () => paletteState.get().isOpen)
  const question = useStore(questions).findLast(({ surface }) => surface === 'dialog')
  const openBulk = useStore(bulkState)
  const openMenu = useStore(menuState)
  const isKeyboardOpen = useStore(keyboardSettings)
  const KeyboardSettings = useLazyOpen(keySettings, isKeyboardOpen, () => keyboardSettings.set(false))
  const BulkDialog = useLazyOpen(bulkDialog, openBulk !== null, () => bulkState.set(null))
  useExportToast()
  usePartLink()
  // Navigation closes an open menu.
  useEffect(() => router.subscribe('onBeforeLoad', ({ hrefChanged }) => hrefChanged && menuState.set(null)), [router])
  return (
    <>
      {isPaletteOpen && <Palette contextNow={contextNow} run={run} preload={preload} />}
      {openMenu && <CommandMenu key={`${openMenu.target?.type}${openMenu.target?.record.id}${openMenu.place}`} open={openMenu} />}
      {useStore(settingsOpen) && <SettingsPanel contextNow={contextNow} run={run} />}
      {useStore(cheatSheet) && <CheatSheet contextNow={contextNow} />}
      {useStore(undoList) && <UndoList />}
      {isKeyboardOpen && KeyboardSettings && <KeyboardSettings />}
      {/* After its opener has closed and returned the focus. */}
      {openBulk && BulkDialog && !isPaletteOpen && !question && <BulkDialog key={openBulk.job.title} open={openBulk} />}
      {question && <QuestionDialog key={question.id} question={question} />}
      <SidePanelHost />
      <Live user={contextNow().user} />
    </>
  )
}
