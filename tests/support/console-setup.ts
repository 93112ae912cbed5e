import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, vi } from 'vitest'
import { learnFeatures } from '../../src/api/features.ts'
import { features } from '../../src/contract/features.ts'

// Lazily loaded parts are slow on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// Our own admin API, unless a test says otherwise.
beforeEach(() => learnFeatures(features))

// Test files share a browser window and its loaded modules, so each test cleans up.
afterEach(() => {
  toast.dismiss()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
