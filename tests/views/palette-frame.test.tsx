import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdCalls, openPalette, press, renderConsole } from './palette-harness.tsx'

beforeEach(() => {
  localStorage.clear()
  holdCalls()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const beside = () => {
  const backdrop = screen.getByRole('dialog').parentElement
  if (!backdrop) throw new Error('The dialog has nothing around it.')
  return backdrop
}

test('Tab cycles within the palette', async () => {
  await renderConsole()
  const input = await openPalette()
  press('Tab', { shiftKey: true })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'close' }))
  press('Tab')
  expect(document.activeElement).toBe(input)
})

test('a press outside closes the palette; one that only ends outside does not', async () => {
  await renderConsole()
  await openPalette()
  fireEvent.mouseDown(screen.getByRole('combobox'))
  fireEvent.click(beside())
  expect(screen.queryByRole('dialog')).not.toBeNull()
  fireEvent.mouseDown(beside())
  fireEvent.click(beside())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the page behind is inert and does not scroll, but its messages stay usable; closing restores it', async () => {
  await renderConsole()
  const page = screen.getByRole('main')
  const app = page.parentElement
  if (!app) throw new Error('The page stands nowhere.')
  app.id = 'app'
  const messages = document.createElement('section')
  messages.setAttribute('aria-live', 'polite')
  app.append(messages)
  const search = screen.getByLabelText('Page search')
  search.focus()
  await openPalette()
  expect([page.inert, messages.inert, document.body.style.overflow]).toEqual([true, false, 'hidden'])
  press('Escape')
  expect([page.inert, messages.inert, document.body.style.overflow]).toEqual([false, false, ''])
  expect(document.activeElement).toBe(search)
})
