import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { ResolvedCommand } from '../../../commands/engine/resolve.ts'
import { whenSettled } from '../../commands/when-settled.ts'
import { codeOfLists, preloadViews } from '../../kit/preload-views.ts'

/** Whether the lists, whose filters can be typed, have loaded: fetched when needed, else in advance for the next time. */
export function useLists(client: QueryClient, commands: readonly ResolvedCommand[], areNeeded: boolean): boolean {
  const router = useRouter()
  const options = {
    queryKey: codeOfLists,
    queryFn: async () => {
      const hrefs = commands.flatMap(({ command: { href } }) => href ?? [])
      await preloadViews(router, hrefs)
      return true
    },
    staleTime: Infinity,
    gcTime: Infinity,
    networkMode: 'always',
  } as const
  const { data = false } = useQuery({ ...options, enabled: areNeeded }, client)
  const fetchAhead = useEffectEvent(() => void client.prefetchQuery(options))
  useEffect(() => () => void whenSettled(client, fetchAhead), [client])
  return data
}
