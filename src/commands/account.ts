import { PersonIcon, SignOutIcon } from '@primer/octicons-react'
import { endOtherSessionsMutation } from '../api/account.ts'
import { type Command, command, type PlainCommand } from './engine/command.ts'
import { change } from './shared/change.ts'

const declared: readonly Omit<PlainCommand, 'section' | 'feature'>[] = [
  {
    id: 'go.account',
    title: 'Your account',
    aka: [
      'My account',
      'My passkeys',
      'My sessions',
      'My devices',
      'My recovery codes',
      'My backup codes',
      'My authenticator app',
      'My two-factor authentication',
      'My 2FA',
      'My profile',
    ],
    icon: PersonIcon,
    keywords: 'own devices passkeys authenticator recovery codes',
    keys: 'g m',
    places: ['user-menu'],
    href: '/account',
    run: (context) => context.navigate('/account'),
  },
  {
    id: 'account.end-other-sessions',
    title: 'End all my other sessions',
    aka: ['End all my sessions', 'End my sessions', 'Sign out everywhere else', 'Log out everywhere else', 'Sign out other devices'],
    icon: SignOutIcon,
    keywords: 'own devices',
    places: ['own-account'],
    run: (context) =>
      change(endOtherSessionsMutation(), {}, ({ ended }) =>
        ended === 0 ? 'There was no other session.' : `Other sessions ended: ${ended}.`,
      ).make(context),
  },
]

/** Commands on one's own account. */
export const ownAccountCommands: readonly Command[] = declared.map((each) =>
  command({ section: 'Your account', feature: 'account', ...each }),
)
