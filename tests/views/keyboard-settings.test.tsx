import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { commands } from '../../src/commands/registry.ts'
import { startPreferences } from '../../src/layout/session/preferences.ts'
import { luis, press, renderConsole, rows } from './palette-harness.tsx'
import { keysOf, open, servePreferences } from './support/keyboard-settings.ts'

const { kept, start } = servePreferences()

/** Opens the settings and the recorder of a command. */
async function record(id: string) {
  const dialog = await open()
  const button = dialog.querySelector<HTMLElement>(`[data-change="${id}"]`)
  if (!button) throw new Error(`${id} has no button.`)
  fireEvent.click(button)
  const box = screen.getByLabelText<HTMLInputElement>('Press the new keys')
  expect(document.activeElement).toBe(box)
  return { dialog, box, button }
}
const group = () => {
  const found = document.querySelector<HTMLElement>('[aria-label^="New keys for"]')
  if (!found) throw new Error('Nothing is taken down.')
  return found
}
const refusal = () => group().querySelector('output')?.textContent
const untilClosed = () => waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
const isPaletteOpen = () => document.querySelector('[role=combobox]') !== null

describe('new keys', () => {
  beforeEach(() => start())

  test('are recorded, saved with Enter, and work at once everywhere', async () => {
    const { at } = await renderConsole()
    const { box } = await record('go.customers')
    press('b')
    expect(box.value).toBe('b')
    press('c')
    expect(box.value).toBe('b then c')
    press('Enter')
    expect(keysOf()).toEqual({ 'go.customers': 'b c' })
    await waitFor(() => expect(kept().keys).toEqual({ 'go.customers': 'b c' }))
    expect(document.activeElement?.getAttribute('data-change')).toBe('go.customers')
    press('Escape')
    await untilClosed()
    press('g')
    press('c')
    expect(at()).toBe('/start')
    press('b')
    expect(screen.getByText('Customers')).toBeDefined()
    press('c')
    await waitFor(() => expect(at()).toBe('/customers'))
  })

  test('appear in menus and on buttons', async () => {
    start({ keys: { 'customer.ban': 'b b', 'actions.open': 'z' } })
    await renderConsole(luis)
    const actions = screen.getByText('Actions').closest('button')
    expect(actions?.textContent).toContain('z')
    expect(actions?.getAttribute('aria-keyshortcuts')).toBe('Z')
    press('z')
    expect((await screen.findByText('Ban Luis Prat')).closest('button')?.textContent).toContain('b then b')
    act(() => startPreferences({ keys: { 'actions.open': 'h' } }, 1))
    expect(actions?.textContent).toContain('h')
  })

  test('block all shortcuts while being recorded, even the palette’s', async () => {
    const { at } = await renderConsole()
    const { box } = await record('customer.edit')
    press('k', { ctrlKey: true })
    expect(isPaletteOpen()).toBe(false)
    expect(box.value).toBe('Ctrl K')
    expect(group().textContent).toContain('‘Find or run a command’ has Ctrl K already.')
    press('Enter')
    expect(keysOf()).toEqual({})
    press('Backspace')
    press('g')
    press('i')
    expect(at()).toBe('/start')
    expect(group().textContent).toContain('‘Invoices’ has g then i already.')
  })

  test('are discarded by Escape, which keeps the dialog open', async () => {
    await renderConsole()
    const { dialog, button } = await record('customer.edit')
    press('b')
    press('Escape')
    expect(keysOf()).toEqual({})
    expect(dialog.isConnected).toBe(true)
    expect(document.activeElement).toBe(button)
  })

  test('Backspace starts over, or removes the keys if nothing was pressed', async () => {
    await renderConsole()
    const { box } = await record('customer.edit')
    press('b')
    press('Backspace')
    expect(box.value).toBe('')
    press('Backspace')
    expect(keysOf()).toEqual({ 'customer.edit': '' })
  })

  test('a third stroke starts over, and a held key counts once', async () => {
    await renderConsole()
    const { box } = await record('customer.edit')
    for (const key of ['b', 'h', 'v']) press(key)
    expect(box.value).toBe('v')
    press('v', { repeat: true })
    expect(box.value).toBe('v')
  })

  test('are rejected with a reason', async () => {
    const cases: [id: string, what: string, presses: Parameters<typeof press>[], reason: RegExp][] = [
      ['customer.edit', 'the browser’s', [['t', { ctrlKey: true }]], /^Ctrl T belongs to the browser\.$/],
      ['customer.edit', 'a dead key', [['Dead', { code: 'Quote' }]], /^Keys are one or two strokes/],
      ['customer.edit', 'what another keyboard lacks', [['ñ', { code: 'Semicolon' }]], /^Keys are one or two strokes/],
      ['customer.ban', 'one key for what asks first', [['b']], /asks before it runs/],
      ['palette.open', 'a letter for what works while one types', [['b']], /works while you type, so it needs Ctrl and a character/],
      ['list.next', 'a sequence for what is held', [['b'], ['b']], /takes one key, not two/],
      [
        'customer.edit',
        'more than a key of another',
        [['x'], ['x']],
        /^They can’t be told apart from those of ‘Select or deselect row’ \(x\)\.$/,
      ],
      ['customer.edit', 'a beginning of many', [['g']], /and \d+ others\.$/],
    ]
    await renderConsole()
    for (const [id, what, presses, reason] of cases) {
      await record(id)
      for (const each of presses) press(...each)
      expect(refusal(), what).toMatch(reason)
      press('Enter')
      expect(keysOf(), what).toEqual({})
      expect(within(group()).queryByText('Save'), what).toBeNull()
      press('Escape')
    }
  })

  test('a Cyrillic layout records the Latin letter of the key', async () => {
    await renderConsole()
    const { box } = await record('customer.edit')
    press('и', { code: 'KeyB' })
    expect(box.value).toBe('b')
  })

  test('can be swapped with another command’s keys', async () => {
    await renderConsole()
    await record('customer.edit')
    press('n')
    fireEvent.click(screen.getByText('Swap with it'))
    expect(keysOf()).toEqual({ 'customer.edit': 'n', 'customer.write-note': 'e' })
  })

  test('can be taken from another command', async () => {
    await renderConsole()
    await record('customer.edit')
    press('n')
    fireEvent.click(screen.getByText('Take them from it'))
    expect(keysOf()).toEqual({ 'customer.edit': 'n', 'customer.write-note': '' })
  })

  test('the palette cannot be left without a key', async () => {
    await renderConsole()
    await record('palette.open')
    press('Backspace')
    expect(keysOf()).toEqual({})
    expect(within(group()).queryByText('No key')).toBeNull()
    press('/', { ctrlKey: true })
    expect(refusal()).toBe('')
  })
})

