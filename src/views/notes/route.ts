import { listRoute } from '../../layout/frame/view-routes.ts'
import { notesSource } from './search.ts'

export const createNotesRoute = listRoute({
  ...notesSource,
  path: '/customers/notes',
  page: async () => (await import('./notes-list.tsx')).NotesPage,
})
