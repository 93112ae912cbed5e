import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, vi } from 'vitest'
import { learnFeatures } from '../../src/api/features.ts'
import { features } from '../../src/contract/features.ts'

// A machine with other work to do takes its time over what is fetched lazily.
configure({ asyncUtilTimeout: 15_000 })

// Our own admin API, unless a test says otherwise.
beforeEach(() => learnFeatures(features))

// Files share one browser window, and with it the modules that they load: each test leaves it as it found it.
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
