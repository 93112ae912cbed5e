import { SignOutIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { endOwnSessionMutation, ownSessionsQuery } from '../../api/account.ts'
import { runMutation } from '../../api/run-mutation.ts'
import type { UserSession } from '../../contract/user-sessions.ts'
import { useAsk } from '../../layout/commands/use-ask.ts'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import { CommandButton } from '../../layout/menus/command-button.tsx'
import { deviceOf, sessionColumns } from '../../layout/records/session-columns.tsx'

/** Where the person is signed in, to end one or all others. */
export function OwnSessionsPanel() {
  const result = useQuery(ownSessionsQuery())
  const ask = useAsk()
  const end = (session: UserSession) => {
    const device = deviceOf(session.userAgent)
    ask({
      id: `account.end-session-${session.id}`,
      title: session.isCurrent ? 'End this session?' : `End the session on ${device}?`,
      section: 'Your account',
      icon: SignOutIcon,
      body: session.isCurrent ? 'You are signed out here, and have to sign in again.' : `You are signed out on ${device}.`,
      confirmLabel: 'End session',
      run: async (client) => {
        await runMutation(client, endOwnSessionMutation(), { id: session.id })
        return { message: `Session ended: ${device}.` }
      },
    })
  }
  const hasOthers = (result.data?.rows.length ?? 0) > 1
  return (
    <Panel
      title="Sessions"
      isWide
      aside={
        hasOthers ? (
          <CommandButton id="account.end-other-sessions" place="own-account" target={null} icon={SignOutIcon} size="small">
            End all others
          </CommandButton>
        ) : null
      }
    >
      {() => <PanelRows label="Your sessions" result={result} columns={sessionColumns(end)} emptyText="You are signed in nowhere." />}
    </Panel>
  )
}
