import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { listsOnScreen } from '../../commands/on-screen.ts'
import { useComing } from '../../commands/use-commands.ts'
import { LazyComponent, useLazyOpen } from '../../kit/lazy-component.ts'
import { Surface } from '../../kit/surface.tsx'
import { isPanelled, readShown, showInstead } from './shown.ts'

const sidePanel = new LazyComponent(() => import('./side-panel.tsx').then((module) => module.SidePanel))

/** Opens the side panel by the address's `panel`; its code is fetched once a row that has one is pointed at or focused. */
export function SidePanelHost() {
  const router = useRouter()
  const shown = readShown(useRouterState({ select: ({ location }) => (location.search as Record<string, unknown>)['panel'] }))
  useEffect(() => {
    const waiting = new AbortController()
    const { signal } = waiting
    const fetchSoon = ({ target }: Event) => {
      const [list] = listsOnScreen.all()
      if (!(target instanceof Element) || !target.closest('#main tbody') || !list || !isPanelled(list)) return
      waiting.abort()
      sidePanel.load().catch(() => {})
    }
    document.addEventListener('pointerover', fetchSoon, { signal })
    document.addEventListener('focusin', fetchSoon, { signal })
    return () => waiting.abort()
  }, [])
  const close = () => {
    if (router.latestLocation.state.isOverPage) router.history.back()
    else void showInstead(router, null)
  }
  const SidePanel = useLazyOpen(sidePanel, shown !== null, close)
  useComing(shown !== null && SidePanel === null)
  return shown && SidePanel ? (
    <Surface name="The side panel" close={close}>
      <SidePanel shown={shown} close={close} />
    </Surface>
  ) : null
}
