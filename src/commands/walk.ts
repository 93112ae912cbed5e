import { ArrowUpIcon, ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import { type Command, command } from './engine/command.ts'

const steps = [
  { verb: 'next', title: 'Next record in the list', keys: 'j', by: 1, icon: ChevronRightIcon, keywords: 'following down walk' },
  { verb: 'previous', title: 'Previous record in the list', keys: 'k', by: -1, icon: ChevronLeftIcon, keywords: 'before up walk back' },
] as const

/**
 * Moves to the neighbours in the list a record was opened from. `j` and `k` are also row keys: while a table on the
 * page has the focus, they belong to it.
 */
const stepCommands = steps.map(({ by, ...rest }) =>
  command({
    ...rest,
    id: `walk.${rest.verb}`,
    section: 'List',
    scope: 'walk',
    isOffered: ({ walk }) => walk !== null,
    whyNot: ({ walk }) => walk?.whyNot(by) ?? null,
    run: ({ walk }) => walk?.step(by),
  }),
)

export const walkCommands: readonly Command[] = [
  ...stepCommands,
  command({
    id: 'go.up',
    title: 'Up to the list',
    icon: ArrowUpIcon,
    keywords: 'leave close record',
    keys: 'g g',
    section: 'List',
    isOffered: ({ pageRecord }) => pageRecord !== null,
    run: ({ ui }) => ui.goUp(),
  }),
]
