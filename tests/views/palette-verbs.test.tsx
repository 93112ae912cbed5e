import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closePalette } from '../../src/layout/commands/palette-state.ts'
import { questions } from '../../src/layout/commands/questions.ts'
import '../../src/layout/frame/surfaces.tsx'
import {
  anaFound,
  chosenRow,
  customerRowOf,
  enterText,
  found,
  holdCalls,
  luis,
  openPalette,
  press,
  renderConsole,
  rows,
} from './palette-harness.tsx'
import { ana, answerAna, enterVerb, remembered } from './support/palette-verbs.ts'

// Loaded up front, as in a console that has been open for a moment.

beforeEach(() => {
  localStorage.clear()
})
afterEach(() => {
  closePalette()
  cleanup()
  questions.set([])
  vi.unstubAllGlobals()
})

const input = () => screen.getByRole<HTMLInputElement>('combobox')
const posted = (calls: readonly { method: string }[]) => calls.filter(({ method }) => method !== 'GET')

describe('a verb without a record', () => {
  test('asks for the record, recent ones first, then continues with the arguments; Back returns step by step to the text', async () => {
    const { call, calls } = holdCalls()
    await renderConsole()
    remembered()
    await openPalette()
    enterText('extend trial 7')
    expect(chosenRow()).toBe('Extend trial… — 7 dayschoose the customer')
    press('Enter')
    await screen.findByText('Extend trial — 7 days')
    expect(chosenRow()).toContain('Ana Ruiz')
    press('Enter')
    await answerAna(call)
    await screen.findByRole('button', { name: 'Extend by 7 days' })
    press('Escape')
    press('Escape')
    await screen.findByText('Choose the customer')
    press('Backspace')
    await waitFor(() => expect(input().value).toBe('extend trial 7'))
    expect(posted(calls)).toEqual([])
  })

  test('ranks below the command that can run on the record on screen', async () => {
    holdCalls()
    await renderConsole(luis)
    await openPalette()
    enterText('ban')
    expect(chosenRow()).toContain('Ban Luis Prat')
    expect(rows().findIndex((row) => row?.startsWith('Ban…'))).toBe(1)
  })

  test('takes an email that nobody has for the new one of the customer on screen', async () => {
    const { call } = holdCalls()
    await renderConsole(luis)
    await openPalette()
    enterText('change email nobody@cafesol.es')
    await (await call(/customers\/find\/nobody/)).fail(404, 'Customer not found')
    await (await call(/customers\/search/)).answer(found([]))
    await waitFor(() => expect(chosenRow()).toBe('Luis Prat · Change email — nobody@cafesol.es'))
  })

  test('finds only records of its type, and works by mouse', async () => {
    const { call, calls } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('ban')
    fireEvent.click(screen.getByText('Ban…'))
    await screen.findByText('Choose the customer')
    enterText('ana')
    await (await call(/customers\/search\?term=ana&/)).answer(found([customerRowOf(1, 'Ana Pons', 'pons@x.es')]))
    fireEvent.click(await screen.findByText('pons@x.es'))
    await screen.findByText('Ban Ana Pons?')
    expect(calls.filter(({ path, url }) => path.startsWith('/qrs') && url.searchParams.get('searchTerm') === 'ana')).toEqual([])
  })

  test('says why it is unavailable for the record and stays open', async () => {
    const { call } = holdCalls()
    await renderConsole()
    remembered()
    await enterVerb('extend trial')
    press('Enter')
    await answerAna(call, { ...ana, status: 'active', subscriptionStatus: 'active' })
    await screen.findByText(/^Unavailable: Not on trial/)
    expect(input()).toBe(document.activeElement)
    expect(questions.get()).toEqual([])
  })

  test('says that a record no longer exists; typing discards a pending choice', async () => {
    const { call } = holdCalls()
    await renderConsole()
    remembered()
    await enterVerb('ban')
    press('Enter')
    await (await call(/GET \/customers\/8812$/)).fail(404, 'Not found')
    await screen.findByText('This record no longer exists.')
    press('ArrowDown')
    press('Enter')
    const late = await call(/GET \/customers\/8812$/)
    enterText('b')
    await late.answer(ana)
    expect(screen.queryByText('Ban Ana Ruiz?')).toBeNull()
    expect(input().value).toBe('b')
  })

  test('does not preselect a recent record for a command that runs immediately', async () => {
    holdCalls()
    await renderConsole()
    remembered()
    await enterVerb('copy name')
    expect(rows().join()).toContain('Ana Ruiz')
    expect(chosenRow()).toBeNull()
    press('Enter')
    await screen.findByText('Choose with ↓.')
  })

  test('Enter before the response takes only the exact match', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await enterVerb('ban')
    enterText('ana@cafesol.es')
    press('Enter')
    await (await call(/find\/ana/)).answer(anaFound)
    await answerAna(call)
    expect(await screen.findByText('Ban Ana Ruiz?')).toBeDefined()
  })
})

