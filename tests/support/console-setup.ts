import { format } from 'node:util'
import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { learnFeatures } from '../../src/api/features.ts'
import { features } from '../../src/contract/features.ts'
import { dropWaitingToasts } from '../../src/layout/kit/toasts.tsx'
import { startPreferences } from '../../src/layout/session/preferences.ts'
import { signOut } from '../../src/layout/session/session.ts'
import { endVisit } from '../../src/layout/session/visit.ts'
import { takeTouchedTexts } from './translated-texts.ts'

// Lazily loaded parts are slow on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// Defaults: our own admin API, empty preferences, and no toast left from an earlier test.
beforeEach(() => {
  dropWaitingToasts()
  learnFeatures(features)
  startPreferences({}, 0)
})

/** What the console complained of during a test. Tests that expect a complaint replace `console.error` themselves. */
const complaints: string[] = []
for (const level of ['error', 'warn'] as const) console[level] = (...given: unknown[]) => void complaints.push(format(...given))

// Test files share a browser window and its loaded modules, so each test cleans up and ends its visit, and with it open dialogs, menus and selections. Nobody stays signed in either: the log-out of a
// later test would wait for a server, and then clear the selections and focused rows of whichever test is running.
afterEach(async () => {
  const touched = takeTouchedTexts()
  toast.dismiss()
  cleanup()
  vi.useRealTimers()
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  await signOut()
  endVisit()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  const complained = complaints.splice(0)
  if (complained.length > 0) throw new Error(`The console complained:\n${complained.join('\n')}`)
  if (touched.length > 0) throw new Error(`In a translated page these texts would be gone:\n${touched.join('\n')}`)
})

// Code that is still being fetched when a file ends could never be loaded by the files after it.
afterAll(() => vi.dynamicImportSettled())
