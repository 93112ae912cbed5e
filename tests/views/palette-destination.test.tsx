import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commands } from '../../src/commands/registry.ts'
import { mountedPalette } from '../../src/layout/commands/palette-state.ts'
import { ask, questions } from '../../src/layout/commands/questions.ts'
import { makeContext } from '../commands/samples.ts'
import { anaFound, enterText, holdCalls, listOf, openPalette, rows as options, press, renderConsole } from './palette-harness.tsx'
import { ana, eva, luis, menu, notFound, type } from './support/qr-destination.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  questions.set([])
  vi.unstubAllGlobals()
})

/** An email is one text in parts, between which it may break. */
async function expectGoal() {
  const text = await screen.findByText(/goes to Ana Ruiz \(ana@/)
  expect(text.parentElement?.textContent).toContain('goes to Ana Ruiz (ana@cafesol.es, #8812)')
}

describe('the transfer destination in the palette', () => {
  async function openSteps() {
    await openPalette()
    enterText('transfer')
    await waitFor(() => expect(options()[0]).toContain('Transfer'))
    press('Enter')
    const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Destination' })
    await waitFor(() => expect(document.activeElement).toBe(box))
    return box
  }

  // [2.2 transfer dialog]
  test('the last step shows id, email and name; Escape returns to the kept choice, then to the commands', async () => {
    const { call, calls } = holdCalls()
    await renderConsole(menu)
    type(await openSteps(), 'ana@cafesol.es')
    await (await call(/find/)).answer(anaFound)
    await (await call(/GET \/customers\?.*perPage=30/)).answer(listOf([ana]))
    await waitFor(() => expect(options()).toHaveLength(1))
    press('Enter')
    await expectGoal()
    expect(screen.getByText('Step 2 of 2')).toBeDefined()
    act(() => void press('Escape'))
    const again = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Destination' })
    expect(again.value).toBe('Ana Ruiz')
    press('Enter')
    await screen.findByText(/goes to Ana Ruiz/)
    act(() => void press('Escape'))
    await screen.findByRole('combobox', { name: 'Destination' })
    act(() => void press('Escape'))
    await screen.findByRole('combobox', { name: 'Find or run a command' })
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
  })
})

describe('a destination given ahead', () => {
  /** Opens the step with a text, as ‘transfer … to …’ does. */
  async function openWith(text: string) {
    const { call, calls } = holdCalls()
    await renderConsole(menu)
    await openPalette()
    const command = commands.find(({ id }) => id === 'qr.transfer')
    if (!command) throw new Error('no qr.transfer')
    act(() => {
      ask(command, menu, 'palette', () => makeContext().context, { given: { destiny: text }, isLink: false })
      mountedPalette.current?.enterQuestion()
    })
    const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Destination' })
    expect(box.value).toBe(text)
    return { call, calls, box }
  }

  test('is looked up at once and taken if it is exactly one record; Enter once more confirms', async () => {
    const { call, calls } = await openWith('8812')
    await (await call(/find\/8812/)).answer(anaFound)
    await (await call(/GET \/customers\?.*searchTerm=8812/)).answer(listOf([]))
    await expectGoal()
    expect(screen.getByText('Step 2 of 2')).toBeDefined()
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
    await screen.findByRole('button', { name: 'Transfer to #8812' })
  })

  test('is not taken if it could be several', async () => {
    const { call } = await openWith('ana')
    await (await call(/find\/ana/)).answer(notFound, 404)
    await (await call(/GET \/customers\?/)).answer(listOf([ana, eva]))
    await waitFor(() => expect(options()).toHaveLength(2))
    expect(screen.queryByRole('option', { selected: true })).toBeNull()
    press('Enter')
    expect(screen.getByText('No exact match. Choose one.')).toBeDefined()
  })

  test('is not taken if it can’t receive it, and says why', async () => {
    const { call } = await openWith('luis@prat.es')
    await (await call(/find\/luis/)).answer({ id: 5, email: 'luis@prat.es', firstname: 'Luis', lastname: 'Prat' })
    await (await call(/GET \/customers\?/)).answer(listOf([luis]))
    await waitFor(() => expect(options()).toHaveLength(1))
    expect(screen.getByText('Step 1 of 2')).toBeDefined()
    press('Enter')
    expect(screen.getByText('Unavailable: The QR codes are already theirs.')).toBeDefined()
  })

  test('waits for Enter once the person has pressed a key', async () => {
    const { call } = await openWith('8812')
    press('Enter')
    expect(screen.getByText('Still searching…')).toBeDefined()
    await (await call(/find\/8812/)).answer(anaFound)
    await (await call(/GET \/customers\?/)).answer(listOf([ana]))
    await screen.findByRole('option', { selected: true })
    expect(screen.getByText('Step 1 of 2')).toBeDefined()
    press('Enter')
    await screen.findByText('Step 2 of 2')
  })
})
