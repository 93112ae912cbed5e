import { SignOutIcon } from '@primer/octicons-react'
import { Label } from '@primer/react'
import { useQuery } from '@tanstack/react-query'
import Bowser from 'bowser'
import { runMutation } from '../../api/run-mutation.ts'
import { endSessionMutation, userSessionsQuery } from '../../api/users.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { formatDateTime } from '../../contract/dates.ts'
import type { UserAccount, UserSession } from '../../contract/users.ts'
import { useAsk } from '../../layout/commands/use-ask.ts'
import { Ago } from '../../layout/kit/ago.tsx'
import { Button } from '../../layout/kit/button.tsx'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { CommandButton } from '../../layout/menus/command-button.tsx'

/** A session's device, 'Firefox on Windows'; the raw user agent if unknown. */
export function deviceOf(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown device'
  const { browser, os, platform } = Bowser.parse(userAgent)
  const system = platform.model ?? os.name
  if (browser.name === undefined || browser.name === '') return userAgent
  return system === undefined ? browser.name : `${browser.name} on ${system}`
}

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
      {() => <PanelRows label="Sessions" result={result} columns={columnsOf(end)} emptyText={`${user.name} is not signed in anywhere.`} />}
    </Panel>
  )
}

const columnsOf = (end: (session: UserSession) => void): readonly PanelColumn<UserSession>[] => [
  {
    header: 'Device',
    text: ({ userAgent }) => userAgent ?? '',
    cell: (session) => (
      <>
        <span>{deviceOf(session.userAgent)}</span> {session.isCurrent ? <Label variant="accent">this one</Label> : null}
      </>
    ),
  },
  { header: 'Address', cell: ({ ip }) => ip ?? '—' },
  { header: 'Started', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { header: 'Last seen', cell: ({ lastSeenAt }) => <Ago at={lastSeenAt} /> },
  {
    header: 'End',
    cell: (session) => (
      <Button
        size="small"
        aria-label={`End the session: ${deviceOf(session.userAgent)}, ${session.ip ?? 'unknown address'}`}
        onClick={() => end(session)}
      >
        End
      </Button>
    ),
  },
]
