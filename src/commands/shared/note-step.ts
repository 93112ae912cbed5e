import { AddedNote } from '../../contract/note-changes.ts'
import { type ArgumentStep, readBy } from '../engine/steps.ts'

export const noteStep: ArgumentStep<unknown, string> = {
  title: 'Note',
  kind: 'text',
  hint: () => 'Goes below any existing note',
  read: readBy(AddedNote),
}

/** What was added to a note; all of it if it was written anew. */
export function addedText(before: unknown, after: unknown): string {
  const [old, now] = [before, after].map((text) => (typeof text === 'string' ? text : ''))
  return old && now?.startsWith(old) ? now.slice(old.length).trim() : (now ?? '')
}
