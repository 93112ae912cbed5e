import { notesQuery } from '../../api/notes.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { notesSearch } from './search.ts'

export const createNotesRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/customers/notes',
    search: notesSearch,
    query: notesQuery,
    page: async () => (await import('./notes-list.tsx')).NotesPage,
  })
