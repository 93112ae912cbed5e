import { listFeedback } from '../contract/notes.ts'
import { listOptions } from './options.ts'

export const feedbackQuery = listOptions(listFeedback, 'feedback', 'list')
