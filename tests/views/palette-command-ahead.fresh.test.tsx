import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdCalls, press, renderConsole } from './palette-harness.tsx'

// As in palette-typing-ahead.fresh.test.tsx, the palette's code is still loading while keys are pressed.
beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => {})
})
afterEach(cleanup)

test('a command typed and entered before the palette has loaded still runs', async () => {
  holdCalls()
  const { at } = await renderConsole()
  press('k', { ctrlKey: true })
  expect(screen.queryByRole('combobox')).toBeNull()
  fireEvent.change(screen.getByRole('textbox', { name: 'Find or run a command' }), { target: { value: 'go to invoices' } })
  press('Enter')
  // All of the palette's code is read and compiled here.
  await waitFor(() => expect(at()).toBe('/invoices'), { timeout: 60_000 })
}, 90_000)
