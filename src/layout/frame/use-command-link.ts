import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { CommandContext } from '../../commands/engine/context.ts'
import { commandLinkStart } from '../../commands/engine/linkable.ts'
import { loadCommands } from '../commands/commands-now.ts'
import type { Run } from '../commands/questions.ts'
import { sayNotLoaded } from '../kit/notice.ts'

/** Opens the palette if the URL is a command link. Its code loads with the first one. */
export function useCommandLink(contextNow: () => CommandContext, run: Run) {
  const router = useRouter()
  const hash = useRouterState({ select: ({ location }) => (location.hash === '' ? '' : `#${location.hash}`) })
  useEffect(() => {
    if (hash.startsWith(commandLinkStart))
      Promise.all([import('../commands/open-link.ts'), loadCommands()])
        .then(([{ openLink }]) => openLink(hash, router, contextNow, run))
        .catch(sayNotLoaded)
  }, [hash, router, contextNow, run])
}
