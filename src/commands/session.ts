import {
  CommandPaletteIcon,
  KebabHorizontalIcon,
  QuestionIcon,
  MoonIcon,
  ScreenFullIcon,
  SearchIcon,
  SignOutIcon,
  UndoIcon,
} from '@primer/octicons-react'
import { runMutation } from '../api/run-mutation.ts'
import { undoMutation } from '../api/undo.ts'
import { type Command, command, hidden, ready } from './command.ts'

const section = 'Console'

/** What a person does to the console itself, whatever is on screen. */
export const sessionCommands: readonly Command[] = [
  command({
    id: 'palette.open',
    title: () => 'Find or run a command',
    section,
    icon: CommandPaletteIcon,
    keys: '$mod+k',
    everywhere: true,
    scope: 'global',
    places: [],
    run: (context) => context.ui.openPalette(),
  }),
  command({
    id: 'page.search',
    title: () => 'Search on this page',
    section,
    icon: SearchIcon,
    keywords: 'find filter focus',
    keys: '/',
    scope: 'global',
    places: [],
    run: (context) => context.ui.focusSearch(),
  }),
  command({
    id: 'actions.open',
    title: () => 'Open the actions of the row or record',
    section,
    icon: KebabHorizontalIcon,
    keywords: 'menu',
    keys: '.',
    scope: 'global',
    places: [],
    availability: (context) => (listHasRows(context.list) || context.targets.length > 0 ? ready : hidden),
    run: (context) => (listHasRows(context.list) ? context.list?.openRowMenu() : context.ui.openActions()),
  }),
  command({
    id: 'change.undo',
    title: () => 'Undo my last change',
    section,
    icon: UndoIcon,
    keywords: 'revert take back',
    keys: '$mod+z',
    scope: 'global',
    needs: 'undo.own',
    places: [],
    run: async (context) => ({ message: (await runMutation(context.queryClient, undoMutation(), undefined)).message }),
  }),
  command({
    id: 'keyboard.show',
    title: () => 'Show all keys',
    section,
    icon: QuestionIcon,
    keywords: 'keyboard shortcuts help cheat sheet',
    keys: '?',
    scope: 'global',
    places: ['user-menu'],
    run: (context) => context.ui.openCheatSheet(),
  }),
  command({
    id: 'colour-mode.toggle',
    title: () => 'Switch between light and dark',
    section,
    icon: MoonIcon,
    keywords: 'theme color colour mode night',
    scope: 'global',
    places: ['user-menu'],
    run: (context) => context.ui.toggleColourMode(),
  }),
  command({
    id: 'fullscreen.toggle',
    title: () => 'Enter or leave full screen',
    section,
    icon: ScreenFullIcon,
    keywords: 'fullscreen',
    scope: 'global',
    places: [],
    run: (context) => context.ui.toggleFullscreen(),
  }),
  command({
    id: 'session.log-out',
    title: () => 'Log out',
    section,
    icon: SignOutIcon,
    keywords: 'sign out leave exit',
    scope: 'global',
    places: ['user-menu'],
    run: (context) => context.ui.signOut(),
  }),
]

function listHasRows(list: { isEmpty: boolean } | null): boolean {
  return list !== null && !list.isEmpty
}
