import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { notesQuery } from '../../api/notes.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { notesSearch } from './search.ts'

/** /customers/notes */
export const createNotesRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/customers/notes',
    validateSearch: (raw: Record<string, unknown>) => readListSearch(notesSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: notesSearch, query: notesQuery }, deps),
    component: lazyRouteComponent(() => import('./notes-page.tsx'), 'NotesPage'),
  })
