import type { Command } from './engine/command.ts'
import { copiesOf } from './shared/copies.ts'
import { openCustomer } from './shared/open-customer.ts'

/** Commands on rows of notes and feedback (document 1, section 2): the customer opens in a new tab. */
export const noteCommands: readonly Command[] = (['note', 'feedback'] as const).flatMap((type) => {
  const section = type === 'note' ? 'Note' : 'Feedback'
  return [
    openCustomer(type, {
      section,
      genericTitle: `Open a ${type}'s customer in a new tab`,
      keywords: 'author',
      of: ({ user }) => user,
      inNewTab: true,
    }),
    copiesOf(type, { section })({
      verb: 'copy-text',
      what: 'text',
      genericTitle: `Copy the text of a ${type}`,
      keys: 'y t',
      of: ({ note }) => note,
    }),
  ]
})
