import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anaFound, holdCalls, press, renderConsole } from './palette-harness.tsx'

// The palette's code is not prefetched, so it is still loading while keys are pressed. This works for only one test per file.
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('keeps the text and an Enter from before the palette has loaded', async () => {
  const { call } = holdCalls()
  const { at } = await renderConsole()
  press('/')
  const search = screen.getByLabelText<HTMLInputElement>('Page search')
  press('k', { ctrlKey: true })
  expect(screen.queryByRole('combobox')).toBeNull()
  const waiting = screen.getByRole<HTMLInputElement>('textbox', { name: 'Find or run a command' })
  expect(document.activeElement).toBe(waiting)
  fireEvent.paste(waiting, { clipboardData: { getData: () => 'ana@cafesol.es\nluis@prat.es' } })
  expect(waiting.value).toBe('ana@cafesol.es, luis@prat.es')
  fireEvent.change(waiting, { target: { value: 'ana@cafesol.es' } })
  press('Enter')
  // All of the palette's code is read and compiled here.
  const input = await screen.findByRole<HTMLInputElement>('combobox', {}, { timeout: 60_000 })
  await waitFor(() => expect(document.activeElement).toBe(input))
  expect(input.value).toBe('ana@cafesol.es')
  expect(search.value).toBe('')
  await (await call(/find\/ana/)).answer(anaFound)
  await waitFor(() => expect(at()).toBe('/customers/8812'))
}, 90_000)
