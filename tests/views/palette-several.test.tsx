import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closePalette } from '../../src/layout/commands/palette-state.ts'
import { setWalk, walkNow } from '../../src/layout/list/walk/walk.ts'
import {
  anaFound,
  type Call,
  chosenRow,
  enterText,
  holdCalls,
  input,
  listOf,
  openPalette,
  press,
  qrOf,
  renderConsole,
  rows,
} from './palette-harness.tsx'

beforeEach(() => {
  localStorage.clear()
  setWalk(null)
})
afterEach(() => {
  closePalette()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('several identifiers', () => {
  const pasted = 'ana@cafesol.es\nnobody@x.es\n#5\n8812'
  const bea = { id: 5, email: 'bea@sol.es', firstname: 'Bea', lastname: 'Sol' }

  function paste(text: string) {
    fireEvent.paste(input(), { clipboardData: { getData: () => text } })
  }

  async function answerAll(call: (path: RegExp) => Promise<Call>) {
    await (await call(/find\/#?5$/)).answer(bea)
    await (await call(/find\/nobody/)).fail(404, 'Not found')
    await (await call(/find\/8812/)).answer(anaFound)
    await (await call(/find\/ana/)).answer(anaFound)
  }

  test('are listed in their order, each once, including those not found', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    paste(pasted)
    expect(input().value).toBe('ana@cafesol.es, nobody@x.es, #5, 8812')
    expect(screen.getByText('4 identifiers')).toBeDefined()
    expect(
      rows()
        .slice(1)
        .map((row) => row?.replace('searching…', '')),
    ).toEqual(['ana@cafesol.es', 'nobody@x.es', '#5', '8812'])
    await answerAll(call)
    await screen.findByText('2 of 3 found')
    const [walk, first, second, third] = rows()
    expect(walk).toContain('Go through these 2 records')
    expect(first).toContain('Ana Ruiz')
    expect(second).toContain('nobody@x.esnot found')
    expect(third).toContain('Bea Sol')
    expect(rows()).toHaveLength(4)
  })

  test('Enter before the responses starts the walk once all have arrived', async () => {
    const { call } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    paste(pasted)
    press('Enter')
    expect(at()).toBe('/start')
    await answerAll(call)
    await waitFor(() => expect(at()).toBe('/customers/8812'))
    expect(walkNow()?.rows.map(({ href }) => href)).toEqual(['/customers/8812', '/customers/5'])
  })

  test('each can be opened, and Escape returns from its actions', async () => {
    const { call } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    paste(pasted)
    await answerAll(call)
    await screen.findByText('2 of 3 found')
    press('ArrowUp')
    expect(chosenRow()).toContain('Bea Sol')
    press('Tab')
    await screen.findByText('Act on')
    press('Escape')
    await waitFor(() => expect(chosenRow()).toContain('Bea Sol'))
    press('Enter')
    await waitFor(() => expect(at()).toBe('/customers/5'))
  })

  test('can be changed in bulk if all are QR codes', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    paste('https://qr.example.com/aB3xYz\nhttps://qr.example.com/cD4eFg')
    await (await call(/searchTerm=aB3xYz/)).answer(listOf([qrOf(4, 'aB3xYz')]))
    await (await call(/searchTerm=cD4eFg/)).answer(listOf([qrOf(6, 'cD4eFg')]))
    await screen.findByText('2 of 2 found')
    press('ArrowDown')
    expect(chosenRow()).toContain('Act on all 2 QR codes')
    press('Enter')
    await waitFor(() => expect(rows().join()).toContain('Change status'))
    expect(screen.getAllByText('2 QR codes').length).toBeGreaterThan(0)
  })

  test('a failed lookup is shown in its row and can be retried', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    paste('ana@cafesol.es\nbea@sol.es')
    await (await call(/find\/ana/)).fail(500, 'Broken')
    await (await call(/find\/bea/)).answer(bea)
    fireEvent.click(await screen.findByText(/^ana@cafesol.es could not be looked up/))
    await (await call(/find\/ana/)).answer(anaFound)
    await screen.findByText('2 of 2 found')
    expect(rows()[1]).toContain('Ana Ruiz')
  })

  test('sends at most four requests in parallel, and aborts them when the text is replaced', async () => {
    const { calls } = holdCalls()
    await renderConsole()
    await openPalette()
    paste(Array.from({ length: 9 }, (_, index) => `#${index + 1}`).join('\n'))
    await waitFor(() => expect(calls).toHaveLength(4))
    await act(async () => {
      enterText('')
      await Promise.resolve()
    })
    await waitFor(() => expect(calls.every(({ signal }) => signal?.aborted)).toBe(true))
    expect(calls).toHaveLength(4)
  })
})
