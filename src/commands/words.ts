import { BookIcon, PencilIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { deleteWordMutation } from '../api/words.ts'
import type { WordInput } from '../contract/words.ts'
import { type Command, command } from './engine/command.ts'
import { change } from './shared/change.ts'
import { commandsOn } from './shared/commands-on.ts'

const shared = { section: 'Words of the team', feature: 'words' } as const
const onWord = commandsOn('word', { ...shared, needs: 'words.manage', places: ['row-menu'] })

const path = '/settings/words'

/** Where a word is added, which begins with what is known of it. */
export const newWordHref = (known: Partial<WordInput> = {}) => `${path}?${new URLSearchParams({ new: 'word', ...known }).toString()}`

/** The words that a team adds to those that the palette understands. */
export const wordCommands: readonly Command[] = [
  command({
    ...shared,
    id: 'go.words',
    title: 'Words of the team',
    icon: BookIcon,
    aka: ['Synonyms', 'Own words', 'Words'],
    keywords: 'vocabulary dictionary',
    keys: 'g 2',
    places: ['user-menu'],
    href: path,
    run: (context) => context.navigate(path),
  }),
  command({
    ...shared,
    id: 'word.add',
    title: 'New word of the team',
    icon: PlusIcon,
    aka: ['Add a word', 'New word', 'Add a synonym', 'New synonym'],
    keywords: 'vocabulary',
    keys: 'w a',
    needs: 'words.manage',
    run: (context) => context.navigate(newWordHref()),
  }),
  onWord({
    verb: 'edit',
    title: 'Edit the word',
    genericTitle: 'Edit a word of the team',
    icon: PencilIcon,
    keys: 'w e',
    run: (context, { id }) => context.navigate(`${path}?edit=${id}`),
  }),
  onWord({
    verb: 'delete',
    title: 'Delete the word',
    genericTitle: 'Delete a word of the team',
    icon: TrashIcon,
    keys: 'w d',
    removes: true,
    change: ({ id, word }) => change(deleteWordMutation(), { id }, `Word deleted: ‘${word}’.`),
  }),
]
