import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { partLinkStart } from '../../commands/customers/parts.ts'
import type { CommandContext } from '../../commands/engine/context.ts'
import { commandLinkStart } from '../../commands/engine/linkable.ts'
import { openLink } from '../commands/open-link.ts'
import { goToPart } from '../commands/page-parts.ts'
import type { Run } from '../commands/questions.ts'

/** Follows a link in the address's fragment: to a command, or to a part of the page. */
export function useLink(contextNow: () => CommandContext, run: Run) {
  const router = useRouter()
  const hash = useRouterState({ select: ({ location }) => `#${location.hash}` })
  useEffect(() => {
    if (hash.startsWith(commandLinkStart)) void openLink(hash, router, contextNow, run)
    else if (hash.startsWith(partLinkStart)) void goToPart(hash, router, () => contextNow().queryClient.isFetching() > 0)
  }, [hash, router, contextNow, run])
}