describe('with single-letter shortcuts off', () => {
  beforeEach(() => start({ letterKeys: false }))

  test('letters, symbols and sequences do nothing and are not shown', async () => {
    const { at } = await renderConsole(luis)
    for (const key of ['g', 'c', '?', '/', '.', 'e']) press(key)
    press('X', { shiftKey: true })
    expect(at()).toBe('/start')
    expect(document.querySelector('[role=dialog]')).toBeNull()
    expect(document.querySelector('[role=menu]')).toBeNull()
    expect(screen.getByText('Actions').closest('button')?.querySelector('kbd')).toBeNull()
    fireEvent.click(screen.getByText('Actions'))
    expect(document.querySelector('[role=menu]')).not.toBeNull()
    expect(document.querySelector('[role=menu] kbd')).toBeNull()
  })

  test('commands can still be reached with Ctrl+K and Enter', async () => {
    const { at } = await renderConsole(luis)
    press('k', { ctrlKey: true })
    const input = await screen.findByRole('combobox')
    fireEvent.change(input, { target: { value: 'ban luis' } })
    await waitFor(() => expect(rows()[0]).toContain('Ban Luis Prat'))
    fireEvent.change(input, { target: { value: 'go to invoices' } })
    await waitFor(() => expect(rows()[0]).toBe('Invoices'))
    press('Enter')
    await waitFor(() => expect(at()).toBe('/invoices'))
  })

  test('they can be toggled from the palette and in the settings', async () => {
    const { at } = await renderConsole()
    press('k', { ctrlKey: true })
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'single-letter keys' } })
    await waitFor(() => expect(rows()[0]).toContain('Switch single-letter keys off or on'))
    press('Enter')
    await waitFor(() => expect(kept().letterKeys).toBe(true))
    await untilClosed()
    press('g')
    press('i')
    await waitFor(() => expect(at()).toBe('/invoices'))
    await open()
    fireEvent.click(screen.getByLabelText('Single-letter shortcuts'))
    await waitFor(() => expect(kept().letterKeys).toBe(false))
  })
})

test('the settings list every command, find commands by keys, and say if nothing matches', async () => {
  start()
  await renderConsole()
  const dialog = await open()
  const listed = () => [...dialog.querySelectorAll<HTMLElement>('[data-change]')].map((button) => button.dataset['change'] ?? '')
  expect(listed().toSorted()).toEqual(commands.map(({ id }) => id).toSorted())
  fireEvent.change(screen.getByLabelText('Search the commands'), { target: { value: 'g c' } })
  expect(listed()).toContain('go.customers')
  fireEvent.change(screen.getByLabelText('Search the commands'), { target: { value: 'zzzzzz' } })
  expect(listed()).toEqual([])
  expect(dialog.textContent).toContain('No command matches ‘zzzzzz’.')
})
