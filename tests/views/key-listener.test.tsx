import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ListHandle } from '../../src/commands/engine/context.ts'
import { loadCommands } from '../../src/layout/commands/commands-now.ts'
import { menuState } from '../../src/layout/commands/menu-state.ts'
import { useListHandle } from '../../src/layout/commands/use-commands.ts'
import { setPendingKeys } from '../../src/layout/keyboard/pending-keys.ts'
import { holdCalls, luis, press, renderConsole } from './palette-harness.tsx'

beforeAll(loadCommands)

beforeEach(() => void holdCalls())
afterEach(() => {
  setPendingKeys(null)
})

let did: string[] = []
const list: ListHandle = {
  move: (step) => void did.push(`move ${step}`),
  open: () => void did.push('open'),
  openRowMenu: () => void did.push('menu'),
  page: (step) => void did.push(`page ${step}`),
  hasNextPage: true,
  hasPreviousPage: true,
  isEmpty: false,
}
function List() {
  useListHandle(list)
  return null
}
async function renderList() {
  did = []
  return renderConsole(null, <List />)
}

/** A press with AltGr as browsers report it. Windows adds Control and Alt. */
function pressAltGr(key: string, code: string, windows: boolean, altGraph = true) {
  const event = new KeyboardEvent('keydown', { key, code, ctrlKey: windows, altKey: windows, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'getModifierState', { value: (name: string) => altGraph && name === 'AltGraph' })
  fireEvent(document.body, event)
}
const status = () => [...document.querySelectorAll('output')].find((output) => output.querySelector('kbd'))
const pending = () => status() !== undefined

describe('keyboard layouts as browsers report them', () => {
  test.each([
    ['[ by AltGr on Linux', () => pressAltGr('[', 'Digit8', false), ['page -1']],
    ['] by AltGr on Windows', () => pressAltGr(']', 'Digit9', true), ['page 1']],
    ['€ by AltGr and E', () => pressAltGr('€', 'KeyE', true), []],
    ['@ by AltGr and Q', () => pressAltGr('@', 'KeyQ', true), []],
    ['Ctrl and Alt without AltGr', () => pressAltGr('[', 'Digit8', true, false), []],
    ['. on AZERTY', () => press('.', { code: 'Comma', shiftKey: true }), ['menu']],
    ['what stands where . is, on AZERTY', () => press(':', { code: 'Period' }), []],
    ['j on Dvorak', () => press('j', { code: 'KeyC' }), ['move 1']],
    ['h where j is, on Dvorak', () => press('h', { code: 'KeyJ' }), []],
    ['о where j is, on a Russian layout', () => press('о', { code: 'KeyJ' }), ['move 1']],
    ['ξ where j is, on a Greek layout', () => press('ξ', { code: 'KeyJ' }), ['move 1']],
    ['ח where j is, on a Hebrew layout', () => press('ח', { code: 'KeyJ' }), ['move 1']],
    ['J with CapsLock on', () => press('J', { code: 'KeyJ' }), ['move 1']],
    ['J with Shift is another key', () => press('J', { code: 'KeyJ', shiftKey: true }), []],
  ])('%s', async (_name, act, expected) => {
    await renderList()
    act()
    expect(did).toEqual(expected)
  })

  test('reads the Greek ; key as q within a sequence', async () => {
    const { at } = await renderConsole()
    press('γ', { code: 'KeyG' })
    press(';', { code: 'KeyQ' })
    await waitFor(() => expect(at()).toBe('/qrs'))
  })
})

describe('composed text', () => {
  test.each<[string, Partial<KeyboardEventInit>]>([
    ['while an input method composes', { isComposing: true }],
    ['of older browsers, that say 229', { keyCode: 229 }],
  ])('ignores keys %s', async (_name, over) => {
    await renderList()
    press('j', over)
    press('g', over)
    expect(did).toEqual([])
    expect(pending()).toBe(false)
  })

  test.each(['Process', 'Dead', 'Unidentified'])('%s neither starts nor ends a sequence', async (key) => {
    const { at } = await renderConsole()
    press(key, { code: 'KeyG' })
    expect(pending()).toBe(false)
    press('g')
    press(key, { code: 'Quote' })
    press('i')
    await waitFor(() => expect(at()).toBe('/invoices'))
  })

  test('modifiers alone do not end a sequence', async () => {
    const { at } = await renderConsole()
    press('g')
    for (const key of ['Shift', 'CapsLock', 'Control', 'AltGraph']) press(key, { code: key })
    press('I', { code: 'KeyI' })
    await waitFor(() => expect(at()).toBe('/invoices'))
  })
})

describe('a held key', () => {
  test('repeats moves and nothing else', async () => {
    await renderList()
    press('j')
    // Real key events never arrive within one task.
    await new Promise((resolve) => setTimeout(resolve))
    press('j', { repeat: true })
    press('.', { repeat: true })
    press(']', { repeat: true })
    expect(did).toEqual(['move 1', 'move 1'])
  })

  test('neither starts nor ends a sequence', async () => {
    const { at } = await renderConsole()
    press('g', { repeat: true })
    expect(pending()).toBe(false)
    press('g')
    press('g', { repeat: true })
    expect(pending()).toBe(true)
    press('i')
    await waitFor(() => expect(at()).toBe('/invoices'))
  })
})

describe('a pending sequence', () => {
  test('shows the next keys, and announces them politely', async () => {
    await renderConsole(luis)
    press('y')
    // An output element is a polite status, which screen readers announce when idle.
    expect(status()?.getAttribute('aria-live') ?? 'polite').toBe('polite')
    const [said, shown] = [...(status()?.children ?? [])]
    expect(said?.textContent).toBe('y, then one of 5 keys')
    expect(shown?.getAttribute('aria-hidden')).toBe('true')
    expect([...(shown?.querySelectorAll('kbd') ?? [])].map((cap) => cap.textContent)).toEqual(['y', 'e', 'i', 'l', 'n', 'p'])
  })

  test('announces how many keys follow if they are more than two', async () => {
    await renderConsole()
    press('g')
    expect(status()?.firstElementChild?.textContent).toMatch(/^g, then one of \d\d keys$/)
    expect(screen.getByText('Invoices')).toBeDefined()
  })

  test.each([
    ['y', 'one second', 1000],
    ['g', 'four seconds, as many keys may follow', 4000],
  ])('%s expires after %s', async (key, _, milliseconds) => {
    await renderConsole(luis)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    press(key)
    vi.advanceTimersByTime(milliseconds - 1)
    expect(pending()).toBe(true)
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    await waitFor(() => expect(pending()).toBe(false))
  })
})

describe('an open menu', () => {
  test('closes when the page changes', async () => {
    const { goTo } = await renderConsole(luis)
    fireEvent.click(screen.getByRole('button', { name: /Actions/ }))
    await screen.findByRole('menu')
    await goTo('/elsewhere')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(menuState.get()).toBeNull()
  })

  test('closes when the console is unmounted', async () => {
    await renderConsole(luis)
    fireEvent.click(screen.getByRole('button', { name: /Actions/ }))
    await screen.findByRole('menu')
    cleanup()
    expect(menuState.get()).toBeNull()
  })
})

test('no component takes keys from screen readers with role=application', () => {
  const sources = import.meta.glob<string>('../../src/**/*.tsx', { query: '?raw', import: 'default', eager: true })
  expect(Object.keys(sources).length).toBeGreaterThan(100)
  for (const [file, source] of Object.entries(sources)) expect(source, file).not.toMatch(/role=["']application/)
})

test('no key hint is hard-coded: keys on screen come from the registry', () => {
  const sources = import.meta.glob<string>('../../src/{layout,views}/**/*.tsx', { query: '?raw', import: 'default', eager: true })
  for (const [file, source] of Object.entries(sources)) {
    expect(source, file).not.toMatch(/aria-keyshortcuts="/)
    // Keys of dialog controls are not commands: Escape, Backspace while recording, Alt and arrows that move a column, Enter in a search
    // box.
    expect(source.replaceAll(/<kbd[^>]*>(Esc|Enter|Backspace|Alt|[↑↓])<\/kbd>/g, ''), file).not.toMatch(/<kbd[^>]*>[^<{\s]/)
    expect(source, file).not.toMatch(/(title|label)="[^"]*\((Ctrl|Shift|⌘)/)
  }
})
