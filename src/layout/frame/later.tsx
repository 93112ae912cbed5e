import { useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { exportProgress, zipProgress } from '../../api/progress.ts'
import { commandLinkStart } from '../../commands/engine/linkable.ts'
import { bulkState } from '../commands/bulk-state.ts'
import { loadCommands } from '../commands/commands-now.ts'
import { consoleDialog } from '../commands/console-dialog.ts'
import { menuState } from '../commands/menu-state.ts'
import { closePalette, paletteState } from '../commands/palette-state.ts'
import { leave, questions } from '../commands/questions.ts'
import { useComing } from '../commands/use-commands.ts'
import { whenSettled } from '../commands/when-settled.ts'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import { preloadViews } from '../kit/preload-views.ts'
import { loadToaster } from '../kit/toasts.tsx'
import { PaletteWaiting } from './palette-waiting.tsx'
import type { SurfacesProps } from './surfaces.tsx'

const surfaces = new LazyComponent(async () => {
  const [{ Surfaces }] = await Promise.all([import('./surfaces.tsx'), loadCommands()])
  return Surfaces
})

/**
 * Preloads, once the first list has painted, what people may want within a minute: commands, surfaces, customer page,
 * toasts. Failures are ignored: whatever needs the code retries and reports.
 */
async function loadLater(router: AnyRouter) {
  await loadCommands().catch(() => {})
  await surfaces.load().catch(() => {})
  await preloadViews(router, ['/customers/1'])
  await loadToaster().catch(() => {})
}

const stores = [bulkState, menuState, consoleDialog]
const isAnyOpen = () => paletteState.get().isOpen || questions.get().length > 0 || stores.some((store) => store.get() !== null)
const subscribe = (listener: () => void) => {
  const ends = [paletteState, questions, ...stores].map((store) => store.subscribe(listener))
  return () => ends.forEach((end) => end())
}

/** The surfaces once their code has loaded; until then, the palette's input. */
export function Later(props: SurfacesProps) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const isPaletteOpen = useSyncExternalStore(paletteState.subscribe, () => paletteState.get().isOpen)
  const isLink = useRouterState({ select: ({ location }) => `#${location.hash}`.startsWith(commandLinkStart) })
  const Surfaces = useLazyOpen(surfaces, useSyncExternalStore(subscribe, isAnyOpen) || isLink, closeAll)
  useEffect(() => whenSettled(queryClient, () => void loadLater(router)), [queryClient, router])
  // They declare the person's playbooks, whose keys wait for them.
  useComing(Surfaces === null)
  // Nothing stays open for the next person to sign in.
  useEffect(() => closeAll, [])
  if (Surfaces) return <Surfaces {...props} />
  return isPaletteOpen ? <PaletteWaiting /> : null
}

function closeAll() {
  exportProgress.get()?.cancel()
  zipProgress.get()?.cancel()
  closePalette()
  for (const store of stores) store.set(null)
  for (const { id } of questions.get()) leave(id)
}
