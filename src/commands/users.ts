import {
  HistoryIcon,
  MailIcon,
  NumberIcon,
  PencilIcon,
  PersonAddIcon,
  PersonIcon,
  ShieldLockIcon,
  SignOutIcon,
  TrashIcon,
  UnlockIcon,
} from '@primer/octicons-react'
import { runMutation } from '../api/run-mutation.ts'
import {
  deleteUserMutation,
  endAllSessionsMutation,
  resetTwoFactorMutation,
  unlockUserMutation,
  updateUserMutation,
  userQuery,
} from '../api/users.ts'
import { whyNotDeleteUser, whyNotResetTwoFactor, whyNotSetRole, whyNotUnlockUser } from '../contract/user-rules.ts'
import { type Role, roleNames, roles } from '../contract/users.ts'
import { type Choice, type Command, command, hidden, type Read, ready, targetCommand, type Targets, unlessRefused } from './command.ts'
import { describeUser } from './target-name.ts'
import { undoOf } from './undo-of.ts'

const section = 'Staff account'
const places = ['row-menu', 'page-menu'] as const
const needs = 'staff.manage'

type User = Targets['user']

const pageOf = ({ id }: Pick<User, 'id'>) => `/users/${id}`
const isOnPage = (location: string, user: User) => location.split('?')[0] === pageOf(user)

