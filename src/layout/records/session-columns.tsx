import { Label } from '@primer/react'
import Bowser from 'bowser'
import type { UserSession } from '../../contract/user-sessions.ts'
import { Ago } from '../kit/ago.tsx'
import { Button } from '../kit/button.tsx'
import type { PanelColumn } from '../list/panel/panel-table.tsx'

/** A session's device, 'Firefox on Windows'; the raw user agent if unknown. */
export function deviceOf(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown device'
  const { browser, os, platform } = Bowser.parse(userAgent)
  const system = platform.model ?? os.name
  if (browser.name === undefined || browser.name === '') return userAgent
  return system === undefined ? browser.name : `${browser.name} on ${system}`
}

/** Sessions, each with a button that ends it. */
export const sessionColumns = (end: (session: UserSession) => void): readonly PanelColumn<UserSession>[] => [
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
