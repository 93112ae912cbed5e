import {
  ArrowDownIcon,
  ArrowUpIcon,
  BookmarkIcon,
  CheckboxIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ColumnsIcon,
  FilterIcon,
  LinkExternalIcon,
  LinkIcon,
  SidebarCollapseIcon,
  SignInIcon,
  SyncIcon,
  XIcon,
} from '@primer/octicons-react'
import { type Command, command } from './engine/command.ts'
import type { CommandContext, ListHandle } from './engine/context.ts'

type ListCommand = Pick<Command, 'id' | 'verb' | 'icon' | 'keywords' | 'aka' | 'keys' | 'moreKeys' | 'repeats'> & {
  title: string
  /** Why it can't run on this list; null if it can. */
  whyNot?: (list: ListHandle) => string | null
  /** What it does on this list; it isn't offered on one where there is nothing to do. */
  act: (list: ListHandle, context: CommandContext) => (() => void) | undefined
}

const whyNoRow = (list: ListHandle) => (list.isEmpty ? 'The list is empty.' : null)

const declared: readonly ListCommand[] = [
  {
    id: 'list.next',
    verb: 'next',
    title: 'Next row',
    icon: ArrowDownIcon,
    keys: 'j',
    moreKeys: ['ArrowDown'],
    repeats: true,
    whyNot: whyNoRow,
    act: (list) => () => list.move(1),
  },
  {
    id: 'list.previous',
    verb: 'previous',
    title: 'Previous row',
    icon: ArrowUpIcon,
    keys: 'k',
    moreKeys: ['ArrowUp'],
    repeats: true,
    whyNot: whyNoRow,
    act: (list) => () => list.move(-1),
  },
  { id: 'list.open', title: 'Open the row', icon: SignInIcon, keys: 'Enter', whyNot: whyNoRow, act: (list) => () => list.open(false) },
  {
    id: 'list.peek',
    title: 'Show the row in the side panel',
    icon: SidebarCollapseIcon,
    keywords: 'peek look quick details preview',
    // It scrolls the page only while no row has the focus.
    keys: 'Space',
    act: ({ peek }) => peek,
  },
  {
    id: 'list.open-in-new-tab',
    title: 'Open the row in a new tab',
    icon: LinkExternalIcon,
    keys: '$mod+Enter',
    whyNot: whyNoRow,
    act: (list) => () => list.open(true),
  },
  {
    id: 'list.previous-page',
    title: 'Previous page',
    icon: ChevronLeftIcon,
    keys: '[',
    whyNot: (list) => (list.hasPreviousPage ? null : 'This is the first page.'),
    act: (list) => () => list.page(-1),
  },
  {
    id: 'list.next-page',
    title: 'Next page',
    icon: ChevronRightIcon,
    keys: ']',
    whyNot: (list) => (list.hasNextPage ? null : 'This is the last page.'),
    act: (list) => () => list.page(1),
  },
  {
    id: 'list.refresh',
    title: 'Refresh the list',
    icon: SyncIcon,
    keywords: 'reload update changes new rows',
    keys: 'Shift+r',
    act: ({ refresh }) => refresh,
  },
  {
    id: 'list.select',
    title: 'Select or deselect row',
    icon: CheckboxIcon,
    keys: 'x',
    whyNot: whyNoRow,
    act: ({ selection }) => selection?.toggle,
  },
  {
    id: 'list.select-page',
    title: 'Select all rows of the page',
    icon: CheckboxIcon,
    aka: ['Select all', 'Select page'],
    keys: 'l a',
    whyNot: whyNoRow,
    act: ({ selection }) => selection?.selectPage,
  },
  {
    id: 'list.select-range',
    title: 'Select the rows from the last selected one to this',
    icon: CheckboxIcon,
    keys: 'Shift+x',
    whyNot: whyNoRow,
    act: ({ selection }) => selection?.extend,
  },
  {
    id: 'list.select-down',
    title: 'Select down to the next row, or take a step back',
    icon: CheckboxIcon,
    keys: 'Shift+ArrowDown',
    repeats: true,
    whyNot: whyNoRow,
    act: ({ selection }) => selection && (() => selection.step(1)),
  },
  {
    id: 'list.select-up',
    title: 'Select up to the previous row, or take a step back',
    icon: CheckboxIcon,
    keys: 'Shift+ArrowUp',
    repeats: true,
    whyNot: whyNoRow,
    act: ({ selection }) => selection && (() => selection.step(-1)),
  },
  {
    id: 'list.clear-selection',
    title: 'Clear selection',
    icon: XIcon,
    keys: 'Escape',
    act: ({ selection }) => (selection && selection.count > 0 ? selection.clear : undefined),
  },
  {
    id: 'list.filter',
    title: 'Filter the list by name or value',
    icon: FilterIcon,
    keywords: 'narrow search status country date',
    keys: 'f',
    act: ({ filter }) => filter,
  },
  {
    id: 'list.clear-filters',
    title: 'Clear the filters',
    icon: XIcon,
    aka: ['Reset filters', 'Remove the filters', 'Remove all filters', 'Clear all filters', 'No filters', 'Show all rows'],
    keys: 'l n',
    whyNot: ({ clearFilters }) => (clearFilters ? null : 'No filter is set.'),
    act: ({ clearFilters, filter }) => clearFilters ?? filter,
  },
  {
    id: 'list.choose-columns',
    title: 'Choose and order the columns',
    icon: ColumnsIcon,
    keywords: 'hide show move table customise',
    keys: 'l c',
    act: ({ chooseColumns }) => chooseColumns,
  },
  {
    id: 'list.show-views',
    title: 'Show my views of the list',
    icon: BookmarkIcon,
    keywords: 'saved named filters',
    keys: 'l v',
    act: ({ views }) => views?.show,
  },
  {
    id: 'list.save-view',
    title: 'Save this list as a view',
    icon: BookmarkIcon,
    keywords: 'filters remember bookmark',
    keys: 'l s',
    act: ({ views }) => views?.save,
  },
  {
    id: 'list.copy-view',
    title: 'Copy a link to the filtered list',
    icon: LinkIcon,
    keywords: 'share view url address',
    keys: 'l l',
    act: ({ views }, { copy, origin }) => views && (() => void copy(`${origin}${views.href()}`, 'link to this view')),
  },
]

/** Keyboard commands for the list on screen; hidden if there is none. */
export const listCommands: readonly Command[] = declared.map(({ whyNot, act, ...rest }) =>
  command({
    ...rest,
    section: 'List',
    scope: 'list',
    isOffered: (context) => context.list !== null && act(context.list, context) !== undefined,
    whyNot: ({ list }) => (list && whyNot?.(list)) ?? null,
    run: (context) => {
      if (context.list) act(context.list, context)?.()
    },
  }),
)
