import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListHandle } from '../../src/commands/engine/context.ts'
import { forgetRecent, recentRecords, rememberRecord } from '../../src/layout/commands/recent.ts'
import { useListHandle } from '../../src/layout/commands/use-commands.ts'
import { enterText, holdCalls, luis, openPalette, press, renderConsole, rows, user } from './palette-harness.tsx'

beforeEach(() => {
  localStorage.clear()
  holdCalls()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a key sequence shows the possible next keys and goes to its page', async () => {
  const { at } = await renderConsole()
  press('g')
  expect(screen.getByText('Invoices')).toBeDefined()
  press('i')
  await waitFor(() => expect(at()).toBe('/invoices'))
  expect(screen.queryByText('Invoices')).toBeNull()
})

test('a key sequence times out', async () => {
  const { at } = await renderConsole()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  press('g')
  vi.advanceTimersByTime(4000)
  press('i')
  vi.useRealTimers()
  expect(at()).toBe('/start')
})

test.each([
  ['on repeat', { repeat: true }],
  ['while text is composed', { isComposing: true }],
  ['with Ctrl', { ctrlKey: true }],
  ['with Alt', { altKey: true }],
])('does not start a key sequence %s', async (_name, over) => {
  await renderConsole()
  press('g', over)
  expect(screen.queryByText('Invoices')).toBeNull()
})

test('shortcuts are disabled while typing, except the palette’s, which returns focus on close', async () => {
  await renderConsole()
  const search = screen.getByLabelText('Page search')
  press('/')
  expect(document.activeElement).toBe(search)
  press('g')
  expect(screen.queryByText('Invoices')).toBeNull()
  await openPalette()
  press('k', { ctrlKey: true })
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  expect(document.activeElement).toBe(search)
})

test.each([
  ['a select', <select key="s" aria-label="Widget" />],
  ['editable text', <div key="e" contentEditable="true" suppressContentEditableWarning tabIndex={0} aria-label="Widget" role="textbox" />],
  [
    'a menu',
    <div key="m" role="menu">
      <button type="button" role="menuitem" aria-label="Widget" />
    </div>,
  ],
  [
    'a dialog',
    <div key="d" role="dialog" aria-modal="true" aria-label="Other">
      <button type="button" aria-label="Widget" />
    </div>,
  ],
])('shortcuts are disabled inside %s', async (_name, widget) => {
  await renderConsole(null, widget)
  screen.getByLabelText('Widget').focus()
  press('g')
  expect(screen.queryByText('Invoices')).toBeNull()
})

test('matches keys by position on a Cyrillic layout and by character on AZERTY', async () => {
  const { at } = await renderConsole()
  press('п', { code: 'KeyG' })
  press('ш', { code: 'KeyI' })
  await waitFor(() => expect(at()).toBe('/invoices'))
  press('g', { code: 'KeyG' })
  press('q', { code: 'KeyA' })
  await waitFor(() => expect(at()).toBe('/qrs'))
})

test('Escape closes only the topmost layer', async () => {
  await renderConsole()
  press('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await openPalette()
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('list keys control the list: movement repeats, and Enter is left to a focused control', async () => {
  const did: string[] = []
  const list: ListHandle = {
    move: (step) => void did.push(`move ${step}`),
    open: (newTab) => void did.push(`open ${newTab}`),
    openRowMenu: () => void did.push('menu'),
    page: (step) => void did.push(`page ${step}`),
    hasNextPage: true,
    hasPreviousPage: false,
    isEmpty: false,
  }
  const List = () => {
    useListHandle(list)
    return (
      <button type="button" aria-label="Control">
        x
      </button>
    )
  }
  await renderConsole(null, <List />)
  press('j')
  // Real key events never arrive within one task.
  await new Promise((resolve) => setTimeout(resolve))
  press('j', { repeat: true })
  press('ArrowUp')
  press('Enter')
  press('Enter', { ctrlKey: true })
  press('.')
  press(']')
  press('[')
  expect(did).toEqual(['move 1', 'move 1', 'move -1', 'open false', 'open true', 'menu', 'page 1'])
  expect(screen.getByText(/unavailable: This is the first page/)).toBeDefined()
  screen.getByLabelText('Control').focus()
  press('Enter')
  expect(did).toHaveLength(7)
})

test('the page menu works by keyboard and shows shortcuts and why actions are unavailable', async () => {
  await renderConsole(luis)
  press('.')
  const menu = screen.getByRole('menu', { name: 'Actions: Luis Prat' })
  const focused = () => document.activeElement?.textContent
  expect(focused()).toContain('Write a note')
  press('ArrowUp')
  expect(focused()).toMatch(/^Not possible now \(\d+\)$/)
  const fold = document.activeElement
  if (!(fold instanceof HTMLElement)) throw new Error('no fold')
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(fold)
  press('ArrowUp')
  press('End')
  expect(focused()).toContain('Copy provider id')
  expect(focused()).toContain('unavailable: Unknown to the payment provider.')
  press('Home')
  for (let step = 0; step < 7; step++) press('ArrowDown')
  expect(focused()).toContain('Ban Luis Prat')
  expect(focused()).toContain('a then b')
  press('c')
  expect(focused()).toMatch(/^Copy \(\d\)$/)
  if (document.activeElement instanceof HTMLElement) fireEvent.click(document.activeElement)
  press('ArrowDown')
  expect(focused()).toContain('Copy email')
  press('ArrowDown')
  expect(focused()).toContain('Copy id')
  press('Escape')
  expect(menu.isConnected).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' }))
})

test('typing the name of an unavailable action focuses its collapsed section', async () => {
  await renderConsole(luis)
  press('.')
  for (const letter of 'restore') press(letter)
  expect(document.activeElement?.textContent).toMatch(/^Not possible now/)
})

test('a click outside closes the menu', async () => {
  await renderConsole(luis)
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }))
  expect(screen.getByRole('menu')).toBeDefined()
  fireEvent.pointerDown(document.body)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

test('the shortcut sheet lists the registry’s commands and can be searched', async () => {
  await renderConsole()
  press('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(sheet.textContent).toContain('Ban or unban')
  fireEvent.change(screen.getByLabelText('Search the keys'), { target: { value: 'invoice' } })
  expect(sheet.textContent).not.toContain('Ban or unban')
  expect(sheet.textContent).toContain('Invoices')
})

test('remembers ten records per user, forgets them on sign-out and ignores corrupt storage', async () => {
  for (let id = 1; id <= 12; id++)
    rememberRecord(user.id, { type: 'customer', id, label: `Customer ${id}`, detail: '', href: `/customers/${id}` })
  expect(recentRecords(user.id).map(({ id }) => id)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(recentRecords(8)).toEqual([])
  await renderConsole()
  await openPalette()
  expect(rows()[0]).toContain('Customer 12')
  enterText('log out')
  press('Enter')
  await waitFor(() => expect(recentRecords(user.id)).toEqual([]))
  localStorage.setItem(`palette.recent.${user.id}`, '[{"type":"customer","id":1,"label":"x","detail":"","href":"//evil"},')
  expect(recentRecords(user.id)).toEqual([])
  localStorage.setItem(`palette.recent.${user.id}`, '[{"type":"customer","id":1,"label":"x","detail":"","href":"//evil.example"}]')
  expect(recentRecords(user.id)).toEqual([])
  forgetRecent(user.id)
})
