import { CopyIcon, PersonIcon } from '@primer/octicons-react'
import { type Command, targetCommand } from './command.ts'

const places = ['row-menu', 'page-menu'] as const

/** Commands on rows of notes and feedback (document 1, section 2): the customer opens in a new tab. */
export const noteCommands: readonly Command[] = (['note', 'feedback'] as const).flatMap((type) => {
  const section = type === 'note' ? 'Note' : 'Feedback'
  return [
    targetCommand(type, {
      id: `${type}.open-customer`,
      title: () => 'Open its customer in a new tab',
      genericTitle: `Open a ${type}'s customer in a new tab`,
      section,
      icon: PersonIcon,
      keywords: 'owner user author',
      keys: 'o c',
      places,
      run: (context, { user }) => context.openInNewTab(`/customers/${user}`),
    }),
    targetCommand(type, {
      id: `${type}.copy-text`,
      title: () => 'Copy text',
      genericTitle: `Copy the text of a ${type}`,
      section,
      icon: CopyIcon,
      keys: 'y t',
      places,
      run: (context, { note }) => context.copy(note, 'text'),
    }),
  ]
})