describe('a verb followed by a record', () => {
  test('looks up an identifier immediately, and Enter waits for the result', async () => {
    const { call, calls } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    enterText('ban ana@cafesol.es')
    press('Enter')
    expect(screen.queryByText('Ban Ana Ruiz?')).toBeNull()
    await (await call(/find\/ana/)).answer(anaFound)
    await answerAna(call)
    await screen.findByText('Ban Ana Ruiz?')
    expect(at()).toBe('/start')
    expect(posted(calls)).toEqual([])
  })

  test('keeps the arguments; the row shows what will happen or why it is unavailable', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('extend trial 7 8812')
    await (await call(/find\/8812/)).answer(anaFound)
    await answerAna(call)
    await waitFor(() => expect(chosenRow()).toBe('Ana Ruiz · Extend trial — 7 days ana@cafesol.esexact id'))
    press('Enter')
    await screen.findByRole('button', { name: 'Extend by 7 days' })
    press('Escape')
    press('Escape')
    await waitFor(() => expect(input().value).toBe('extend trial 7 8812'))
    enterText('resume 8812')
    await waitFor(() => expect(chosenRow()).toContain('unavailable: Staff didn’t cancel it'))
    press('Enter')
    await screen.findByText(/^Unavailable: Staff didn’t cancel it/)
  })

  test('lists matches for a name under the verb; a late response does not move the selection', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('ban ana')
    // Somebody may have just this name.
    expect(chosenRow()).toBeNull()
    await (await call(/customers\/search\?term=ban.ana&/)).answer(found([]))
    const both = [customerRowOf(1, 'Ana Pons', 'pons@x.es'), customerRowOf(2, 'Ana Gil', 'gil@x.es')]
    await (await call(/customers\/search\?term=ana&/)).answer(found(both))
    await waitFor(() => expect(rows()[1]).toContain('Ban Ana Pons pons@x.es'))
    expect(chosenRow()).toBe('Ban… anachoose the customer')
    press('ArrowDown')
    press('Enter')
    await screen.findByText('Ban Ana Pons?')
  })

  test('a person whose whole name was typed comes before the choice of one', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('ban ana pons')
    const found2 = found([customerRowOf(1, 'Ana Pons', 'pons@x.es'), customerRowOf(2, 'Ana Pons Gil', 'gil@x.es')])
    await (await call(/customers\/search\?term=ana%20pons&|customers\/search\?term=ana pons&|term=ana\+pons&/)).answer(found2)
    await waitFor(() => expect(chosenRow()).toContain('Ban Ana Pons pons@x.es'))
    expect(rows()[0]).toContain('Ban Ana Pons pons@x.es')
  })

  test('the only person whose name begins so is meant', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('ban ana')
    await (await call(/customers\/search\?term=ban.ana&/)).answer(found([]))
    await (await call(/customers\/search\?term=ana&/)).answer(found([customerRowOf(1, 'Ana Pons', 'pons@x.es')]))
    await waitFor(() => expect(chosenRow()).toContain('Ban Ana Pons pons@x.es'))
  })

  test('a verb whose name nobody has is not chosen; taken by hand, it carries the name over', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('ban ana')
    press('Enter')
    await (await call(/customers\/search\?term=ban.ana&/)).answer(found([]))
    await (await call(/customers\/search\?term=ana&/)).answer(found([]))
    await screen.findByText(/^No exact match/)
    press('ArrowDown')
    press('Enter')
    await screen.findByText(/^Choose the /)
    expect(input().value).toBe('ana')
    press('Escape')
    await waitFor(() => expect(input().value).toBe('ban ana'))
  })

  test('an unknown email runs nothing and leaves the verb available', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('ban nobody@cafesol.es')
    press('Enter')
    await (await call(/find\/nobody/)).fail(404, 'Not found')
    await screen.findByText(/^No exact match/)
    expect(rows()[0]).toContain('Ban…')
  })

  test('a failed lookup is reported and selects nothing', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('ban ana@cafesol.es')
    await (await call(/find\/ana/)).fail(500, 'Broken')
    await waitFor(() => expect(rows().join()).toContain('Customers could not be searched'))
    expect(chosenRow()).toBeNull()
    press('Enter')
    await screen.findByText(/^A search failed/)
  })

  test('Enter ahead of the answer takes whom the whole name names', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('ban ana ruiz')
    press('Enter')
    await (await call(/customers\/search\?term=ban.ana.ruiz&/)).answer(found([]))
    await (await call(/customers\/search\?term=ana.ruiz&/)).answer(found([customerRowOf(8812, 'Ana Ruiz', 'ana@cafesol.es')]))
    await waitFor(() => expect(screen.queryByText('Ban Ana Ruiz?')).not.toBeNull())
  })

  test('a row that leaves words unused can be chosen by hand, and the question repeats them', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('ban ana@cafesol.es tomorrow')
    await (await call(/find\/ana/)).answer(anaFound)
    await answerAna(call)
    await waitFor(() => expect(rows()[0]).toContain('Ban Ana Ruiz'))
    expect(chosenRow()).toBeNull()
    press('ArrowDown')
    press('Enter')
    await screen.findByText('Ban Ana Ruiz?')
    screen.getByText('Not used of what you typed: tomorrow.')
  })

  test.each([
    ['extend trial 1 2 3 4 5 6 7 8 9 10', /not used: 2, 3, 4, 5, 6, 7, 8, 9/],
    ['ban refund', /One command at a time/],
    ['refund 1.234,50', /Leave out the thousands separators: 1234,50/],
    ['extend trial 30-02-2026', /not used: 30-02-2026/],
    ['cancel 8812 half', /not used: half/],
  ])('‘%s’ shows its own message and leaves the input unchanged', async (text, sentence) => {
    holdCalls()
    await renderConsole()
    await openPalette()
    enterText(text)
    expect(rows().join()).toMatch(sentence)
    press('Enter')
    expect(input().value).toBe(text)
    enterText('ban')
    expect(chosenRow()).toContain('Ban…')
  })
})
