import {
  EyeIcon,
  HistoryIcon,
  KebabHorizontalIcon,
  KeyIcon,
  LinkIcon,
  MoonIcon,
  QuestionIcon,
  ScreenFullIcon,
  SignOutIcon,
  SlidersIcon,
  TypographyIcon,
  UndoIcon,
} from '@primer/octicons-react'
import { showOnDemand } from '../api/client.ts'
import { type Command, command, type PlainCommand } from './engine/command.ts'
import type { ListHandle } from './engine/context.ts'

const declared: readonly Omit<PlainCommand, 'section'>[] = [
  {
    id: 'link.copy',
    title: 'Copy a link to this question',
    icon: LinkIcon,
    keywords: 'share colleague address',
    keys: '$mod+;',
    everywhere: true,
    isOffered: ({ ui }) => ui.copyCommandLink !== null,
    run: ({ ui }) => ui.copyCommandLink?.(),
  },
  {
    id: 'actions.open',
    title: 'Open the actions of the row or record',
    icon: KebabHorizontalIcon,
    keywords: 'menu',
    keys: '.',
    isOffered: ({ list, targets }) => hasRows(list) || targets.length > 0,
    run: ({ list, ui }) => (hasRows(list) ? list.openRowMenu() : ui.openActions()),
  },
  {
    id: 'page.show-hidden',
    title: 'Show what is hidden on this page',
    icon: EyeIcon,
    aka: ['Show IP', 'Show IP address', 'Show IP addresses', 'Show tax id', 'Show VAT number', 'Show body', 'Reveal'],
    keywords: 'personal data demand ***',
    feature: 'policies',
    isOffered: ({ onDemand }) => onDemand.length > 0,
    run: async ({ onDemand, queryClient }) => {
      showOnDemand(onDemand)
      await queryClient.refetchQueries({ type: 'active' })
      return { message: 'Shown until you leave this page, which is noted.' }
    },
  },
  {
    id: 'change.undo',
    title: 'Undo my last change',
    icon: UndoIcon,
    aka: ['Take back', 'Undo last action', 'Undo that', 'Undo it', 'Undo this'],
    keywords: 'revert',
    keys: '$mod+z',
    needs: 'undo.own',
    feature: 'undo',
    // Not awaited: the next press is meant for the change before this one, so it is not dropped while this one runs.
    run: ({ ui }) => void ui.undoLast(),
  },
  {
    id: 'change.list-undo',
    title: 'Undo history',
    icon: HistoryIcon,
    aka: ['Show what I can undo', 'What can I undo', 'My changes'],
    keywords: 'undo revert changes',
    keys: 'Shift+z',
    needs: 'undo.own',
    feature: 'undo',
    places: ['user-menu'],
    run: (context) => context.ui.openDialog('undo-history'),
  },
  {
    id: 'keyboard.show',
    title: 'View shortcuts',
    icon: QuestionIcon,
    aka: ['Show all keys', 'Keyboard shortcuts', 'Keys'],
    keywords: 'keyboard help cheat sheet',
    keys: '?',
    places: ['user-menu'],
    run: (context) => context.ui.openDialog('shortcuts'),
  },
  {
    id: 'keyboard.settings',
    title: 'Customize shortcuts',
    icon: KeyIcon,
    aka: ['Change keys', 'Change shortcuts'],
    keywords: 'keyboard keys rebind remap customise settings',
    places: ['user-menu'],
    run: (context) => context.ui.openDialog('shortcut-settings'),
  },
  {
    id: 'keyboard.letter-keys',
    title: 'Switch single-letter keys off or on',
    icon: TypographyIcon,
    toggle: {
      isOn: (_target, { ui }) => ui.hasLetterKeys(),
      on: { title: () => 'Switch single-letter keys on', keywords: 'enable', already: 'Already on.' },
      off: { title: () => 'Switch single-letter keys off', keywords: 'disable', already: 'Already off.' },
    },
    keywords: 'keyboard shortcuts characters accessibility screen reader speech',
    run: async ({ ui }) => {
      const areOn = await ui.toggleLetterKeys()
      // A failure to save has already been reported.
      if (areOn === null) return
      return { message: areOn ? 'Single-letter shortcuts are on.' : 'Single-letter shortcuts are off.' }
    },
  },
  {
    id: 'settings.open',
    title: 'Settings',
    icon: SlidersIcon,
    keywords:
      'layout vertical horizontal width boxed fluid sidebar top bar rows of lists density compact colour mode theme keyboard preferences offer playbooks show keys after mouse actions palette usual choices',
    keys: ',',
    places: ['user-menu'],
    run: (context) => context.ui.openDialog('settings'),
  },
  {
    id: 'colour-mode.toggle',
    title: 'Switch between light and dark',
    icon: MoonIcon,
    toggle: {
      isOn: (_target, { ui }) => ui.isDark(),
      on: { title: () => 'Switch to dark mode', keywords: 'night', already: 'Already dark.' },
      off: { title: () => 'Switch to light mode', keywords: 'day bright', already: 'Already light.' },
    },
    keywords: 'theme color colour',
    places: ['user-menu'],
    run: (context) => context.ui.toggleColourMode(),
  },
  {
    id: 'fullscreen.toggle',
    title: 'Enter or leave full screen',
    icon: ScreenFullIcon,
    toggle: {
      isOn: (_target, { ui }) => ui.isFullscreen(),
      on: { title: () => 'Enter full screen', keywords: '', already: 'Already in full screen.' },
      off: { title: () => 'Leave full screen', keywords: 'exit', already: 'Not in full screen.' },
    },
    keywords: 'fullscreen',
    // The header has no room for its button on phones.
    places: ['user-menu'],
    isOffered: ({ ui }) => ui.toggleFullscreen !== null,
    run: (context) => context.ui.toggleFullscreen?.(),
  },
  {
    id: 'session.log-out',
    title: 'Log out',
    icon: SignOutIcon,
    aka: ['Logout'],
    keywords: 'sign out leave exit',
    places: ['user-menu'],
    run: (context) => context.ui.signOut(),
  },
]

export const sessionCommands: readonly Command[] = declared.map((each) => command({ section: 'Console', ...each }))

const hasRows = (list: ListHandle | null): list is ListHandle => list?.isEmpty === false
