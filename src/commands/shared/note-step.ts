import { AddedNote } from '../../contract/note-changes.ts'
import { type ArgumentStep, readBy } from '../engine/steps.ts'

export const noteStep: ArgumentStep<unknown, string> = {
  title: 'Note',
  kind: 'text',
  hint: () => 'Goes below any existing note',
  read: readBy(AddedNote),
}
