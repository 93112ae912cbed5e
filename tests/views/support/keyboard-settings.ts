import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, vi } from 'vitest'
import { type Preferences, PreferencesChange, withChange } from '../../../src/contract/preferences.ts'
import { loadCommands } from '../../../src/layout/commands/commands-now.ts'
import { consoleDialog } from '../../../src/layout/commands/console-dialog.ts'
import { preferencesNow, startPreferences } from '../../../src/layout/session/preferences.ts'
import { everyConsoleReply } from './every-console.ts'

/** A server that stores preferences, empty before each test. `start` signs in an account with some. */
export function servePreferences() {
  /** The preferences that the server stores. */
  let kept: Preferences

  // The dialog lists every command.
  beforeAll(() => Promise.all([loadCommands(), import('../../../src/layout/keyboard/keyboard-settings.tsx')]))

  beforeEach(() => {
    kept = {}
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const reply = everyConsoleReply(url, init)
      if (reply) return reply
      if (!url.endsWith('/auth/me/preferences')) return new Promise(() => {})
      kept = withChange(kept, PreferencesChange.parse(JSON.parse(init.body as string)))
      return Promise.resolve(Response.json(kept))
    })
  })

  return {
    kept: () => kept,
    start: (preferences: Preferences = {}) => {
      kept = preferences
      startPreferences(preferences, 1)
    },
  }
}

/** Opens the settings. Finds its hundreds of buttons by attribute, because queries by role are slow. */
export async function open(): Promise<HTMLElement> {
  consoleDialog.set('shortcut-settings')
  return (await screen.findByLabelText('Search the commands')).closest<HTMLElement>('[role=dialog]') ?? document.body
}

export const keysOf = () => preferencesNow().keys ?? {}
