import {
  ArrowDownIcon,
  ArrowUpIcon,
  BookmarkIcon,
  CheckboxIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ColumnsIcon,
  LinkExternalIcon,
  LinkIcon,
  SidebarCollapseIcon,
  SignInIcon,
  SyncIcon,
  XIcon,
} from '@primer/octicons-react'
import { type Availability, blocked, type Command, type CommandContext, command, hidden, type ListHandle, ready } from './command.ts'

type ListCommand = Pick<Command, 'id' | 'icon' | 'keywords' | 'keys' | 'moreKeys' | 'repeats'> & {
  title: string
  /** Why it can't run on this list; null if it can. */
  whyNot: (list: ListHandle) => string | null
  /** Absent: offered on every list. */
  isOffered?: (list: ListHandle) => boolean
  act: (list: ListHandle, context: CommandContext) => void
}

const whyNoRow = (list: ListHandle) => (list.isEmpty ? 'The list is empty.' : null)

const declared: readonly ListCommand[] = [
  {
    id: 'list.next',
    title: 'Next row',
    icon: ArrowDownIcon,
    keys: 'j',
    moreKeys: ['ArrowDown'],
    repeats: true,
    whyNot: whyNoRow,
    act: (list) => list.move(1),
  },
  {
    id: 'list.previous',
    title: 'Previous row',
    icon: ArrowUpIcon,
    keys: 'k',
    moreKeys: ['ArrowUp'],
    repeats: true,
    whyNot: whyNoRow,
    act: (list) => list.move(-1),
  },
  { id: 'list.open', title: 'Open the row', icon: SignInIcon, keys: 'Enter', whyNot: whyNoRow, act: (list) => list.open(false) },
  {
    id: 'list.peek',
    title: 'Show the row in the side panel',
    icon: SidebarCollapseIcon,
    keywords: 'peek look quick details preview',
    // It scrolls the page only while no row has the focus.
    keys: 'Space',
    isOffered: ({ peek }) => peek !== undefined,
    whyNot: () => null,
    act: (list) => list.peek?.(),
  },
  {
    id: 'list.open-in-new-tab',
    title: 'Open the row in a new tab',
    icon: LinkExternalIcon,
    keys: '$mod+Enter',
    whyNot: whyNoRow,
    act: (list) => list.open(true),
  },
  {
    id: 'list.previous-page',
    title: 'Previous page',
    icon: ChevronLeftIcon,
    keys: '[',
    whyNot: (list) => (list.hasPreviousPage ? null : 'This is the first page.'),
    act: (list) => list.page(-1),
  },
  {
    id: 'list.next-page',
    title: 'Next page',
    icon: ChevronRightIcon,
    keys: ']',
    whyNot: (list) => (list.hasNextPage ? null : 'This is the last page.'),
    act: (list) => list.page(1),
  },
  {
    id: 'list.refresh',
    title: 'Refresh the list',
    icon: SyncIcon,
    keywords: 'reload update changes new rows',
    keys: 'Shift+r',
    isOffered: ({ refresh }) => refresh !== undefined,
    whyNot: () => null,
    act: (list) => list.refresh?.(),
  },
  {
    id: 'list.select',
    title: 'Select or deselect row',
    icon: CheckboxIcon,
    keys: 'x',
    isOffered: hasSelection,
    whyNot: whyNoRow,
    act: (list) => list.selection?.toggle(),
  },
  {
    id: 'list.select-range',
    title: 'Select all rows from the last selected one to this',
    icon: CheckboxIcon,
    keys: 'Shift+x',
    isOffered: hasSelection,
    whyNot: whyNoRow,
    act: (list) => list.selection?.extend(),
  },
  {
    id: 'list.select-down',
    title: 'Select down to the next row, or take a step back',
    icon: CheckboxIcon,
    keys: 'Shift+ArrowDown',
    repeats: true,
    isOffered: hasSelection,
    whyNot: whyNoRow,
    act: (list) => list.selection?.step(1),
  },
  {
    id: 'list.select-up',
    title: 'Select up to the previous row, or take a step back',
    icon: CheckboxIcon,
    keys: 'Shift+ArrowUp',
    repeats: true,
    isOffered: hasSelection,
    whyNot: whyNoRow,
    act: (list) => list.selection?.step(-1),
  },
  {
    id: 'list.clear-selection',
    title: 'Clear selection',
    icon: XIcon,
    keys: 'Escape',
    isOffered: ({ selection }) => selection !== undefined && selection.count > 0,
    whyNot: () => null,
    act: (list) => list.selection?.clear(),
  },
  {
    id: 'list.choose-columns',
    title: 'Choose and order the columns',
    icon: ColumnsIcon,
    keywords: 'hide show move table customise',
    keys: 'l c',
    isOffered: ({ chooseColumns }) => chooseColumns !== undefined,
    whyNot: () => null,
    act: (list) => list.chooseColumns?.(),
  },
  {
    id: 'list.show-views',
    title: 'Show my views of the list',
    icon: BookmarkIcon,
    keywords: 'saved named filters',
    keys: 'l v',
    isOffered: hasViews,
    whyNot: () => null,
    act: (list) => list.views?.show(),
  },
  {
    id: 'list.save-view',
    title: 'Save filters and sort as a view',
    icon: BookmarkIcon,
    keywords: 'named filters remember bookmark',
    keys: 'l s',
    isOffered: hasViews,
    whyNot: () => null,
    act: (list) => list.views?.save(),
  },
  {
    id: 'list.copy-view',
    title: 'Copy a link to the list as it is filtered',
    icon: LinkIcon,
    keywords: 'share view url address',
    keys: 'l l',
    isOffered: hasViews,
    whyNot: () => null,
    act: (list, context) => void context.copy(`${context.origin}${list.views?.href() ?? context.location}`, 'link to this view'),
  },
]

function hasSelection({ selection }: ListHandle) {
  return selection !== undefined
}

function hasViews({ views }: ListHandle) {
  return views !== undefined
}

/** Keyboard commands for the list on screen; hidden if there is none. */
export const listCommands: readonly Command[] = declared.map(({ title, whyNot, isOffered, act, ...rest }) =>
  command({
    ...rest,
    title: () => title,
    section: 'List',
    scope: 'list',
    places: [],
    availability: ({ list }): Availability => {
      if (!list || isOffered?.(list) === false) return hidden
      const reason = whyNot(list)
      return reason === null ? ready : blocked(reason)
    },
    run: (context) => {
      if (context.list) act(context.list, context)
    },
  }),
)
