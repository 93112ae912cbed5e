import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { holdCalls, press, renderConsole } from './palette-harness.tsx'

const batch = '5f0c9f6e-9d0b-4d5e-8d55-1d4f0c2f9a11'

const change = (auditId: number, what: string, more: { batch?: string; refusal?: string } = {}) => ({
  auditId,
  batch: null,
  at: 1_781_510_400,
  what,
  refusal: null,
  ...more,
})

/** Opens the list with its shortcut; the server's answer is still pending. */
async function open() {
  const held = holdCalls()
  await renderConsole()
  press('z', { shiftKey: true })
  const dialog = await screen.findByRole('dialog', { name: 'Undo history' })
  return { ...held, dialog }
}

const undoing = (what: string) => screen.findByRole('button', { name: `Undo: ${what}` })

describe('the undo list', () => {
  test('shows each change and its deadline; undoing one confirms it and reloads the list', async () => {
    const { call, calls, dialog } = await open()
    await (await call(/^GET \/undo$/)).answer({ changes: [change(9, 'Ban of Ana López'), change(8, 'Note of Bo')] })
    expect(within(await screen.findByRole('list')).getAllByRole('listitem')).toHaveLength(2)
    expect(document.activeElement).toBe(await undoing('Ban of Ana López'))
    expect(dialog.textContent).toMatch(/, can be undone until 10:10:00/)
    expect(dialog.querySelector('time')?.title).toMatch(/10:00:00$/)
    fireEvent.click(await undoing('Ban of Ana López'))
    const undo = await call(/^POST \/undo$/)
    expect(undo.body).toEqual({ auditId: 9 })
    await undo.answer({
      success: true,
      action: 'customer.ban',
      targetType: 'customer',
      targetId: 1,
      message: 'Ban of Ana López was undone.',
    })
    await waitFor(() => expect(calls.filter(({ method, path }) => method === 'GET' && path === '/undo')).toHaveLength(2))
    await calls.at(-1)?.answer({ changes: [change(8, 'Note of Bo')] })
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(await screen.findByText('Ban of Ana López was undone.')).toBeDefined()
  })

  test('undoes a bulk change as a whole and reports what was not undone', async () => {
    const { call, calls } = await open()
    await (await call(/^GET \/undo$/)).answer({ changes: [change(9, 'Whitelisting of 3 QR codes', { batch })] })
    fireEvent.click(await undoing('Whitelisting of 3 QR codes'))
    const undo = await call(/^POST \/undo\/batch$/)
    expect(undo.body).toEqual({ batch })
    await undo.answer({ undone: 2, kept: [{ id: 3, refusal: 'Menu has been changed since.' }] })
    await waitFor(() => expect(calls.filter(({ method, path }) => method === 'GET' && path === '/undo')).toHaveLength(2))
    await calls.at(-1)?.answer({ changes: [] })
    expect(await screen.findByText(/undone for 2, 1 stay as they are\. Menu has been changed since\./)).toBeDefined()
  })

  test('says why a change can’t be undone and sends no request', async () => {
    const { call, calls } = await open()
    await (await call(/^GET \/undo$/)).answer({
      changes: [change(9, 'Ban of Ana López', { refusal: 'Ana López has been changed since.' })],
    })
    fireEvent.click(await undoing('Ban of Ana López'))
    expect(screen.getByText('Can’t be undone: Ana López has been changed since.')).toBeDefined()
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('shows a refusal from the server in the change’s own row', async () => {
    const { call } = await open()
    await (await call(/^GET \/undo$/)).answer({ changes: [change(9, 'Ban of Ana López')] })
    fireEvent.click(await undoing('Ban of Ana López'))
    await (await call(/^POST \/undo$/)).answer(
      { statusCode: 409, error: 'nothing_to_undo', message: 'Ana López has been changed since: nothing was undone.' },
      409,
    )
    expect(within(await screen.findByRole('listitem')).getByText(/Ana López has been changed since: nothing was undone\./)).toBeDefined()
  })

  test('says so if there is nothing to undo', async () => {
    const { call } = await open()
    await (await call(/^GET \/undo$/)).answer({ changes: [] })
    expect(await screen.findByText('You have nothing to undo right now.')).toBeDefined()
  })

  test('can be reloaded if loading fails', async () => {
    const { call, calls } = await open()
    await (await call(/^GET \/undo$/)).fail(500, 'No.')
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(calls.filter(({ path }) => path === '/undo')).toHaveLength(2))
    await calls.at(-1)?.answer({ changes: [change(9, 'Ban of Ana López')] })
    expect(await undoing('Ban of Ana López')).toBeDefined()
  })
})

test('two presses of the undo key undo two changes, the second once the first is done', async () => {
  const { calls, call } = holdCalls()
  await renderConsole()
  const undos = () => calls.filter(({ method, path }) => method === 'POST' && path === '/undo')
  const done = (targetId: number, message: string) => ({ success: true, action: 'customer.ban', targetType: 'customer', targetId, message })
  press('z', { ctrlKey: true })
  await call(/^POST \/undo$/)
  press('z', { ctrlKey: true })
  press('z', { ctrlKey: true, repeat: true })
  expect(undos()).toHaveLength(1)
  await undos()[0]?.answer(done(2, 'Ban of Bo was undone.'))
  await waitFor(() => expect(undos()).toHaveLength(2))
  await undos()[1]?.answer(done(1, 'Ban of Ana López was undone.'))
  expect(await screen.findByText('Ban of Ana López was undone.')).toBeDefined()
  expect(screen.getByText('Ban of Bo was undone.')).toBeDefined()
  expect(undos()).toHaveLength(2)
})
