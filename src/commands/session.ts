import {
  HistoryIcon,
  KebabHorizontalIcon,
  KeyIcon,
  LinkIcon,
  QuestionIcon,
  MoonIcon,
  ScreenFullIcon,
  SignOutIcon,
  SlidersIcon,
  TypographyIcon,
  UndoIcon,
} from '@primer/octicons-react'
import { runMutation } from '../api/run-mutation.ts'
import { undoableQuery, undoMutation } from '../api/undo.ts'
import { type Command, command, type CommandContext, hidden, ready } from './command.ts'

const section = 'Console'

/** Commands on the console itself. */
export const sessionCommands: readonly Command[] = [
  command({
    id: 'link.copy',
    title: () => 'Copy a link to what is asked',
    section,
    icon: LinkIcon,
    keywords: 'share colleague address',
    keys: '$mod+;',
    everywhere: true,
    scope: 'global',
    places: [],
    availability: ({ ui }) => (ui.copyCommandLink ? ready : hidden),
    run: ({ ui }) => ui.copyCommandLink?.(),
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
    feature: 'undo',
    places: [],
    run: async (context) => {
      const final = context.ui.takeFinal()
      if (final !== null) return context.ui.say(await whyNotUndone(final, context))
      return { message: (await runMutation(context.queryClient, undoMutation(), undefined)).message }
    },
  }),
  command({
    id: 'change.list-undo',
    title: () => 'Show what I can undo',
    section,
    icon: HistoryIcon,
    keywords: 'undo revert take back changes history',
    keys: 'Shift+z',
    scope: 'global',
    needs: 'undo.own',
    feature: 'undo',
    places: ['user-menu'],
    run: (context) => context.ui.openUndoList(),
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
    id: 'keyboard.settings',
    title: () => 'Change keys',
    section,
    icon: KeyIcon,
    keywords: 'keyboard shortcuts rebind remap customise settings import export',
    scope: 'global',
    places: ['user-menu'],
    run: (context) => context.ui.openKeyboardSettings(),
  }),
  command({
    id: 'keyboard.letter-keys',
    title: () => 'Switch single-letter keys off or on',
    section,
    icon: TypographyIcon,
    keywords: 'keyboard shortcuts characters accessibility screen reader speech',
    scope: 'global',
    places: [],
    run: async ({ ui }) => {
      const areOn = await ui.toggleLetterKeys()
      // A failure to save has already been reported.
      if (areOn === null) return
      return { message: areOn ? 'Single-letter shortcuts are on.' : 'Single-letter shortcuts are off.' }
    },
  }),
  command({
    id: 'settings.open',
    title: () => 'Settings',
    section,
    icon: SlidersIcon,
    keywords:
      'layout vertical horizontal width boxed fluid sidebar top bar rows of lists density compact colour mode theme keyboard preferences',
    keys: ',',
    scope: 'global',
    places: ['user-menu'],
    run: (context) => context.ui.openSettings(),
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
    // The header has no room for its button on phones.
    places: ['user-menu'],
    availability: ({ ui }) => (ui.toggleFullscreen ? ready : hidden),
    run: (context) => context.ui.toggleFullscreen?.(),
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

/** The last change is final: says so, and what the next press would undo. */
async function whyNotUndone(final: string, { queryClient }: CommandContext): Promise<string> {
  const { changes } = await queryClient.fetchQuery(undoableQuery())
  const next = changes.find(({ refusal }) => refusal === null)
  return `This can’t be taken back: ‘${final}’ ${next ? `Press again to undo ‘${next.what}’.` : 'Nothing else can be undone.'}`
}
