import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadCommands } from '../../src/layout/commands/commands-now.ts'
import { countByMouse, keyHints, timesByMouse } from '../../src/layout/keyboard/by-mouse.ts'
import '../../src/layout/frame/surfaces.tsx'
import { notice } from '../../src/layout/kit/notice.ts'
import { startPreferences } from '../../src/layout/session/preferences.ts'
import { holdCalls, luis, press, renderConsole, user } from './palette-harness.tsx'

beforeAll(loadCommands)
beforeEach(() => {
  localStorage.clear()
  notice.set(null)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-18T12:00:00Z') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const tomorrow = () => vi.setSystemTime(Date.now() + 86_400_000)

describe('what was done by mouse', () => {
  test('has its key said once a day, of three commands a day', () => {
    const said = ['a', 'a', 'b', 'c', 'd'].filter((id) => countByMouse(1, id))
    expect(said).toEqual(['a', 'b', 'c'])
    tomorrow()
    expect(['d', 'a', 'd'].filter((id) => countByMouse(1, id))).toEqual(['d', 'a'])
  })

  test('has it said to each person', () => {
    expect(countByMouse(1, 'a')).toBe(true)
    expect(countByMouse(2, 'a')).toBe(true)
    expect(timesByMouse(1)).toEqual([{ id: 'a', times: 1 }])
  })

  test('counts for seven days', () => {
    countByMouse(1, 'a')
    for (let day = 0; day < 6; day++) tomorrow()
    countByMouse(1, 'b')
    countByMouse(1, 'a')
    expect(timesByMouse(1)).toEqual([
      { id: 'a', times: 2 },
      { id: 'b', times: 1 },
    ])
    tomorrow()
    expect(timesByMouse(1)).toEqual([
      { id: 'b', times: 1 },
      { id: 'a', times: 1 },
    ])
  })
})

test('a click says the key, a key press on the same button doesn’t, and the list of keys shows it', async () => {
  holdCalls()
  await renderConsole(luis)
  press('?')
  const customize = await screen.findByRole('button', { name: 'Customize shortcuts' })
  expect(screen.queryByText('Keys you could use')).toBeNull()
  press('Escape')
  await waitFor(() => expect(customize.isConnected).toBe(false))
  const actions = screen.getByRole('button', { name: /^Actions/ })
  fireEvent.click(actions, { detail: 0 })
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Write a note/ }), { detail: 0 })
  expect(timesByMouse(user.id)).toEqual([])
  for (const time of [1, 2]) {
    fireEvent.click(actions, { detail: 1 })
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Write a note/ }), { detail: 1 })
    if (time === 1) await screen.findByText(/^Key for ‘Write or edit the note’: /)
  }
  press('?')
  const heading = await screen.findByText('Keys you could use')
  expect(heading.nextElementSibling?.textContent).toMatch(/^Write or edit the note2 times by mouse in the last 7 days/)
})

test('nothing is said once that is switched off', async () => {
  holdCalls()
  startPreferences({ hints: { [keyHints]: false } }, user.id)
  await renderConsole(luis)
  fireEvent.click(screen.getByRole('button', { name: /^Actions/ }), { detail: 1 })
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Write a note/ }), { detail: 1 })
  await waitFor(() => expect(timesByMouse(user.id).map(({ id }) => id)).toContain('customer.write-note'))
  expect(screen.queryByText(/^Key for/)).toBeNull()
  startPreferences({}, user.id)
})
