import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { onProofWanted, showOnDemand } from '../../api/client.ts'
import type { CommandContext, ConsoleDialog } from '../../commands/engine/context.ts'
import { bulkState, type OpenBulk } from '../commands/bulk-state.ts'
import { closeConsoleDialog, consoleDialog } from '../commands/console-dialog.ts'
import { menuState } from '../commands/menu-state.ts'
import { closePalette, paletteState } from '../commands/palette-state.ts'
import { leave, questions, type Run } from '../commands/questions.ts'
import { CheatSheet } from '../keyboard/cheat-sheet.tsx'
import { useKeyCoach } from '../keyboard/use-key-coach.ts'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import { useStore } from '../kit/store.ts'
import { Surface } from '../kit/surface.tsx'
import { useExportToast } from '../list/list-export-toast.tsx'
import { CommandMenu } from '../menus/command-menu.tsx'
import { Palette } from '../palette/palette.tsx'
import { QuestionDialog } from '../questions/question-dialog.tsx'
import { useTeamWords } from '../records/finders/use-plain-words.ts'
import { SidePanelHost } from '../records/side-panel/host.tsx'
import { askForProof, stepUpState } from '../session/step-up.ts'
import { keepFocus } from './keep-focus.ts'
import { Live } from './live/live.tsx'
import { PlaybookCommands } from './playbooks/playbook-commands.tsx'
import { Policies } from './policies.tsx'
import { followKeys } from './resting-pointer.ts'
import { SettingsPanel } from './settings/settings-panel.tsx'
import { UndoList } from './undo-list.tsx'
import { useLink } from './use-link.ts'

// Lazy, since few people open them.
const bulkDialog = new LazyComponent(() => import('../list/bulk/bulk-dialog.tsx').then((module) => module.BulkDialog))
const stepUpDialog = new LazyComponent(() => import('./step-up-dialog.tsx').then((module) => module.StepUpDialog))
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
  const dialog = useStore(consoleDialog)
  const KeyboardSettings = useLazyOpen(keySettings, dialog === 'shortcut-settings', closeConsoleDialog)
  const dialogs: Record<ConsoleDialog, { name: string; content: ReactNode }> = {
    settings: { name: 'The settings', content: <SettingsPanel contextNow={contextNow} run={run} /> },
    shortcuts: { name: 'The list of keys', content: <CheatSheet contextNow={contextNow} /> },
    'shortcut-settings': { name: 'The keyboard settings', content: KeyboardSettings && <KeyboardSettings /> },
    'undo-history': { name: 'The list of changes', content: <UndoList /> },
  }
  const proof = useStore(stepUpState)
  const StepUpDialog = useLazyOpen(stepUpDialog, proof !== null, () => proof?.settle(false))
  useEffect(() => onProofWanted(askForProof), [])
  const BulkDialog = useLazyOpen(bulkDialog, openBulk !== null, () => bulkState.set(null))
  // After its opener has closed and returned the focus. From then on it stays below whatever opens: it runs, or tells what was done.
  const [shownBulk, setShownBulk] = useState<OpenBulk | null>(null)
  if (openBulk !== shownBulk && (openBulk === null || (!isPaletteOpen && !question))) setShownBulk(openBulk)
  useExportToast()
  useLink(contextNow, run)
  useEffect(followKeys, [])
  // Until this code is there, nothing that may have the focus is taken away but headings, which pages keep themselves.
  useEffect(keepFocus, [])
  useKeyCoach(contextNow().user.id)
  // Before the palette reads by them.
  useTeamWords()
  // Navigation closes an open menu, and hides again what a page was asked to show.
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ hrefChanged, pathChanged }) => {
        if (hrefChanged) menuState.set(null)
        if (pathChanged) showOnDemand([])
      }),
    [router],
  )
  return (
    <>
      {isPaletteOpen && (
        <Surface name="The palette" close={closePalette}>
          <Palette contextNow={contextNow} run={run} preload={preload} />
        </Surface>
      )}
      {openMenu && (
        <Surface
          key={`${openMenu.target?.type}${openMenu.target?.record.id}${openMenu.place}`}
          name="The menu"
          close={() => menuState.set(null)}
        >
          <CommandMenu open={openMenu} />
        </Surface>
      )}
      {dialog && (
        <Surface key={dialog} name={dialogs[dialog].name} close={closeConsoleDialog}>
          {dialogs[dialog].content}
        </Surface>
      )}
      {shownBulk && shownBulk === openBulk && BulkDialog && (
        <Surface key={shownBulk.job.title} name="The dialog" close={() => bulkState.set(null)}>
          <BulkDialog open={shownBulk} />
        </Surface>
      )}
      {question && (
        <Surface key={question.id} name="The dialog" close={() => leave(question.id)}>
          <QuestionDialog question={question} />
        </Surface>
      )}
      {proof && StepUpDialog && (
        <Surface name="The dialog" close={() => proof.settle(false)}>
          <StepUpDialog settle={proof.settle} />
        </Surface>
      )}
      <SidePanelHost />
      <PlaybookCommands contextNow={contextNow} run={run} />
      <Policies contextNow={contextNow} />
      <Live user={contextNow().user} />
    </>
  )
}
