import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { questions } from '../../src/layout/commands/questions.ts'
import { enterText, holdCalls, luis, luisWith, openPalette, press, renderConsole } from './palette-harness.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  questions.set([])
  vi.unstubAllGlobals()
})

const focused = () => document.activeElement?.textContent

test('Ctrl+Z takes away the toast that offers to undo the same change, and no other', async () => {
  const { call } = holdCalls()
  await renderConsole(luis)
  for (const [keys, confirm, auditId] of [
    ['a b', 'Ban', 31],
    ['a w', 'Add', 32],
  ] as const) {
    for (const key of keys.split(' ')) press(key)
    fireEvent.click(await screen.findByRole('button', { name: confirm }))
    await (await call(auditId === 31 ? /PATCH .*ban/ : /^PATCH \/customers\/5$/)).answer({ success: true, auditId, undoable: true })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await screen.findByText('Added to the whitelist: Luis Prat.')
  press('z', { ctrlKey: true })
  const undone = { success: true, undoes: 32, action: 'customer.whitelist', targetType: 'customer', targetId: 5 }
  await (await call(/^POST \/undo$/)).answer({ ...undone, message: 'Whitelisting of Luis Prat was undone.' })
  await screen.findByText('Whitelisting of Luis Prat was undone.')
  await waitFor(() => expect(screen.queryByText('Added to the whitelist: Luis Prat.')).toBeNull())
  expect(screen.getByText('Luis Prat is banned.')).toBeDefined()
})

test('a reversible action names the customer, focuses its own button, runs once and offers undo', async () => {
  const { call, calls } = holdCalls()
  await renderConsole(luis)
  press('a')
  press('b')
  const dialog = await screen.findByRole('alertdialog', { name: 'Ban Luis Prat?' })
  expect(dialog.textContent).toContain('luis@prat.es, #5')
  expect(dialog.textContent).toContain('Can be undone for 10 minutes.')
  await waitFor(() => expect(focused()).toContain('Ban'))
  const button = screen.getByRole('button', { name: 'Ban' })
  // Red is what is final, and has no focus to begin with.
  expect(button.dataset['variant']).toBe('primary')
  fireEvent.click(button)
  fireEvent.click(button)
  const ban = await call(/PATCH \/customers\/5\/ban/)
  await ban.answer({ success: true, banned: true, auditId: 31, undoable: true })
  await screen.findByText('Luis Prat is banned.')
  expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  const undo = await call(/POST \/undo/)
  expect(undo.body).toEqual({ auditId: 31 })
  await undo.answer({
    success: true,
    action: 'customer.ban',
    targetType: 'customer',
    targetId: 5,
    message: 'Luis Prat is no longer banned.',
  })
  await screen.findByText('Luis Prat is no longer banned.')
})

test('Escape runs nothing and returns the focus', async () => {
  const { calls } = holdCalls()
  await renderConsole(luis)
  const button = screen.getByRole('button', { name: 'Actions' })
  button.focus()
  press('a')
  press('b')
  await screen.findByRole('alertdialog')
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('a failure is shown in the dialog, which stays open for a retry', async () => {
  const { call, calls } = holdCalls()
  await renderConsole(luis)
  press('a')
  press('b')
  fireEvent.click(await screen.findByRole('button', { name: 'Ban' }))
  await (await call(/PATCH/)).fail(500, 'The database is away.')
  await screen.findByText('Not done: The database is away.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(2))
  await (await call(/PATCH/)).answer({ success: true, banned: true })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a toast reports a failure if the dialog was closed during the action', async () => {
  const { call } = holdCalls()
  await renderConsole(luis)
  press('a')
  press('b')
  fireEvent.click(await screen.findByRole('button', { name: 'Ban' }))
  const ban = await call(/PATCH/)
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await ban.fail(500, 'The database is away.')
  await screen.findByText(/Ban Luis Prat: not done/)
})

test('an irreversible action focuses no button, so that Enter does and closes nothing, and says that it cannot be undone', async () => {
  holdCalls()
  await renderConsole(luisWith({ subscriptionInfo: { willCancel: true, requiresAction: false } }))
  press('s')
  press('i')
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel the subscription of Luis Prat immediately?' })
  expect(dialog.textContent).toContain('This cannot be undone.')
  await waitFor(() => expect(focused()).toContain('ends now'))
  press('Enter')
  expect(dialog.textContent).toContain('Nothing changed. Press Ctrl+Enter to cancel immediately.')
})

test('an action at the payment provider that can be undone says so, without a warning', async () => {
  holdCalls()
  await renderConsole(luis)
  press('s')
  press('c')
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel the subscription of Luis Prat at period end?' })
  expect(dialog.textContent).toContain('Can be undone for 10 minutes.')
  expect(dialog.textContent).not.toContain('cannot be undone')
})

test('a confirmation from the palette replaces it and names the same customer', async () => {
  const { call } = holdCalls()
  await renderConsole(luis)
  await openPalette()
  enterText('ban')
  press('Enter')
  await screen.findByRole('alertdialog', { name: 'Ban Luis Prat?' })
  expect(screen.queryByRole('combobox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Ban' }))
  expect((await call(/PATCH \/customers\/5\/ban/)).body).toEqual({ banned: true })
})

test('Ctrl+Z undoes the last change, but not in fields, and shows a conflict', async () => {
  const { call, calls } = holdCalls()
  await renderConsole()
  press('/')
  press('z', { ctrlKey: true })
  expect(calls).toEqual([])
  screen.getByLabelText('Page search').blur()
  press('z', { ctrlKey: true })
  const undo = await call(/POST \/undo/)
  expect(undo.body).toEqual({})
  await undo.answer({ statusCode: 409, error: 'nothing_to_undo', message: 'There is nothing to undo.' }, 409)
  await screen.findByText(/There is nothing to undo/)
})

test('Ctrl+Z after an irreversible action says what a second press undoes, and only that undoes it', async () => {
  const { call, calls } = holdCalls()
  await renderConsole(luisWith({ subscriptionInfo: { willCancel: true, requiresAction: false } }))
  press('s')
  press('i')
  await screen.findByRole('alertdialog')
  press('Enter', { ctrlKey: true })
  await (await call(/PATCH .*cancel-immediately/)).answer({ success: true })
  await screen.findByText('Subscription canceled immediately: Luis Prat.')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  press('z', { ctrlKey: true })
  const first = await call(/^POST \/undo$/)
  expect(first.body).toEqual({})
  const message = '‘Canceled immediately: Luis Prat’ can’t be undone.'
  const details = { past: '31', next: 'Note of Ana Ruiz' }
  await first.answer({ statusCode: 409, error: 'nothing_to_undo', message, details }, 409)
  await screen.findByText(`${message} Press Ctrl Z again to undo: Note of Ana Ruiz`)
  press('z', { ctrlKey: true })
  const bodies = () => calls.filter(({ method, path }) => method === 'POST' && path === '/undo').map(({ body }) => body)
  await waitFor(() => expect(bodies()).toEqual([{}, { past: 31 }]))
})
