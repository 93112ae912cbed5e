import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { preferencesNow } from '../../src/layout/session/preferences.ts'
import { press, renderConsole } from './palette-harness.tsx'
import { keysOf, open, servePreferences } from './support/keyboard-settings.ts'

const { kept, start } = servePreferences()

describe('resetting', () => {
  const swapped = { 'customer.edit': 'n', 'customer.write-note': 'e' }

  test('resets one command, along with any that conflicts', async () => {
    start({ keys: { ...swapped, 'go.customers': 'b c' } })
    await renderConsole()
    const dialog = await open()
    fireEvent.click(within(dialog).getByLabelText('Reset the keys of Edit the customer'))
    expect(keysOf()).toEqual({ 'go.customers': 'b c' })
    await waitFor(() => expect(dialog.textContent).toMatch(/Edit the customer, .+: back to what it was\./))
  })

  test('rolls back without reporting success if saving fails', async () => {
    start({ keys: swapped })
    await renderConsole()
    const dialog = await open()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Offline.')))
    fireEvent.click(within(dialog).getByLabelText('Reset the keys of Edit the customer'))
    expect(keysOf()).toEqual({})
    await waitFor(() => expect(keysOf()).toEqual(swapped))
    expect(dialog.textContent).not.toContain('as it was.')
  })

  test('resets all commands after confirmation', async () => {
    start({ keys: swapped })
    await renderConsole()
    await open()
    fireEvent.click(screen.getByText('Reset all'))
    expect(keysOf()).toEqual(swapped)
    expect(document.activeElement?.textContent).toBe('Keep mine')
    fireEvent.click(screen.getByText('Reset all'))
    expect(keysOf()).toEqual({})
    await waitFor(() => expect(kept().keys).toEqual({}))
  })

  test('ignores and lists keys that are no longer valid, and can forget them', async () => {
    start({ keys: { 'customer.edit': 'x', 'gone.by-now': 'b', 'go.customers': 'b c' } })
    const { at } = await renderConsole()
    press('b')
    press('c')
    await waitFor(() => expect(at()).toBe('/customers'))
    const dialog = await open()
    expect(dialog.textContent).toContain('gone.by-now (b): There is no such command.')
    expect(dialog.textContent).toMatch(/Edit the customer \(x\): ‘Select or deselect row’ has x already/)
    fireEvent.click(within(dialog).getByText('Forget them'))
    expect(keysOf()).toEqual({ 'go.customers': 'b c' })
  })
})

describe('export and import', () => {
  async function openTransfer() {
    await renderConsole()
    await open()
    fireEvent.click(screen.getByText('Export and import'))
    return screen.getByLabelText<HTMLTextAreaElement>('Keys to import')
  }
  const paste = (box: HTMLElement, keys: unknown, letterKeys: unknown = true) =>
    fireEvent.change(box, { target: { value: JSON.stringify({ quaydeskKeys: 1, letterKeys, keys }) } })

  test('imports exported keys unchanged', async () => {
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void copied.push(text)))
    start({ keys: { 'go.customers': 'b c', 'customer.edit': '' }, letterKeys: false })
    const box = await openTransfer()
    fireEvent.click(screen.getByText('Copy my keys'))
    await waitFor(() => expect(copied).toHaveLength(1))
    start({ keys: { 'go.qrs': 'b q' } })
    fireEvent.change(box, { target: { value: copied[0] } })
    fireEvent.click(screen.getByText('Replace my keys with these'))
    expect(preferencesNow()).toEqual({ keys: { 'go.customers': 'b c', 'customer.edit': '' }, letterKeys: false })
    await waitFor(() => expect(kept()).toEqual(preferencesNow()))
  })

  test.each<[string, unknown]>([
    ['text', 'b c'],
    ['other data', { 'go.customers': 5 }],
    ['a list', ['b c']],
  ])('rejects %s', async (_what, keys) => {
    start()
    paste(await openTransfer(), keys)
    expect(screen.getByText('These are not keys exported from here.')).toBeDefined()
    expect(screen.queryByText('Replace my keys with these')).toBeNull()
  })

  test('rejects the whole import on any conflict, and lists each one', async () => {
    start({ keys: { 'go.qrs': 'b q' } })
    paste(await openTransfer(), { 'go.customers': 'b c', 'go.payments': 'b c', 'customer.ban': 'b', 'customer.edit': '$mod+t' })
    const said = screen.getByText('Nothing was imported, because some of it can’t be:').parentElement?.textContent ?? ''
    expect(said).toContain('Ban or unban (b): This command asks before it runs')
    expect(said).toContain('Ctrl T belongs to the browser.')
    expect(said).toMatch(/(Customers|Payments) \(b then c\): ‘(Payments|Customers)’ has b then c already/)
    expect(screen.queryByText('Replace my keys with these')).toBeNull()
    expect(keysOf()).toEqual({ 'go.qrs': 'b q' })
  })
})