/** Commands on staff accounts (document 1, sections 2, 4 and 6; rulings 5 and 10). */
export const userCommands: readonly Command[] = [
  command({
    id: 'user.create',
    title: () => 'Add a staff account',
    section: 'Admin',
    icon: PersonAddIcon,
    keywords: 'user colleague new create member',
    keys: 'u a',
    scope: 'global',
    needs,
    places: [],
    href: '/users/create',
    run: (context) => context.navigate('/users/create'),
  }),
  targetCommand('user', {
    id: 'user.edit',
    title: () => 'Edit',
    genericTitle: 'Edit',
    section,
    icon: PencilIcon,
    keywords: 'open name password change',
    keys: 'u e',
    needs,
    places: ['row-menu'],
    availability: ({ location }, user) => (isOnPage(location, user) ? hidden : ready),
    run: (context, user) => context.navigate(pageOf(user)),
  }),
  targetCommand<'user', { rol: Role }>('user', {
    id: 'user.set-role',
    title: () => 'Change role',
    genericTitle: 'Change role',
    section,
    icon: PersonIcon,
    keywords: 'rol full access promote demote rights',
    keys: 'u l',
    needs,
    feature: 'fields',
    places,
    args: { rol: { title: 'Role', kind: 'choice', options: roleChoices, read: readRole } },
    availability: (_context, user) => unlessRefused(whyNotSetRole(user)),
    danger: (user, { rol }) => ({
      title: `Change the role of ${user.name}?`,
      body: `${describeUser(user)} gets role ${rol}: ${roleNames[rol]}. They are signed out everywhere.`,
      confirmLabel: `Give role ${rol}`,
      undoable: true,
    }),
    run: async (context, user, { rol }) => {
      const done = await runMutation(context.queryClient, updateUserMutation(), { id: user.id, rol, version: user.version })
      return { message: `Role ${rol} given: ${user.name}.`, ...undoOf(done) }
    },
  }),
  targetCommand('user', {
    id: 'user.reset-two-factor',
    title: () => 'Reset two-factor verification',
    genericTitle: 'Reset two-factor verification',
    section,
    icon: ShieldLockIcon,
    keywords: '2fa authenticator code lost phone off',
    keys: 'u r',
    needs,
    places,
    availability: (_context, user) => unlessRefused(whyNotResetTwoFactor(user)),
    danger: (user) => ({
      title: `Reset two-factor verification of ${user.name}?`,
      body: `${describeUser(user)} is signed out everywhere, and sets two-factor verification up anew when signing in the next time. Until then the password is enough to do so.`,
      confirmLabel: 'Reset',
      undoable: false,
    }),
    run: async (context, user) => {
      await runMutation(context.queryClient, resetTwoFactorMutation(user.id), undefined)
      return { message: `Two-factor verification reset: ${user.name}.` }
    },
  }),
  targetCommand('user', {
    id: 'user.unlock',
    feature: 'locks',
    title: () => 'Unlock signing in',
    genericTitle: 'Unlock signing in',
    section,
    icon: UnlockIcon,
    keywords: 'locked out too many attempts wrong password code lift wait',
    keys: 'u u',
    needs,
    places,
    availability: (_context, user) => unlessRefused(whyNotUnlockUser(user)),
    run: async (context, user) => {
      await runMutation(context.queryClient, unlockUserMutation(), { id: user.id })
      return { message: `Signing in unlocked: ${user.name}.` }
    },
  }),
  targetCommand('user', {
    id: 'user.end-sessions',
    title: () => 'End all sessions',
    genericTitle: 'End all sessions',
    section,
    icon: SignOutIcon,
    keywords: 'sign out log out everywhere revoke',
    keys: 'u s',
    needs,
    feature: 'sessions',
    places,
    danger: (user) => ({
      title: `End all sessions of ${user.name}?`,
      body: `${describeUser(user)} is signed out everywhere, and can sign in again. Browsers that they used before count as new ones.`,
      confirmLabel: 'End all',
      undoable: false,
    }),
    run: async (context, user) => {
      const { ended } = await runMutation(context.queryClient, endAllSessionsMutation(), { id: user.id })
      return { message: ended === 0 ? `There was no session: ${user.name}.` : `Sessions ended: ${user.name} (${ended}).` }
    },
  }),
  targetCommand('user', {
    id: 'user.delete',
    removes: true,
    title: () => 'Remove',
    genericTitle: 'Remove',
    section,
    icon: TrashIcon,
    keywords: 'delete user account',
    keys: 'u d',
    needs,
    places,
    availability: ({ user: viewer }, user) => unlessRefused(whyNotDeleteUser(user, viewer.id)),
    danger: (user) => ({
      title: `Remove ${user.name}?`,
      body: `${describeUser(user)} is signed out everywhere and can no longer sign in. What they did stays in the audit trail.`,
      confirmLabel: 'Yes',
      declineLabel: 'No',
      progress: `Removing ${user.name}…`,
      undoable: false,
    }),
    failureTitle: 'Failed to remove user.',
    closesOnFailure: true,
    run: async (context, user) => {
      await runMutation(context.queryClient, deleteUserMutation(), { id: user.id })
      if (isOnPage(context.location, user)) context.navigate('/users')
      // Don't refetch now: its page is still mounted for a moment and would show a 404.
      void context.queryClient.invalidateQueries({ queryKey: userQuery(user.id).queryKey, refetchType: 'none' })
      return { message: `User removed: ${user.name}.` }
    },
  }),
  targetCommand('user', {
    id: 'user.show-changes',
    title: () => 'Show what they did',
    genericTitle: 'Show what a member of staff did',
    section,
    icon: HistoryIcon,
    keywords: 'audit trail log history',
    keys: 'u h',
    needs: 'audit.read',
    feature: 'audit',
    places,
    run: (context, user) => context.navigate(`/audit?actor=${encodeURIComponent(user.email)}`),
  }),
  targetCommand('user', {
    id: 'user.copy-email',
    title: () => 'Copy e-mail',
    genericTitle: 'Copy e-mail',
    section,
    icon: MailIcon,
    keys: 'y e',
    places,
    run: (context, user) => context.copy(user.email, 'e-mail'),
  }),
  targetCommand('user', {
    id: 'user.copy-id',
    title: () => 'Copy id',
    genericTitle: 'Copy id',
    section,
    icon: NumberIcon,
    keys: 'y i',
    places,
    run: (context, user) => context.copy(String(user.id), 'id'),
  }),
]

function roleChoices(user: User): Choice[] {
  return roles.map((rol) => ({ value: String(rol), label: `${rol}: ${roleNames[rol]}`, refusal: whyNotSetRole(user, rol) }))
}

function readRole(typed: string, user: User): Read<Role> {
  const rol = roles.find((role) => String(role) === typed)
  if (rol === undefined) return { value: null, refusal: 'Choose a role.' }
  const refusal = whyNotSetRole(user, rol)
  return refusal === null ? { value: rol, refusal } : { value: null, refusal }
}
