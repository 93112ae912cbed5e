import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { writeStored } from '../kit/browser-storage.ts'
import { anyValue, inOrder, type ListSearch, type ListSearchSpec } from './list-search.ts'

/**
 * The only writer of a list's state, which lives in the URL: with a new history entry, or with `replace` in the current one.
 * @param search the list's state as the route parsed it
 */
export function useListUrl(spec: ListSearchSpec, search: ListSearch) {
  const navigate = useNavigate()
  return useCallback(
    async (changes: ListSearch, options: { replace?: boolean } = {}) => {
      const go = (next: ListSearch, replace: boolean) =>
        navigate({ to: '.', search: { ...inOrder(spec, next), panel: next['panel'] } as never, replace, resetScroll: false })
      const before = remember(spec, search, changes)
      // The URL omits defaults and they just changed, so write the old values out for Back. Not awaited, or the second
      // step would undo a press made in between.
      if (before !== search) void go(before, true)
      await go({ ...before, ...changes }, options.replace ?? false)
    },
    [navigate, spec, search],
  )
}

/** Stores remembered choices. Returns the current state with the old choices written out. */
function remember(spec: ListSearchSpec, search: ListSearch, changes: Record<string, string | undefined>): ListSearch {
  let before = rememberTogether(spec, search, changes)
  for (const [name, key] of Object.entries({ ...spec.remembered, perPage: spec.pageSizeKey })) {
    if (!(name in changes) || changes[name] === search[name]) continue
    writeStored(key, changes[name] ?? null)
    if (search[name] === undefined) before = { ...before, [name]: name === 'perPage' ? String(spec.query.parse({}).perPage) : anyValue }
  }
  return before
}

/** The same for filters stored together: stores all of them as after the change. */
function rememberTogether(spec: ListSearchSpec, search: ListSearch, changes: Record<string, string | undefined>): ListSearch {
  const { key, filters } = spec.rememberedTogether ?? { key: '', filters: [] }
  const changed = filters.filter((name) => name in changes && changes[name] !== search[name])
  if (changed.length === 0) return search
  const after: ListSearch = { ...search, ...changes }
  const inUse = filters.filter((name) => after[name] !== undefined && after[name] !== anyValue)
  writeStored(key, inUse.length === 0 ? null : JSON.stringify(Object.fromEntries(inUse.map((name) => [name, after[name]]))))
  return { ...search, ...Object.fromEntries(changed.filter((name) => search[name] === undefined).map((name) => [name, anyValue])) }
}
