import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { notesList } from './notes-list.tsx'

const route = getRouteApi('/app/customers/notes')

export function NotesPage() {
  return <ListPage list={notesList} search={route.useSearch()} />
}
