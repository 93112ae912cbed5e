import {
  CheckCircleIcon,
  CircleSlashIcon,
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
import { endAllSessionsMutation } from '../api/user-sessions.ts'
import {
  deleteUserMutation,
  disableUserMutation,
  resetTwoFactorMutation,
  unlockUserMutation,
  updateUserMutation,
  userQuery,
} from '../api/users.ts'
import {
  whyNotDeleteUser,
  whyNotDisableUser,
  whyNotEnableUser,
  whyNotResetTwoFactor,
  whyNotSetRole,
  whyNotUnlockUser,
} from '../contract/user-rules.ts'
import { roles, roleText } from '../contract/users.ts'
import { type Command, command } from './engine/command.ts'
import { describeUser } from './engine/target-name.ts'
import type { Targets } from './engine/targets.ts'
import { change } from './shared/change.ts'
import { choiceStep } from './shared/choice-step.ts'
import { commandsOn } from './shared/commands-on.ts'
import { copiesOf } from './shared/copies.ts'
import { isAt } from './shared/is-at.ts'

const section = 'Staff account'
const needs = 'staff.manage'
const onUser = commandsOn('user', { section, needs })
const copy = copiesOf('user', { section })

const pageOf = ({ id }: Targets['user']) => `/users/${id}`

/** Commands on staff accounts (document 1, sections 2, 4 and 6; rulings 5 and 10). */
export const userCommands: readonly Command[] = [
  command({
    id: 'user.create',
    title: 'Add a staff account',
    section: 'Admin',
    icon: PersonAddIcon,
    aka: [
      'Add staff user',
      'Add staff member',
      'New staff member',
      'New staff user',
      'Invite staff',
      'Create staff',
      'Invite a colleague',
      'Add a colleague',
      'Create staff user',
      'Create staff account',
      'Create user',
      'New user',
    ],
    keywords: 'user colleague new create member',
    keys: 'u a',
    needs,
    href: '/users/create',
    withEmail: (email) => `/users/create?email=${encodeURIComponent(email)}`,
    run: (context) => context.navigate('/users/create'),
  }),
  onUser({
    verb: 'edit',
    title: 'Edit',
    icon: PencilIcon,
    aka: ['Reset password', 'Set password', 'Change password'],
    keywords: 'open name password change',
    keys: 'u e',
    places: ['row-menu'],
    isOffered: (context, user) => !isAt(context, pageOf(user)),
    run: (context, user) => context.navigate(pageOf(user)),
  }),
  onUser({
    verb: 'set-role',
    title: 'Change role',
    icon: PersonIcon,
    aka: ['Make role', 'Give role'],
    keywords: 'rol promote demote rights admin make',
    keys: 'u l',
    feature: 'fields',
    args: {
      rol: choiceStep({
        title: 'Role',
        ask: 'Choose a role.',
        values: roles,
        label: roleText,
        keywords: { 1: ['promote', 'admin'], 2: ['demote'] },
        whyNot: whyNotSetRole,
      }),
    },
    whyNot: (user) => whyNotSetRole(user),
    danger: (user, { rol }) => ({
      title: `Change the role of ${user.name}?`,
      body: `${describeUser(user)}: role ${roleText(user.rol)} → ${roleText(rol)}. They are signed out everywhere.`,
      confirmLabel: `Give role ${rol}`,
      undoable: true,
    }),
    change: ({ id, version, name }, { rol }) => change(updateUserMutation(), { id, rol, version }, `Role ${rol} given: ${name}.`),
  }),
  onUser({
    verb: 'reset-two-factor',
    title: 'Reset two-factor authentication',
    aka: [
      'Disable 2FA',
      'Remove 2FA',
      'Remove two-factor authentication',
      'Disable two-factor authentication',
      'Reset two-factor verification',
      'Lost phone',
    ],
    icon: ShieldLockIcon,
    keywords: '2fa two factor authenticator code phone off',
    keys: 'u r',
    whyNot: whyNotResetTwoFactor,
    danger: (user) => ({
      title: `Reset two-factor authentication of ${user.name}?`,
      body: `${describeUser(user)} is signed out everywhere, and sets up two-factor authentication again at the next sign-in.${user.passkeys > 0 ? ' Their passkeys are removed.' : ''} Until then, the password alone is enough to do that.`,
      confirmLabel: 'Reset',
    }),
    change: ({ id, name }) => change(resetTwoFactorMutation(id), undefined, `Two-factor authentication reset: ${name}.`),
  }),
  onUser({
    verb: 'unlock',
    feature: 'locks',
    title: 'Unlock sign-in',
    icon: UnlockIcon,
    aka: ['Locked out', 'Cannot log in', 'Cannot sign in'],
    keywords: 'locked attempts password account lift',
    keys: 'u u',
    whyNot: whyNotUnlockUser,
    change: ({ id, name }) => change(unlockUserMutation(), { id }, `Sign-in unlocked: ${name}.`),
  }),
  onUser({
    verb: 'end-sessions',
    title: 'End all sessions',
    icon: SignOutIcon,
    keywords: 'sign out log out everywhere revoke',
    keys: 'u s',
    feature: 'sessions',
    danger: (user) => ({
      title: `End all sessions of ${user.name}?`,
      body: `${describeUser(user)} is signed out everywhere, and can sign in again. Browsers that they used before count as new ones.`,
      confirmLabel: 'End all',
    }),
    change: ({ id, name }) =>
      change(endAllSessionsMutation(), { id }, ({ ended }) => {
        return ended === 0 ? `There was no session: ${name}.` : `Sessions ended: ${name} (${ended}).`
      }),
  }),
  onUser({
    verb: 'disable',
    title: 'Switch off',
    aka: ['Disable', 'Deactivate', 'Suspend', 'Lock out', 'Turn off'],
    icon: CircleSlashIcon,
    keywords: 'account deactivate suspend block access leave',
    keys: 'u x',
    feature: 'account',
    isOffered: (_context, { disabledAt }) => disabledAt === null,
    whyNot: (user, context) => whyNotDisableUser(user, context.user.id),
    danger: (user) => ({
      title: `Switch off the account of ${user.name}?`,
      body: `${describeUser(user)} is signed out everywhere and cannot sign in. Their name stays on everything they did.`,
      confirmLabel: 'Switch off',
      wayBack: '‘Switch on’ lets them in again.',
      restores: true,
    }),
    change: ({ id, name, version }) => change(disableUserMutation(), { id, disabled: true, version }, `Switched off: ${name}.`),
  }),
  onUser({
    verb: 'enable',
    title: 'Switch on',
    aka: ['Enable', 'Reactivate', 'Activate', 'Turn on'],
    icon: CheckCircleIcon,
    keywords: 'account reactivate access again',
    keys: 'u n',
    feature: 'account',
    isOffered: (_context, { disabledAt }) => disabledAt !== null,
    whyNot: whyNotEnableUser,
    change: ({ id, name, version }) => change(disableUserMutation(), { id, disabled: false, version }, `Switched on: ${name}.`),
  }),
  onUser({
    verb: 'delete',
    removes: true,
    title: 'Remove',
    icon: TrashIcon,
    aka: ['Delete', 'Delete account', 'Delete user'],
    keywords: 'delete user account',
    keys: 'u d',
    whyNot: (user, context) => whyNotDeleteUser(user, context.user.id),
    danger: (user) => ({
      title: `Remove ${user.name}?`,
      body: `${describeUser(user)} is signed out everywhere and can no longer sign in. What they did stays in the audit trail.`,
      confirmLabel: 'Yes',
      declineLabel: 'No',
      progress: `Removing ${user.name}…`,
      mustType: user.email,
    }),
    failureTitle: 'Failed to remove user.',
    run: async (context, user) => {
      const outcome = await change(deleteUserMutation(), { id: user.id }, `User removed: ${user.name}.`).make(context)
      if (isAt(context, pageOf(user))) context.navigate('/users')
      // Don't refetch now: its page is still mounted for a moment and would show a 404.
      void context.queryClient.invalidateQueries({ queryKey: userQuery(user.id).queryKey, refetchType: 'none' })
      return outcome
    },
  }),
  onUser({
    verb: 'show-changes',
    title: 'Show what they did',
    genericTitle: 'Show what a member of staff did',
    icon: HistoryIcon,
    keywords: 'audit trail log history changes actions did do',
    keys: 'u h',
    needs: 'audit.read',
    feature: 'audit',
    run: (context, user) => context.navigate(`/audit?actor=${encodeURIComponent(user.email)}`),
  }),
  copy({ verb: 'copy-email', what: 'email', icon: MailIcon, keys: 'y e', of: ({ email }) => email }),
  copy({ verb: 'copy-id', what: 'id', icon: NumberIcon, keys: 'y i', of: ({ id }) => String(id) }),
]
