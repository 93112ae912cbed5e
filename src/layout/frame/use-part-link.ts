import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { partLinkStart } from '../../commands/customers/parts.ts'
import { sayNotLoaded } from '../kit/notice.ts'

/** Goes to the part of the page that the address names. */
export function usePartLink() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const hash = useRouterState({ select: ({ location }) => `#${location.hash}` })
  useEffect(() => {
    if (hash.startsWith(partLinkStart))
      import('../commands/page-parts.ts')
        .then(({ goToPart }) => goToPart(hash, router, () => queryClient.isFetching() > 0))
        .catch(sayNotLoaded)
  }, [hash, router, queryClient])
}
