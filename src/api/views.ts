import { listViews } from '../contract/views.ts'
import { listOptions } from './options.ts'

export const viewsQuery = listOptions(listViews, 'views', 'list')
