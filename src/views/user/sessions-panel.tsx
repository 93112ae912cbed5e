import { SignOutIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { runMutation } from '../../api/run-mutation.ts'
import { endSessionMutation, userSessionsQuery } from '../../api/user-sessions.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { formatDateTime } from '../../contract/dates.ts'
import type { UserSession } from '../../contract/user-sessions.ts'
import type { UserAccount } from '../../contract/users.ts'
import { useAsk } from '../../layout/commands/use-ask.ts'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import { CommandButton } from '../../layout/menus/command-button.tsx'
import { deviceOf, sessionColumns } from '../../layout/records/session-columns.tsx'

/** A person's sessions, to end one or all. */
export function SessionsPanel({ user, target }: { user: UserAccount; target: Target }) {
  const result = useQuery(userSessionsQuery(user.id))
  const ask = useAsk()
  const { id, name } = user
  const end = (session: UserSession) => {
    const device = deviceOf(session.userAgent)
    ask({
      id: `user.end-session-${session.id}`,
      title: `End the session of ${name}`,
      section: 'Staff account',
      icon: SignOutIcon,
      needs: 'staff.manage',
      question: session.isCurrent ? 'End your own session?' : `End the session of ${name}?`,
      body: session.isCurrent
        ? `You are signed out here (${device}), and have to sign in again.`
        : `${name} (#${id}) is signed out on ${device}, signed in from ${session.ip ?? 'an unknown address'} since ${formatDateTime(session.createdAt)}.`,
      confirmLabel: 'End session',
      run: async (client) => {
        await runMutation(client, endSessionMutation(), { id, sessionId: session.id })
        return { message: `Session ended: ${name}.` }
      },
    })
  }
  const isSignedOut = result.data?.rows.length === 0
  return (
    <Panel
      title="Sessions"
      isWide
      aside={
        isSignedOut ? null : (
          <CommandButton id="user.end-sessions" target={target} icon={SignOutIcon} size="small">
            End all
          </CommandButton>
        )
      }
    >
      {() => (
        <PanelRows label="Sessions" result={result} columns={sessionColumns(end)} emptyText={`${user.name} is not signed in anywhere.`} />
      )}
    </Panel>
  )
}
