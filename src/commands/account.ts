import { DeviceMobileIcon, KeyIcon, NoteIcon, PersonIcon, SignOutIcon } from '@primer/octicons-react'
import { endOtherSessionsMutation } from '../api/account.ts'
import { type Command, command, type PlainCommand } from './engine/command.ts'
import { change } from './shared/change.ts'

const declared: readonly Omit<PlainCommand, 'section' | 'feature'>[] = [
  {
    id: 'account.open',
    title: 'Your account',
    aka: ['My account', 'My sessions', 'My recovery codes', 'My two-factor authentication', 'My authenticator app', 'My profile'],
    icon: PersonIcon,
    keywords: 'own sessions devices passkeys two-factor security sign-in',
    keys: 'g m',
    places: ['user-menu'],
    href: '/account',
    run: (context) => context.navigate('/account'),
  },
  {
    id: 'account.set-two-factor',
    title: 'Move my authenticator app to another phone',
    aka: ['Set up my two-factor authentication', 'New phone', 'Set up my authenticator app'],
    icon: DeviceMobileIcon,
    keywords: '2fa two factor code device set up change',
    run: (context) => context.navigate('/account?add=two-factor'),
  },
  {
    id: 'account.make-recovery-codes',
    title: 'Make my recovery codes',
    aka: ['New recovery codes', 'My backup codes', 'Replace my recovery codes'],
    icon: NoteIcon,
    keywords: 'backup lost phone codes',
    run: (context) => context.navigate('/account?add=recovery-codes'),
  },
  {
    id: 'account.end-other-sessions',
    title: 'End all my other sessions',
    aka: ['End all my sessions', 'End my sessions', 'Sign me out everywhere else', 'Log me out everywhere else'],
    icon: SignOutIcon,
    keywords: 'sign out log out devices revoke',
    places: ['own-account'],
    danger: () => ({
      title: 'End all your other sessions?',
      body: 'You are signed out everywhere but here. Browsers that you used before count as new ones.',
      confirmLabel: 'End all others',
      undoable: false,
    }),
    run: (context) =>
      change(endOtherSessionsMutation(), {}, ({ ended }) =>
        ended === 0 ? 'There was no other session.' : `Other sessions ended: ${ended}.`,
      ).make(context),
  },
]

const ofPasskeys: readonly Omit<PlainCommand, 'section' | 'feature'>[] = [
  {
    id: 'account.add-passkey',
    title: 'Add a passkey',
    aka: ['My passkeys', 'New passkey', 'Add a security key', 'Set up a passkey'],
    icon: KeyIcon,
    keywords: 'fingerprint face security key webauthn fido',
    run: (context) => context.navigate('/account?add=passkey'),
  },
]

/** Commands on one's own account. */
export const ownAccountCommands: readonly Command[] = [
  ...declared.map((each) => command({ section: 'Your account', feature: 'account', ...each })),
  ...ofPasskeys.map((each) => command({ section: 'Your account', feature: 'passkeys', ...each })),
]
