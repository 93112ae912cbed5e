import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ListRequest } from '../../contract/list.ts'
import { writeStored } from '../kit/browser-storage.ts'
import { anyValue, inOrder, type ListSearch, type ListSearchSpec } from './list-search.ts'

/** Changes a list's URL. Each change is a step of the history, unless `replace` says that it only goes on with the last one. */
export type ChangeSearch = (changes: Record<string, string | undefined>, options?: { replace?: boolean }) => Promise<void>

/**
 * The one way to change a list's state: by its URL, of which this is the writer.
 * @param search the list's state as the route read it
 */
export function useListUrl<Query extends ListRequest>(spec: ListSearchSpec<Query>, search: ListSearch): ChangeSearch {
  const navigate = useNavigate()
  return useCallback(
    async (changes, options = {}) => {
      const go = (next: ListSearch, replace: boolean) =>
        navigate({ to: '.', search: inOrder(spec, next) as never, replace, resetScroll: false })
      const before = remember(spec, search, changes)
      // What the URL leaves out is filled from memory, which has just changed: the step that Back leads to says it in full.
      // Not awaited: what is pressed between the two steps would be undone by the second.
      if (before !== search) void go(before, true)
      await go({ ...before, ...changes }, options.replace ?? false)
    },
    [navigate, spec, search],
  )
}

/** Writes remembered choices to the browser. Answers the present state with the old choices said in full. */
function remember(spec: ListSearchSpec, search: ListSearch, changes: Record<string, string | undefined>): ListSearch {
  let before = rememberTogether(spec, search, changes)
  for (const [name, key] of Object.entries({ ...spec.remembered, perPage: spec.pageSizeKey })) {
    if (!(name in changes) || changes[name] === search[name]) continue
    writeStored(key, changes[name] ?? null)
    if (search[name] === undefined) before = { ...before, [name]: name === 'perPage' ? String(spec.query.parse({}).perPage) : anyValue }
  }
  return before
}

/** The same for filters that are remembered as one: all of them, as they stand after the change. */
function rememberTogether(spec: ListSearchSpec, search: ListSearch, changes: Record<string, string | undefined>): ListSearch {
  const { key, filters } = spec.rememberedTogether ?? { key: '', filters: [] }
  const changed = filters.filter((name) => name in changes && changes[name] !== search[name])
  if (changed.length === 0) return search
  const after: ListSearch = { ...search, ...changes }
  const inUse = filters.filter((name) => after[name] !== undefined && after[name] !== anyValue)
  writeStored(key, inUse.length === 0 ? null : JSON.stringify(Object.fromEntries(inUse.map((name) => [name, after[name]]))))
  return { ...search, ...Object.fromEntries(changed.filter((name) => search[name] === undefined).map((name) => [name, anyValue])) }
}
